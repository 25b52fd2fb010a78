import type { EntityManager } from '@mikro-orm/postgresql';

/** Returns the version of the database server, such as `17.2 (Debian 17.2-1)`. */
export async function readServerVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>(`select current_setting('server_version') as version`);
  return row!.version;
}

/** Holds the lock of one failed job until the transaction ends. */
export async function lockFailedJob(tx: EntityManager, id: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`failed-job ${id}`]);
}
