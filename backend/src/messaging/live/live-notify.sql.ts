import type { EntityManager } from '@mikro-orm/postgresql';
import { CHANNEL, encodeEvent, encodeSessionChange, type LiveEvent } from './live-event.messages.js';

/** Sends the event to every API process. Inside a transaction it is delivered on commit. */
export function notifyEvent(em: EntityManager, event: LiveEvent): Promise<void> {
  return notify(em, encodeEvent(event));
}

/**
 * Makes every API process recheck the user's sockets once the transaction of `em` commits, and close those whose session has ended. Call it
 * from every use case that ends sessions. Not a LiveEvent: clients cannot subscribe to it.
 */
export function publishSessionChange(em: EntityManager, userId: string): Promise<void> {
  return notify(em, encodeSessionChange(userId));
}

async function notify(em: EntityManager, payload: string): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [CHANNEL, payload]);
}
