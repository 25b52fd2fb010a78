import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.js';

/** The columns of a full name, first name first. */
const columns = ['other_name', 'surname'] as const satisfies readonly (keyof Database['users'])[];

const columnsOf = (alias: string) => columns.map((column) => sql.ref(`${alias}.${column}`));

/** Selects both names of a row of `users`, as `surname` and `otherName`. */
export const namesIn = (alias: string) =>
  [sql.ref<string>(`${alias}.surname`).as('surname'), sql.ref<string>(`${alias}.other_name`).as('otherName')] as const;

/** Selects the full name of a row of `users`; `alias` is its alias in the query. */
export const fullNameOf = (alias: string): RawBuilder<string> => sql`${sql.join(columnsOf(alias), sql` || ' ' || `)}`;

/** As fullNameOf, for a left join: null where there is no such user. */
export const optionalFullNameOf = (alias: string): RawBuilder<string | null> => fullNameOf(alias);

/** Expressions that sort `users` by first or by last name. An index has the same ones for either. */
export function nameOrder(alias: string, by: 'first' | 'last'): RawBuilder<string>[] {
  const sorted = columnsOf(alias).map((column) => sql<string>`lower(${column})`);
  return by === 'first' ? sorted : sorted.toReversed();
}
