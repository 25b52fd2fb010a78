import { sql, type Expression } from 'kysely';

/** A timestamp parameter. */
export const moment = (time: Date) => sql<string>`${time}::timestamptz`;

/** The sum of a numeric expression, as text. */
export const sumOf = (amount: Expression<unknown>) => sql<string>`sum(${amount})::text`;
