import { z } from 'zod';
import { isShared, topics, type Topic } from './topics.rules.js';

/** NOTIFY channel. Channels are per database, so installations on one server stay separate. */
export const CHANNEL = 'tidemark_live';

/** PostgreSQL limits a notification to 8000 bytes. */
const MAX_BYTES = 7000;

/** A change, for clients that display the resource. Delivery is not guaranteed: clients refetch the resource after a gap. */
export interface LiveEvent {
  topic: Topic;
  /** The user that the event concerns; it is delivered to that user and to admins. Null exactly for shared topics. */
  userId: string | null;
  /** JSON payload for subscribers; null if it is too large, so that they refetch the resource. */
  data: object | null;
}

const eventSchema = z
  .strictObject({ topic: z.enum(topics), userId: z.uuid().nullable(), data: z.record(z.string(), z.unknown()).nullable() })
  .refine(({ topic, userId }) => (userId === null) === isShared(topic));

export function encodeEvent({ topic, userId, data }: LiveEvent): string {
  const text = JSON.stringify({ topic, userId, data });
  return Buffer.byteLength(text) <= MAX_BYTES ? text : JSON.stringify({ topic, userId, data: null });
}

/** Returns null for any other payload: every client of the database can write to the channel. */
export function decodeEvent(payload: string): LiveEvent | null {
  try {
    return eventSchema.parse(JSON.parse(payload));
  } catch {
    return null; // not JSON, or of another shape
  }
}

const sessionChangeSchema = z.strictObject({ sessionsOf: z.uuid() });

export function encodeSessionChange(userId: string): string {
  return JSON.stringify({ sessionsOf: userId });
}

/** Returns the id of the user whose sessions have changed, or null for any other payload. */
export function decodeSessionChange(payload: string): string | null {
  try {
    return sessionChangeSchema.parse(JSON.parse(payload)).sessionsOf;
  } catch {
    return null;
  }
}

/** A change of a member's account and its new state. Reasons and figures are left out: clients read them with the account's own checks. */
export interface AccountChange {
  changed: 'kyc' | 'kyc-document' | 'payment' | 'exchange-key' | 'erasure' | 'mandate' | 'redemption' | 'club-share';
  state: string;
}

export const accountChanged = (userId: string, { changed, state }: AccountChange): LiveEvent => ({
  topic: 'account',
  userId,
  data: { userId, changed, state },
});

/** The notifications of a member have changed: there is a new one, or they read some. */
export const noticesChanged = (userId: string): LiveEvent => ({ topic: 'notices', userId, data: {} });

/** There is news for many members: a broadcast. Without its text, which the guarded routes return. */
export const clubNewsCame = (audience: string): LiveEvent => ({ topic: 'club-news', userId: null, data: { audience } });

/** A change of a review case that admins may have open. */
export interface ReviewChange {
  review: 'kyc' | 'payment';
  /** Id of the submission. */
  id: string;
  /**
   * `presence`: an admin opened or left the case; `claim`: another reviewer holds it, or none does, or one of two has approved it;
   * `scheduled`: it is decided and can be undone; `undone`: it waits again; `asked`: it waits for its member; `answered`: it has a new
   * document.
   */
  change: 'presence' | 'claim' | 'scheduled' | 'undone' | 'decided' | 'reopened' | 'asked' | 'answered';
}

export const reviewChanged = ({ review, id, change }: ReviewChange): LiveEvent => ({
  topic: 'reviews',
  userId: null,
  data: { review, id, change },
});

/** Somebody else takes care of an item of the inbox. Pages read the list again with their own rights. */
export const inboxChanged = (kind: string): LiveEvent => ({ topic: 'inbox', userId: null, data: { kind } });
