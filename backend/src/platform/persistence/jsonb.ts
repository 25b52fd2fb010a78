import { sql, type RawBuilder } from 'kysely';

/** A value for a jsonb column. Given as an array, the driver would send a PostgreSQL array instead of JSON. */
export function jsonb<T extends object>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
