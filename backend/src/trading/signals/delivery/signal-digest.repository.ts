import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import type { DigestEvent } from './signal-digest.entity.js';

// The statements of `signal_digests`.

const hasDue = new PreparedStatement<{ due: boolean }>(
  'signal-digests-has-due',
  'select exists (select from signal_digests where due_at <= $1) as due',
);

export interface DueDigest {
  userId: string;
  dueAt: Date;
  events: DigestEvent[];
}

export async function hasDueDigest(em: EntityManager, now: Date): Promise<boolean> {
  return (await hasDue.first(em, [now]))!.due;
}

/** Adds an event to the next daily email of each of these members; `dueAt` counts for those who have nothing waiting yet. */
export async function addToDigests(
  tx: EntityManager,
  readers: readonly { userId: string; dueAt: Date }[],
  event: DigestEvent,
): Promise<void> {
  if (readers.length === 0) return;
  const events = sql<DigestEvent[]>`${JSON.stringify([event])}::jsonb`;
  await db(tx)
    .insertInto('signal_digests')
    .values(readers.map(({ userId, dueAt }) => ({ user_id: userId, due_at: dueAt.toISOString(), events })))
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ events: sql<DigestEvent[]>`signal_digests.events || excluded.events` }),
    )
    .execute();
}

/** Takes the oldest due email that no other worker has. Its row is gone when the transaction commits. */
export async function takeDueDigest(tx: EntityManager, now: Date): Promise<DueDigest | null> {
  const row = await db(tx)
    .deleteFrom('signal_digests')
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('signal_digests')
        .select('user_id')
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .orderBy('user_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id as userId', 'due_at as dueAt', 'events'])
    .executeTakeFirst();
  return row ? { ...row, dueAt: new Date(row.dueAt) } : null;
}
