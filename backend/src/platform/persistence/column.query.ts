import { sql, type Expression } from 'kysely';

type SecondsOf<T> = T extends null ? null : number;

/** Returns a numeric column as text, without the zeros that fill its scale. */
export const decimalText = <T extends string | null>(column: Expression<T>) => sql<T>`trim_scale(${column})::text`;

/** Returns a timestamp column in seconds since 1970. */
export const epochSeconds = <T extends string | null>(column: Expression<T>) => sql<SecondsOf<T>>`extract(epoch from ${column})::float8`;
