import type { EntityManager } from '@mikro-orm/postgresql';
import { keyOf, type SealedColumn } from '../monitoring/index.js';

/** A sealed value with the id and owner of its row, which are part of its seal context. */
export interface SealedValue {
  id: string;
  user_id: string | null;
  sealed: Buffer;
}

/** A sample's size per key and place, drawn at random; `all` takes every row. */
export type SampleSize = number | 'all';

/** Sorts before every UUID: the cursor at the start of a table. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH = 500;

/** Yields rows in batches of 500; `read` returns the rows after an id, in the order of ids. */
export async function* inBatches<T extends { id: string }>(read: (after: string, limit: number) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let after = FIRST_ID; ;) {
    const rows = await read(after, BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

// Table and column of these statements are values of `sealedColumns`, which the query builder cannot type.
const values = ({ table, column, owned }: SealedColumn) =>
  `select id, ${owned ? 'user_id' : 'null as user_id'}, ${column} as sealed from ${table} where ${column} is not null`;
/** Takes the id of the current key as its parameter. */
const underOtherKey = ({ column }: SealedColumn) => `${column} is not null and ${keyOf(column)} is distinct from ?`;

export function findValues(em: EntityManager, column: SealedColumn, after: string, limit: number): Promise<SealedValue[]> {
  return em.execute<SealedValue[]>(`${values(column)} and id > ? order by id limit ${limit}`, [after]);
}

export async function findValue(em: EntityManager, column: SealedColumn, id: string): Promise<SealedValue | undefined> {
  const [row] = await em.execute<SealedValue[]>(`${values(column)} and id = ?`, [id]);
  return row;
}

export async function countValues(em: EntityManager, { table, column }: SealedColumn, after: string): Promise<number> {
  const [row] = await em.execute<{ n: number }[]>(`select count(*)::int as n from ${table} where ${column} is not null and id > ?`, [
    after,
  ]);
  return row!.n;
}

/** Replaces the value only if it is still `seen`. Returns whether it was. */
export async function replaceValue(
  em: EntityManager,
  { table, column }: SealedColumn,
  { id, sealed: seen }: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  const changed = await em.execute<object[]>(`update ${table} set ${column} = ? where id = ? and ${column} = ? returning id`, [
    fresh,
    id,
    seen,
  ]);
  return changed.length > 0;
}

export async function countUnderOtherKey(em: EntityManager, column: SealedColumn, kid: string): Promise<number> {
  const [row] = await em.execute<{ n: number }[]>(`select count(*)::int as n from ${column.table} where ${underOtherKey(column)}`, [kid]);
  return row!.n;
}

/** Locks the rows. One that another run rewrapped while this one waited for its lock is not returned. */
export function lockUnderOtherKey(
  tx: EntityManager,
  column: SealedColumn,
  { kid, after, limit }: { kid: string; after: string; limit: number },
): Promise<SealedValue[]> {
  const { table, column: name, owned } = column;
  return tx.execute<SealedValue[]>(
    `select id, ${owned ? 'user_id' : 'null as user_id'}, ${name} as sealed from ${table}
      where ${underOtherKey(column)} and id > ? order by id limit ${limit} for no key update`,
    [kid, after],
  );
}

export async function storeValue(tx: EntityManager, { table, column }: SealedColumn, id: string, sealed: Buffer): Promise<void> {
  await tx.execute(`update ${table} set ${column} = ? where id = ?`, [sealed, id]);
}

/** Draws ids first, so that only the sampled values are read: they may be long. */
export async function* sampleValues(em: EntityManager, column: SealedColumn, size: SampleSize): AsyncGenerator<SealedValue[]> {
  if (size === 'all') {
    yield* inBatches((after, limit) => findValues(em, column, after, limit));
    return;
  }
  const { table, column: name, owned } = column;
  yield await em.execute<SealedValue[]>(
    `select t.id, ${owned ? 't.user_id' : 'null as user_id'}, t.${name} as sealed
       from ${table} t join (
         select id, row_number() over (partition by ${keyOf(name)} order by random()) as n from ${table} where ${name} is not null
       ) picked on picked.id = t.id
      where picked.n <= ? and ${name} is not null`,
    [size],
  );
}
