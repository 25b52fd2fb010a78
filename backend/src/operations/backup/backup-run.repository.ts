import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

export interface BackupRunInput {
  id: string;
  at: string;
  rows: number;
  files: number;
  bytes: number;
}

/** Records a complete backup. Before an upgrade the schema may be older than the table, and nothing is recorded. */
export async function recordBackupRun(tx: EntityManager, run: BackupRunInput): Promise<void> {
  const { exists } = await db(tx)
    .selectNoFrom(sql<boolean>`to_regclass('backup_runs') is not null`.as('exists'))
    .executeTakeFirstOrThrow();
  if (exists) await db(tx).insertInto('backup_runs').values(run).execute();
}
