import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PreparedStatement } from '../persistence/prepared-statement.js';
import { tablesOf } from '../persistence/tables.query.js';
import type { OutboxMessageSchema } from './outbox-message.entity.js';

const outbox = tablesOf<typeof OutboxMessageSchema>;
const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** Duration of a delivery lease; a delivery that holds one longer counts as dead. */
export const LEASE_SECONDS = 60;
const GIVE_UP_AFTER_HOURS = 48;

export interface NewMessage {
  id: string;
  kind: string;
  dedupeKey: string;
  delaySeconds: number;
  payload: Buffer;
  requestId: string | null;
  traceparent: string | null;
}

export interface ClaimedMessage {
  id: string;
  kind: string;
  /** Null once it was sent. */
  payload: Buffer | null;
  attempts: number;
  created_at: string;
  /** It was written, or retried by hand, too long ago to be tried again. */
  expired: boolean;
}

/**
 * A message is due again when its lease has expired (a killed worker), or when it was enqueued ten minutes ago and has no lease (a flushed
 * Redis, a lost job).
 */
const IS_DUE = `sent_at is null and dead_at is null and available_at <= now()
  and (enqueued_at is null or lease_until < now() or (lease_until is null and enqueued_at < now() - interval '10 minutes'))`;

// Prepared: they run several times a second or for every message, and planning them takes as long as running them.
const hasDue = new PreparedStatement<{ due: boolean }>('outbox-has-due', `select exists (select from outbox where ${IS_DUE}) as due`);
const claim = new PreparedStatement<{ [Column in keyof ClaimedMessage]: ClaimedMessage[Column] }>(
  'outbox-claim',
  `update outbox set lease_until = now() + make_interval(secs => $2), attempts = attempts + 1
   where id = $1 and sent_at is null and dead_at is null and (lease_until is null or lease_until < now())
   returning id, kind, payload, attempts, created_at,
     coalesce(retried_at, created_at) < now() - make_interval(hours => $3) as expired`,
);
const markSent = new PreparedStatement<Record<string, never>>(
  'outbox-mark-sent',
  'update outbox set sent_at = now(), payload = null, lease_until = null, error = null where id = $1',
);

/** Every statement about the table `outbox` but the count of its backlog. */
@Injectable()
export class OutboxMessageRepository {
  /** Inserts messages in the caller's transaction, but those whose `dedupeKey` is known. */
  async insertAll(tx: EntityManager, messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await outbox(tx)
      .insertInto('outbox')
      .values(
        messages.map(({ dedupeKey, requestId, delaySeconds, ...message }) => ({
          ...message,
          dedupe_key: dedupeKey,
          request_id: requestId,
          available_at: inSeconds(delaySeconds),
        })),
      )
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .execute();
  }

  async hasDue(em: EntityManager): Promise<boolean> {
    return (await hasDue.first(em, []))!.due;
  }

  /** Locks and returns due messages in the order they were written; those that another worker has locked are skipped. */
  findDue(tx: EntityManager, limit: number) {
    return (
      outbox(tx)
        .selectFrom('outbox')
        .select(['id', 'kind', 'request_id', 'traceparent'])
        // Differs with every try: a failed job keeps its id for days.
        .select(sql<string>`extract(epoch from coalesce(lease_until, enqueued_at, available_at))::text`.as('due'))
        .where(sql.raw<boolean>(IS_DUE))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
    );
  }

  async markEnqueued(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await outbox(tx)
      .updateTable('outbox')
      .set({ enqueued_at: now, lease_until: null })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
  }

  /** Gives messages that were enqueued and not claimed back to the relay. */
  async release(em: EntityManager, ids: readonly string[]): Promise<void> {
    await outbox(em)
      .updateTable('outbox')
      // Due anew: a failed job keeps its id, which is made from this time, for days.
      .set({ enqueued_at: null, available_at: now })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('lease_until', 'is', null)
      .execute();
  }

  /** Leases a message for LEASE_SECONDS and counts the try. Returns null for one that is sent, dead or leased by another delivery. */
  claim(em: EntityManager, id: string): Promise<ClaimedMessage | null> {
    return claim.first(em, [id, LEASE_SECONDS, GIVE_UP_AFTER_HOURS]);
  }

  /** Marks a message as sent and deletes its payload. */
  async markSent(em: EntityManager, id: string): Promise<void> {
    await markSent.rows(em, [id]);
  }

  /** Marks a message as sent that was not tried to the end and is in no worker's hands. Returns its id. */
  async cancel(tx: EntityManager, dedupeKey: string): Promise<string | null> {
    const cancelled = await outbox(tx)
      .updateTable('outbox')
      .set({ sent_at: now, payload: null, error: null })
      .where('dedupe_key', '=', dedupeKey)
      .where('sent_at', 'is', null)
      .where('dead_at', 'is', null)
      .where('lease_until', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return cancelled?.id ?? null;
  }

  /** Releases the lease until `afterMs` from now. The try does not count. */
  async defer(em: EntityManager, id: string, afterMs: number): Promise<void> {
    await outbox(em)
      .updateTable('outbox')
      .set((eb) => ({ lease_until: null, enqueued_at: null, attempts: eb('attempts', '-', 1), available_at: inSeconds(afterMs / 1000) }))
      .where('id', '=', id)
      .execute();
  }

  /** Records a failed try: the message is due again in `retrySeconds`, or given up if `dead`. */
  async recordFailure(em: EntityManager, id: string, failure: { error: string; retrySeconds: number; dead: boolean }): Promise<void> {
    const { error, retrySeconds, dead } = failure;
    await outbox(em)
      .updateTable('outbox')
      .set({ lease_until: null, enqueued_at: null, error, available_at: inSeconds(retrySeconds), dead_at: dead ? now : null })
      .where('id', '=', id)
      .execute();
  }
}
