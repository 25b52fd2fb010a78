import { sql, type Expression, type Kysely, type QueryCreator, type SelectQueryBuilder } from 'kysely';
import { COUNT_CAP, type Page, type PageOf } from '../http/paging.js';

export { COUNT_CAP };

// The builder's own type parameters are invariant: helpers take `any` for them and infer the row alone.
// oxlint-disable-next-line typescript/no-explicit-any
export type Query<Row> = SelectQueryBuilder<any, any, Row>;
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = Kysely<any>;

/**
 * Reads one page and its total. `matching` has the joins and conditions and selects nothing; it only runs when the page itself does not
 * reveal the total (a full page, or an empty page beyond the first). Counts up to COUNT_CAP unless `exact`.
 */
export async function readPage<Row>(
  database: AnyDatabase,
  rows: Query<Row>,
  matching: Query<object>,
  { offset, limit }: Page,
  { exact = false } = {},
): Promise<PageOf<Row>> {
  const page = await rows.limit(limit).offset(offset).execute();
  if (page.length < limit && (page.length > 0 || offset === 0)) return { rows: page, total: offset + page.length };
  return { rows: page, total: await (exact ? countAll(matching) : countUpToCap(database, matching)) };
}

async function countAll(matching: Query<object>): Promise<number> {
  const [counted] = await matching.select(sql<string>`count(*)`.as('total')).execute();
  return Number(counted?.total ?? 0);
}

/** Counts at most COUNT_CAP + 1 rows. */
export async function countUpToCap(database: AnyDatabase, matching: Query<object>): Promise<number> {
  const capped = matching.select(sql<number>`1`.as('one')).limit(COUNT_CAP + 1);
  const counted = await database
    .selectFrom(capped.as('counted'))
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(counted.total);
}

const withoutWildcards = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
/** Patterns for `like`. */
export const containing = (text: string) => `%${withoutWildcards(text)}%`;
export const startingWith = (text: string) => `${withoutWildcards(text)}%`;

/**
 * Reads one page of a search and its total in one statement. The ids that match are collected once, in a materialized CTE named `found`,
 * because a search spends its time on matching: `found` selects them as `id`, `rowsOf` builds the page's query on top of the CTE.
 */
export async function readSearchPage<DB, Row>(
  database: Kysely<DB>,
  found: Query<{ id: string }>,
  rowsOf: (creator: QueryCreator<DB>) => Query<Row>,
  { offset, limit }: Page,
): Promise<PageOf<Row>> {
  const creator = database.with(
    (cte) => cte('found').materialized(),
    () => found,
  );
  const total = sql<string>`(select count(*) from (select 1 from found limit ${sql.lit(COUNT_CAP + 1)}) counted)`;
  const page = await rowsOf(creator as unknown as QueryCreator<DB>)
    .select(total.as('found_total'))
    .limit(limit)
    .offset(offset)
    .execute();
  const [first] = page;
  if (first) return { rows: page, total: Number(first.found_total) };
  return { rows: [], total: offset === 0 ? 0 : await countUpToCap(database, found) };
}

/** Plain columns keep PostgreSQL's order of nulls, which a plain index serves; `nullable` ones come last in both directions. */
export type SortColumn = Expression<unknown> | { nullable: Expression<unknown> };

/** For `$call`: orders by `columns`, the last of which must be unique. */
export function orderByColumns(columns: readonly SortColumn[], order: 'ASC' | 'DESC') {
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> => {
    const ascending = order === 'ASC';
    return columns.reduce<SelectQueryBuilder<DB, TB, Row>>(
      (ordered, sort) =>
        'nullable' in sort
          ? ordered.orderBy(sort.nullable, (by) => (ascending ? by.asc() : by.desc()).nullsLast())
          : ordered.orderBy(sort, ascending ? 'asc' : 'desc'),
      query,
    );
  };
}
