import type { EntityManager } from '@mikro-orm/postgresql';
import { COUNT_CAP } from '../http/paging.js';

export { COUNT_CAP };

/** Conditions of a list, joined by `and`, with the values they bind. */
export class Conditions {
  readonly #texts: string[];
  readonly values: unknown[] = [];

  constructor(...always: string[]) {
    this.#texts = [...always];
  }

  add(condition: string, ...values: unknown[]): this {
    this.#texts.push(condition);
    this.values.push(...values);
    return this;
  }

  /** Adds the condition if `value` is given. */
  given(condition: string, value: unknown): this {
    return value === undefined ? this : this.add(condition, value);
  }

  /** Limits to these ids (getMany). */
  ids(column: string, ids: readonly string[] | undefined): this {
    return ids === undefined ? this : this.add(`${column} = any(?::uuid[])`, `{${ids.join(',')}}`);
  }

  /** Limits to rows in which any of the expressions contains `text`, ignoring case. */
  contains(expressions: readonly string[], text: string | undefined): this {
    if (!text) return this;
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return this.add(`(${expressions.map((expression) => `${expression} ilike ?`).join(' or ')})`, ...expressions.map(() => like));
  }

  get text(): string {
    return this.#texts.length > 0 ? this.#texts.join(' and ') : 'true';
  }
}

export interface ListStatement {
  /** Columns of a row. */
  select: string;
  /** Tables and joins, without `from`. */
  from: string;
  where: Conditions;
  /** Columns of `order by` with their directions, the last one unique: never user input. */
  orderBy: string;
  offset: number;
  limit: number;
  /** Tables and joins for counting, where fewer are needed. */
  countFrom?: string;
  /** Counts every row, also beyond COUNT_CAP: for a small table whose total is shown beside another count of the same rows. */
  exact?: boolean;
  /**
   * The column of the rows' ids. Evaluates the conditions once for rows and total: for searches, where matching takes the time. Counts up
   * to COUNT_CAP.
   */
  foundBy?: string;
}

/** Reads one page with its total: exact up to COUNT_CAP, COUNT_CAP + 1 beyond unless `exact`. */
export async function readList<Row extends object>(em: EntityManager, statement: ListStatement): Promise<{ rows: Row[]; total: number }> {
  const { select, from, where, orderBy, offset, limit, countFrom, exact = false, foundBy } = statement;
  if (foundBy !== undefined) return readFound<Row>(em, { ...statement, foundBy });
  const rows = await em.execute<Row[]>(`select ${select} from ${from} where ${where.text} order by ${orderBy} limit ? offset ?`, [
    ...where.values,
    limit,
    offset,
  ]);
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length };
  return { rows, total: await (exact ? countAll : countUpToCap)(em, countFrom ?? from, where) };
}

async function readFound<Row extends object>(
  em: EntityManager,
  { select, from, where, orderBy, offset, limit, countFrom, foundBy }: ListStatement & { foundBy: string },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await em.execute<(Row & { found_total: string })[]>(
    `with found as materialized (select ${foundBy} as id from ${countFrom ?? from} where ${where.text})
     select ${select}, (select count(*)::text from (select 1 from found limit ${COUNT_CAP + 1}) counted) as found_total from ${from}
       where ${foundBy} in (select id from found) order by ${orderBy} limit ? offset ?`,
    [...where.values, limit, offset],
  );
  const [first] = rows;
  // A page beyond the last row does not reveal the total.
  if (first === undefined) return { rows: [], total: offset === 0 ? 0 : await countUpToCap(em, countFrom ?? from, where) };
  return { rows, total: Number(first.found_total) };
}

async function countAll(em: EntityManager, from: string, where: Conditions): Promise<number> {
  const [row] = await em.execute<{ n: string }[]>(`select count(*)::text as n from ${from} where ${where.text}`, where.values);
  return Number(row?.n ?? 0);
}

export async function countUpToCap(em: EntityManager, from: string, where: Conditions): Promise<number> {
  const [row] = await em.execute<{ n: string }[]>(
    `select count(*)::text as n from (select 1 from ${from} where ${where.text} limit ${COUNT_CAP + 1}) counted`,
    where.values,
  );
  return Number(row?.n ?? 0);
}

/**
 * Marks a nullable column: its nulls come last in both directions. Plain columns keep PostgreSQL's own order, which a plain index serves.
 */
export const nullable = (column: string) => ({ column });

export type SortColumn = string | ReturnType<typeof nullable>;

/** Returns the `order by` of one or more columns, ending in the unique `tie`. */
export function orderBy(columns: readonly SortColumn[], order: 'ASC' | 'DESC', tie: string): string {
  return [
    ...columns.map((sort) => (typeof sort === 'string' ? `${sort} ${order}` : `${sort.column} ${order} nulls last`)),
    `${tie} ${order}`,
  ].join(', ');
}
