import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { CHANNEL, encodeEvent, encodeSessionChange, type LiveEvent } from './live-event.messages.js';

/** Sends events to every API process. Inside a transaction they are delivered on commit. */
export function notifyEvents(em: EntityManager, events: readonly LiveEvent[]): Promise<void> {
  return notify(em, events.map(encodeEvent));
}

/**
 * Makes every API process recheck the user's sockets once the transaction of `em` commits, and close those whose session has ended. Call it
 * from every use case that ends sessions. Not a LiveEvent: clients cannot subscribe to it.
 */
export function publishSessionChange(em: EntityManager, userId: string): Promise<void> {
  return notify(em, [encodeSessionChange(userId)]);
}

async function notify(em: EntityManager, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db(em));
}
