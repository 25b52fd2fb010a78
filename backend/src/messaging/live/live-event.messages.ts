import { z } from 'zod';
import { isShared, topics, type Topic } from './topics.rules.js';

/** PostgreSQL's channel: it belongs to one database, so two installations on one server never hear each other. */
export const CHANNEL = 'tidemark_live';

/** PostgreSQL takes 8000 bytes in a notification. */
const MAX_BYTES = 7000;

/** Something that happened, for those who look at it now. It is a hint, never the truth: whoever missed it reads the resource. */
export interface LiveEvent {
  topic: Topic;
  /** Whom it is about: admins and that person get it. Null for a shared topic, and for no other. */
  userId: string | null;
  /** What subscribers get, as JSON; null: too large to be told, so that they read the resource again. */
  data: object | null;
}

const eventSchema = z
  .strictObject({ topic: z.enum(topics), userId: z.uuid().nullable(), data: z.record(z.string(), z.unknown()).nullable() })
  .refine(({ topic, userId }) => (userId === null) === isShared(topic));

export function encodeEvent({ topic, userId, data }: LiveEvent): string {
  const text = JSON.stringify({ topic, userId, data });
  return Buffer.byteLength(text) <= MAX_BYTES ? text : JSON.stringify({ topic, userId, data: null });
}

/** Null for what is none of ours: whoever reaches the database can write to the channel. */
export function decodeEvent(payload: string): LiveEvent | null {
  try {
    return eventSchema.parse(JSON.parse(payload));
  } catch {
    return null; // not JSON, or of another shape: the caller needs no difference
  }
}
