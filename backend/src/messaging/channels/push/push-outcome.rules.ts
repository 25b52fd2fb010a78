import type { Answered, SendOutcome } from '../channel.types.js';
import type { WebhookAnswer } from '../webhooks/webhook-http.client.js';
import { retryAfterSeconds } from '../webhooks/webhook-retry.rules.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds between one try and the next, within the day in which a result is of use. */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR] as const;
/** Each delay is this much shorter or longer: a service that is back is not called by everybody at once. */
const RETRY_SPREAD = 0.2;
/** How long a service is not called that has refused our keys. */
export const REFUSED_KEYS_SECONDS = 15 * MINUTE;
/** A 429 that does not say how long. */
const DEFAULT_RETRY_AFTER = MINUTE;
/** The longest time for which a service can turn us away. */
const MAX_BLOCK_SECONDS = 6 * HOUR;
/** What Windows answers in place of 429. */
const TOO_MANY = [429, 406];
const GONE = [404, 410];
const REFUSED_KEYS = [401, 403];

export const ALARM_CAUSES = ['refused-credentials', 'refused-message'] as const;
export type AlarmCause = (typeof ALARM_CAUSES)[number];

/** What else an answer means. `alarm`: our own fault, which a person has to look at. */
export interface Judgement {
  outcome: SendOutcome;
  /** Nothing goes out to the host of this service for so many seconds. */
  blockSeconds?: number;
  alarm?: AlarmCause;
}

/** Returns the seconds until the next try, after this many; null after the last one. `chance`: from 0 to 1. */
export function retrySeconds(attempts: number, chance = Math.random()): number | null {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? null : delay * (1 + RETRY_SPREAD * (2 * chance - 1));
}

/**
 * Judges the answer of a push service (docs/web-push.md). What may have arrived is repeated: the device shows it once, by its topic.
 * `hasAccepted`: this subscription has accepted a message before. One that has not may use another server's key; its refusal must not block
 * the host for all subscriptions.
 */
export function pushJudgementOf(
  answer: WebhookAnswer,
  { ms, now, hasAccepted }: { ms: number; now: Date; hasAccepted: boolean },
): Judgement {
  if (answer.kind !== 'answered') {
    const failed: Answered = { status: null, ms, answer: answer.code };
    if (answer.kind === 'refused') return { outcome: { ...failed, outcome: 'failed_permanent', gone: false } };
    return { outcome: { ...failed, outcome: answer.kind === 'unsent' ? 'failed_retryable' : 'uncertain', retryAfterSeconds: null } };
  }
  const { status, retryAfter } = answer;
  // What a service says may hold the endpoint, which is a secret of the browser.
  const answered: Answered = { status, ms, answer: `http-${status}` };
  const later = (seconds: number): SendOutcome => ({ ...answered, outcome: 'failed_retryable', retryAfterSeconds: seconds });
  if (status >= 200 && status < 300) return { outcome: { ...answered, outcome: 'sent' } };
  if (GONE.includes(status)) return { outcome: { ...answered, outcome: 'failed_permanent', gone: true } };
  if (REFUSED_KEYS.includes(status) && !hasAccepted)
    return { outcome: { ...answered, outcome: 'failed_permanent', gone: true }, alarm: 'refused-credentials' };
  if (REFUSED_KEYS.includes(status))
    return { outcome: later(REFUSED_KEYS_SECONDS), blockSeconds: REFUSED_KEYS_SECONDS, alarm: 'refused-credentials' };
  const asked = retryAfterSeconds(retryAfter, now);
  if (TOO_MANY.includes(status)) {
    const seconds = Math.min(MAX_BLOCK_SECONDS, asked ?? DEFAULT_RETRY_AFTER);
    return { outcome: later(seconds), blockSeconds: seconds };
  }
  if (status >= 500) return { outcome: { ...answered, outcome: 'uncertain', retryAfterSeconds: asked } };
  return { outcome: { ...answered, outcome: 'failed_permanent', gone: false }, alarm: 'refused-message' };
}
