import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { inBatches, type SampleSize } from './sealed-value.sql.js';

/** Files between two lines of progress. */
export const PROGRESS_FILES = 500;

/** A file's columns that sealing needs. `key_id` is null if it was not recorded when the file was sealed. */
export interface SealedFile {
  id: string;
  user_id: string;
  storage_key: string;
  key_id: string | null;
}

const columns = ['id', 'user_id', 'storage_key', 'key_id'] as const;

export function findFiles(em: EntityManager, after: string, limit: number): Promise<SealedFile[]> {
  return db(em).selectFrom('files').select(columns).where('id', '>', after).orderBy('id').limit(limit).execute();
}

export async function countFiles(em: EntityManager, after: string): Promise<number> {
  const { n } = await db(em)
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('id', '>', after)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Locks and returns the file after an id. */
export function lockNextFile(tx: EntityManager, after: string): Promise<SealedFile | undefined> {
  return db(tx).selectFrom('files').select(columns).where('id', '>', after).orderBy('id').limit(1).forUpdate().executeTakeFirst();
}

/** Returns ids of files that a key other than `kid`, or an unrecorded one, seals. */
export function findFilesUnderOtherKey(
  em: EntityManager,
  { kid, after, limit }: { kid: string; after: string; limit: number },
): Promise<{ id: string }[]> {
  return db(em)
    .selectFrom('files')
    .select('id')
    .where('key_id', 'is distinct from', kid)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks and returns the file, unless `kid` already seals it. */
export function lockFileUnderOtherKey(tx: EntityManager, id: string, kid: string): Promise<SealedFile | undefined> {
  return db(tx)
    .selectFrom('files')
    .select(columns)
    .where('id', '=', id)
    .where('key_id', 'is distinct from', kid)
    .forUpdate()
    .executeTakeFirst();
}

export async function recordFileKey(tx: EntityManager, id: string, kid: string): Promise<void> {
  await db(tx).updateTable('files').set({ key_id: kid }).where('id', '=', id).execute();
}

export async function* sampleFiles(em: EntityManager, size: SampleSize): AsyncGenerator<SealedFile[]> {
  if (size === 'all') {
    yield* inBatches((after, limit) => findFiles(em, after, limit));
    return;
  }
  const picked = db(em)
    .selectFrom('files')
    .select(['id', sql<number>`row_number() over (partition by key_id order by random())`.as('n')])
    .as('picked');
  yield await db(em)
    .selectFrom('files as f')
    .innerJoin(picked, 'picked.id', 'f.id')
    .select(['f.id', 'f.user_id', 'f.storage_key', 'f.key_id'])
    .where('picked.n', '<=', size)
    .execute();
}

/** Returns the storage keys of members' data exports that are not expired. */
export async function findExportParts(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('data_exports')
    .select(sql<string>`jsonb_array_elements_text(parts)`.as('key'))
    .where('state', 'in', ['queued', 'running', 'ready'])
    .execute();
  return rows.map(({ key }) => key);
}
