import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';

/**
 * Runs `work` on one pooled connection, outside of any transaction of `em`. A failure closes the connection and so rolls back what was not
 * committed. An abort of `signal` closes the connection at once and rejects with the signal's reason.
 */
export async function onConnection<T>(
  em: EntityManager,
  signal: AbortSignal | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const pool = await em.getConnection().getNativeClient();
  signal?.throwIfAborted();
  const client = await pool.connect();
  let released = false;
  const release = (broken: boolean) => {
    if (!released) client.release(broken);
    released = true;
  };
  const cut = () => release(true);
  signal?.addEventListener('abort', cut, { once: true });
  try {
    signal?.throwIfAborted();
    const result = await work(client);
    signal?.removeEventListener('abort', cut);
    release(false);
    return result;
  } catch (error) {
    release(true);
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cut);
  }
}

export async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await work();
  await client.query('commit');
  return result;
}
