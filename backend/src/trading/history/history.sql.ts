import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { COUNT_CAP } from '../../platform/persistence/page.query.js';
import { db } from '../../database.js';
import type { View } from './dataset.js';

// Statements of the history lists. Table and column names come from the data sets' definitions, never from a caller.

/** Which rows of an account are listed. */
export interface Choice {
  /** A symbol or a coin, by the view's filter. */
  only?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

export type Order = 'ASC' | 'DESC';

/** A row's position in an order: the sort columns as text. */
export type Place = readonly string[];

export type Row = Record<string, unknown>;

/** A list: the rows of a choice in the order of the columns `by`. */
export interface ListOf<R> {
  accountId: string;
  view: View<R>;
  by: readonly string[];
  order: Order;
  choice: Choice;
}

export const reversed = (order: Order): Order => (order === 'ASC' ? 'DESC' : 'ASC');

/** Returns the columns of a sort, by default the view's first. Throws for an unknown name, which callers must have rejected. */
export function sortColumns<R>(view: View<R>, sort?: string): readonly string[] {
  const name = sort ?? Object.keys(view.sorts)[0] ?? '';
  const columns = Object.hasOwn(view.sorts, name) ? view.sorts[name] : undefined;
  if (!columns) throw new Error(`${view.table} has no sort ${name}`);
  return columns;
}

const placeAlias = (n: number) => `place_${n}`;
const quoted = (name: string) => `"${name}"`;
const list = (columns: readonly string[]) => sql.raw(columns.map(quoted).join(', '));
const places = (by: readonly string[]) => by.map((column, n) => `${quoted(column)}::text as ${quoted(placeAlias(n))}`).join(', ');

function chosen<R>({ view, accountId, choice: { only, from, until } }: ListOf<R>): RawBuilder<unknown> {
  const time = sql.raw(quoted(view.time ?? ''));
  return sql.join(
    [
      sql`account_id = ${accountId}`,
      ...(only === undefined ? [] : [sql`${sql.raw(quoted(view.filter))} = ${only}`]),
      ...(from ? [sql`${time} >= ${from.toISOString()}::timestamptz`] : []),
      ...(until ? [sql`${time} < ${until.toISOString()}::timestamptz`] : []),
    ],
    sql` and `,
  );
}

interface Range {
  /** Starts at this place, itself included or not, instead of at the first row. */
  since?: { place: Place; included: boolean } | undefined;
  /** Selects each row's place as well, for `placeOf`. */
  withPlaces?: boolean;
  limit: number;
  offset?: number;
}

/** Returns rows in an order that an index serves (keyset pagination where `since` is given). */
export async function findRows<R>(
  em: EntityManager,
  of: ListOf<R>,
  { since, withPlaces = false, limit, offset = 0 }: Range,
): Promise<Row[]> {
  const { view, by, order } = of;
  const fields = Object.entries<string>(view.columns).map(([field, column]) => `${quoted(column)} as ${quoted(field)}`);
  const operator = sql.raw(`${order === 'ASC' ? '>' : '<'}${since?.included ? '=' : ''}`);
  const after = since ? sql` and (${list(by)}) ${operator} (${sql.join(since.place)})` : sql``;
  const { rows } = await sql<Row>`select ${sql.raw(withPlaces ? `${fields.join(', ')}, ${places(by)}` : fields.join(', '))}
    from ${sql.raw(quoted(view.table))} where ${chosen(of)}${after}
    order by ${sql.raw(by.map((column) => `${quoted(column)} ${order}`).join(', '))} limit ${limit} offset ${offset}`.execute(db(em));
  return rows;
}

/** Returns the place of a row that was read `withPlaces`. */
export const placeOf = (row: Row, by: readonly string[]): Place => by.map((_, n) => row[placeAlias(n)] as string);

/** Returns the place of every `step`th row in ascending order, beginning with the first (an index-only scan). */
export async function findAnchors<R>(em: EntityManager, of: ListOf<R>, step: number): Promise<Place[]> {
  const { view, by } = of;
  const { rows } = await sql<Row>`select ${sql.raw(places(by))}
    from (select ${list(by)}, row_number() over (order by ${list(by)}) as n from ${sql.raw(quoted(view.table))}
      where ${chosen(of)}) numbered
    where n % ${step} = 1 order by n`.execute(db(em));
  return rows.map((row) => placeOf(row, by));
}

/** Returns the symbols or coins of a view's rows, sorted: a loose index scan, one step per name instead of one per row. */
export async function findNames<R>(em: EntityManager, view: View<R>, accountId: string, limit: number): Promise<string[]> {
  const [filter, table] = [sql.raw(quoted(view.filter)), sql.raw(quoted(view.table))];
  const { rows } = await sql<{ name: string }>`with recursive names(name) as (
      (select ${filter} from ${table} where account_id = ${accountId} order by ${filter} limit 1)
      union all
      select (select ${filter} from ${table} where account_id = ${accountId} and ${filter} > names.name order by ${filter} limit 1)
      from names where names.name is not null
    ) select name from names where name is not null limit ${limit}`.execute(db(em));
  return rows.map(({ name }) => name);
}

export async function countRows<R>(em: EntityManager, of: ListOf<R>): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.raw(quoted(of.view.table))} where ${chosen(of)}`.execute(
    db(em),
  );
  return Number(rows[0]!.n);
}

/** Counts at most COUNT_CAP + 1 rows. */
export async function countRowsUpToCap<R>(em: EntityManager, of: ListOf<R>): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n
    from (select 1 from ${sql.raw(quoted(of.view.table))} where ${chosen(of)} limit ${sql.lit(COUNT_CAP + 1)}) counted`.execute(db(em));
  return Number(rows[0]!.n);
}

/** Returns the row count that the view's cursors keep; null if they keep none. */
export async function findKeptCount<R>(em: EntityManager, { accountId, view, choice }: ListOf<R>): Promise<number | null> {
  const kept = await db(em)
    .selectFrom('sync_cursors')
    .select((eb) => eb.fn.sum<string | null>('row_count').as('n'))
    .where('account_id', '=', accountId)
    .where('dataset', '=', view.counted!)
    .$if(choice.only !== undefined, (query) => query.where('symbol', '=', choice.only!))
    .executeTakeFirstOrThrow();
  return kept.n === null ? null : Number(kept.n);
}
