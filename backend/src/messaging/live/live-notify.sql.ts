import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { CHANNEL } from './live-event.messages.js';

const noticeSchema = z.strictObject({ sessionsOf: z.uuid() });

/**
 * Makes every API process look at the user's sockets again, once the transaction of `em` commits: those whose session has ended are closed.
 * Called by whatever ends sessions. No event: nobody can subscribe to it.
 */
export async function publishSessionChange(em: EntityManager, userId: string): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [CHANNEL, JSON.stringify({ sessionsOf: userId })]);
}

/** Whose sessions have changed; null for any other payload. */
export function decodeSessionChange(payload: string): string | null {
  try {
    return noticeSchema.parse(JSON.parse(payload)).sessionsOf;
  } catch {
    return null; // a live event, or none of ours: decodeEvent tells
  }
}
