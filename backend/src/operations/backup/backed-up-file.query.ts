import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

export interface StoredFile {
  id: string;
  user_id: string;
  storage_key: string;
  sha256: Buffer;
}

export function findStoredFiles(em: EntityManager, after: string, limit: number): Promise<StoredFile[]> {
  return db(em)
    .selectFrom('files')
    .select(['id', 'user_id', 'storage_key', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countStoredFiles(em: EntityManager): Promise<number> {
  const { n } = await db(em)
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns those of the ids whose rows still exist. */
export async function findExistingFiles(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('files')
    .select('id')
    .where('id', '=', sql<string>`any(${`{${ids.join(',')}}`}::uuid[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
