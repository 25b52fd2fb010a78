import type { PoolClient } from 'pg';
import type { Venue } from '../../venues/index.js';

// Statements that frame one computation on its own connection, which holds the account's advisory lock.

/** Takes the account's lock for the session unless another process has it. */
export async function tryLock(client: PoolClient, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtextextended('portfolio ' || $1, 0)) as mine`, [
    accountId,
  ]);
  return rows[0]!.mine;
}

export async function unlock(client: PoolClient, accountId: string): Promise<void> {
  await client.query(`select pg_advisory_unlock(hashtextextended('portfolio ' || $1, 0))`, [accountId]);
}

/** Runs `work` in one read-only snapshot of the database. */
export async function inSnapshot<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  const result = await work();
  await client.query('commit');
  return result;
}

/** Runs `work` in a transaction, which a failure leaves open for `rollback`. */
export async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
}

export async function rollback(client: PoolClient): Promise<void> {
  await client.query('rollback');
}

export async function findAccount(client: PoolClient, accountId: string): Promise<{ id: string; venue: Venue; userId: string } | null> {
  const { rows } = await client.query<{ id: string; venue: Venue; userId: string }>(
    'select id, venue, user_id as "userId" from exchange_accounts where id = $1',
    [accountId],
  );
  return rows[0] ?? null;
}

export async function markStarted(client: PoolClient, accountId: string): Promise<void> {
  await client.query(
    'insert into portfolio_states (account_id, started_at) values ($1, now()) on conflict (account_id) do update set started_at = now()',
    [accountId],
  );
}

export async function clearStarted(client: PoolClient, accountId: string): Promise<void> {
  await client.query('update portfolio_states set started_at = null where account_id = $1', [accountId]);
}
