import { Conditions } from '../../common/persistence/list-reader.js';
import type { View } from './views.js';

/** Which rows of an account a list is about. */
export interface Choice {
  /** A symbol or a coin, by the view. */
  only?: string | undefined;
  /** By the view's time; belongs to the range. */
  from?: Date | undefined;
  /** The first moment behind the range. */
  until?: Date | undefined;
}

export type Order = 'ASC' | 'DESC';

/** A row's place in an order: the texts of the columns that the order ends in, as the database writes them. */
export type Place = readonly string[];

export const reversed = (order: Order): Order => (order === 'ASC' ? 'DESC' : 'ASC');

/** The columns of a sort; the view's first sort where none is named. Throws for a name that nobody has let through. */
export function sortColumns<R>(view: View<R>, sort?: string): readonly string[] {
  const name = sort ?? Object.keys(view.sorts)[0] ?? '';
  const columns = Object.hasOwn(view.sorts, name) ? view.sorts[name] : undefined;
  if (!columns) throw new Error(`${view.table} has no sort ${name}`);
  return columns;
}

export function chosen<R>(view: View<R>, accountId: string, { only, from, until }: Choice): Conditions {
  return new Conditions()
    .add('account_id = ?', accountId)
    .given(`"${view.filter}" = ?`, only)
    .given(`"${view.time}" >= ?::timestamptz`, from?.toISOString())
    .given(`"${view.time}" < ?::timestamptz`, until?.toISOString());
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');
const placeAlias = (n: number) => `place_${n}`;

interface Rows<R> {
  view: View<R>;
  where: Conditions;
  by: readonly string[];
  order: Order;
  /** The rows from this one on, itself included, or behind it. */
  since?: { place: Place; included: boolean } | undefined;
  /** Reads each row's place too: `placeOf` finds it. */
  withPlaces?: boolean;
  limit: number;
  offset?: number;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** Rows of a view in an order that an index serves: what comes before `since` is not even looked at. */
export function selectRows<R>({ view, where, by, order, since, withPlaces = false, limit, offset = 0 }: Rows<R>): Statement {
  const fields = Object.entries<string>(view.columns).map(([field, column]) => `"${column}" as "${field}"`);
  if (withPlaces) fields.push(...by.map((column, n) => `"${column}"::text as "${placeAlias(n)}"`));
  const operator = `${order === 'ASC' ? '>' : '<'}${since?.included ? '=' : ''}`;
  const after = since ? ` and (${quoted(by)}) ${operator} (${by.map(() => '?').join(', ')})` : '';
  return {
    text: `select ${fields.join(', ')} from "${view.table}" where ${where.text}${after} order by ${by.map((column) => `"${column}" ${order}`).join(', ')} limit ? offset ?`,
    values: [...where.values, ...(since?.place ?? []), limit, offset],
  };
}

/** The place of a row that was read `withPlaces`. */
export const placeOf = (row: Record<string, unknown>, by: readonly string[]): Place => by.map((_, n) => row[placeAlias(n)] as string);

/** The place of each `step`th row in ascending order, from the first on. Reads the index once and no row. */
export function selectAnchors<R>(view: View<R>, where: Conditions, by: readonly string[], step: number): Statement {
  return {
    text: `select ${by.map((column, n) => `"${column}"::text as "${placeAlias(n)}"`).join(', ')}
      from (select ${quoted(by)}, row_number() over (order by ${quoted(by)}) as n from "${view.table}" where ${where.text}) numbered where n % ? = 1 order by n`,
    values: [...where.values, step],
  };
}
