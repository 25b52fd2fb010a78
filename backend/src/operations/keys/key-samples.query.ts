import type { EntityManager } from '@mikro-orm/postgresql';
import { keyOf, type SealedColumn } from '../monitoring/index.js';
import { FIRST } from './sealed-rows.query.js';

export interface SealedValue {
  id: string;
  user_id: string | null;
  sealed: Buffer;
}

export interface SealedFileRow {
  id: string;
  user_id: string;
  storage_key: string;
  /** Null: not written down when it was sealed. */
  key_id: string | null;
}

/** How many of each key and place, taken at random; `all` leaves none out. */
export type SampleSize = number | 'all';

const BATCH = 500;

/** Sealed values of a column. */
export function sampledValues(em: EntityManager, { table, column, owned }: SealedColumn, size: SampleSize): AsyncGenerator<SealedValue[]> {
  return sampled(
    em,
    {
      table,
      columns: `t.id, ${owned ? 't.user_id' : 'null as user_id'}, t.${column} as sealed`,
      condition: `${column} is not null`,
      key: keyOf(column),
    },
    size,
  );
}

/** Rows of files. */
export function sampledFiles(em: EntityManager, size: SampleSize): AsyncGenerator<SealedFileRow[]> {
  return sampled(em, { table: 'files', columns: 't.id, t.user_id, t.storage_key, t.key_id', condition: 'true', key: 'key_id' }, size);
}

interface Source {
  table: string;
  columns: string;
  condition: string;
  key: string;
}

async function* sampled<T extends { id: string }>(
  em: EntityManager,
  { table, columns, condition, key }: Source,
  size: SampleSize,
): AsyncGenerator<T[]> {
  if (size !== 'all') {
    // Ids first: what is sealed may be long, and is fetched of the chosen alone.
    yield await em.execute<T[]>(
      `select ${columns} from ${table} t join (select id, row_number() over (partition by ${key} order by random()) as n from ${table} where ${condition}) picked on picked.id = t.id where picked.n <= ? and ${condition}`,
      [size],
    );
    return;
  }
  for (let after = FIRST; ;) {
    const rows = await em.execute<T[]>(`select ${columns} from ${table} t where ${condition} and t.id > ? order by t.id limit ${BATCH}`, [
      after,
    ]);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
