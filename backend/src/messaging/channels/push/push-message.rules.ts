const HOUR = 3600;
/** A new signal or a change is of use for an hour; a result, or a notice about the account, for a day. */
const LIFE_SECONDS = { news: HOUR, result: 24 * HOUR } as const;
/** Far below the 3,993 bytes that are left of 4,096 after the encryption, with which some services are stricter. */
export const MAX_PAYLOAD_BYTES = 1999;
const ELLIPSIS = '…';

/** What a device shows. The service worker (frontend/service-worker/push.ts) reads it. */
export interface PushPayload {
  v: 1;
  title: string;
  body: string;
  /** A later notification with the same one replaces it. */
  tag: string;
  /** A path of our site. */
  url: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** No sound. */
  silent: boolean;
}

/**
 * Names what a message is about, for the push service: a later message with the same topic replaces one that has not reached the device. A
 * repeated message therefore shows once. 22 of at most 32 characters.
 */
export const topicOf = (subjectId: string): string => Buffer.from(subjectId.replaceAll('-', ''), 'hex').toString('base64url');

export const tagOf = (subjectId: string): string => `s-${subjectId}`;

/** Seconds that a push service keeps a message for a device that is away. `secondsLeft`: until it is of no use. */
export function timeToLive(kind: string, secondsLeft: number): number {
  const life = kind === 'signal.ended' || kind.startsWith('account.') ? LIFE_SECONDS.result : LIFE_SECONDS.news;
  return Math.max(0, Math.floor(Math.min(life, secondsLeft)));
}

/** Writes a payload. A body that would make it too long is cut. */
export function payloadText(payload: PushPayload): string {
  const text = JSON.stringify(payload);
  const excess = Buffer.byteLength(text) - MAX_PAYLOAD_BYTES;
  if (excess <= 0) return text;
  const characters = [...payload.body];
  if (characters.length <= 1) throw new Error('a push message is too long without its body');
  // Of a character of several bytes one is enough, so this comes to an end.
  const kept = Math.max(0, characters.length - Math.max(2, Math.ceil(excess / 4)));
  return payloadText({ ...payload, body: `${characters.slice(0, kept).join('').trimEnd()}${kept === 0 ? '' : ELLIPSIS}` });
}
