import { z } from 'zod';

const MAX_TOPICS = 10;
const MAX_MISSED_MS = 600_000;
const names = z.array(z.string().max(40)).min(1).max(MAX_TOPICS);

/** Messages of clients. */
const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), token: z.string().max(2100) }),
  z.strictObject({ type: z.literal('subscribe'), topics: names, missed: z.int().min(0).max(MAX_MISSED_MS).optional() }),
  z.strictObject({ type: z.literal('unsubscribe'), topics: names }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof messageSchema>;
export type MessageOf<Type extends ClientMessage['type']> = Extract<ClientMessage, { type: Type }>;

/** Returns null for JSON of another shape. Throws SyntaxError for text that is not JSON. */
export function readMessage(text: string): ClientMessage | null {
  const parsed = messageSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** Close codes. 4000 and up are application codes (RFC 6455 7.4.2); the library itself sends 1009 for a message that is too long. */
export const closes = {
  goingAway: { code: 1001, reason: 'the server restarts' },
  noText: { code: 1003, reason: 'only text is understood' },
  noJson: { code: 4400, reason: 'only JSON is understood' },
  signIn: { code: 4401, reason: 'please sign in' },
  secondFactor: { code: 4403, reason: 'please set up a second factor first' },
  tooManyMessages: { code: 4429, reason: 'too many messages' },
  tooManySockets: { code: 4429, reason: 'too many connections of this session' },
  later: { code: 1013, reason: 'please try again in a moment' },
} as const;
export type Close = keyof typeof closes;

/** Messages to clients, serialised once where they are constant. */
const frame = (message: object) => Buffer.from(JSON.stringify(message));
export const frames = {
  ready: frame({ type: 'ready' }),
  pong: frame({ type: 'pong' }),
  resync: frame({ type: 'resync' }),
  unknownMessage: frame({ type: 'error', code: 'message.unknown', message: 'This message is not understood' }),
  authOver: frame({ type: 'error', code: 'auth.over', message: 'This connection takes no token any more. Open another one' }),
  subscribed: (topics: readonly string[]) => frame({ type: 'subscribed', topics }),
  unknownTopic: (topic: string) => frame({ type: 'error', code: 'topic.unknown', topic, message: 'There is no such topic' }),
  sessionRequired: (topic: string) => frame({ type: 'error', code: 'topic.session-required', topic, message: 'Please sign in' }),
  forbidden: (topic: string) => frame({ type: 'error', code: 'topic.forbidden', topic, message: 'You are not allowed to hear of this' }),
  event: (topic: string, data: object) => frame({ type: 'event', topic, data }),
};
