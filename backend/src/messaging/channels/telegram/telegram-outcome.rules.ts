import type { Answered, SendOutcome } from '../channel.types.js';
import type { TelegramAnswer } from './telegram-api.client.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds between one try and the next of what was certainly not sent, or of an edit. Afterwards hourly, until the event expires. */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;
/** How long nothing is sent after Telegram has refused the token. */
export const REFUSED_TOKEN_SECONDS = 15 * MINUTE;
/** A 429 that does not say how long. */
const DEFAULT_RETRY_AFTER = 5;

/** Returns the seconds until the next try, after this many. */
export const retrySeconds = (attempts: number): number => DELAYS[attempts - 1] ?? HOUR;

/** How long a channel of the club is left alone that refuses the bot. */
export const REFUSED_CHANNEL_SECONDS = 15 * MINUTE;

export const ALARM_CAUSES = [
  'token-refused',
  'refused-text',
  'channel-refused',
  'group-refused',
  'copy-not-posted',
  'copy-not-closed',
  'copy-stop-kept',
] as const;
export type AlarmCause = (typeof ALARM_CAUSES)[number];

/** What else an answer means. `alarm`: our own fault, which a person has to look at. */
export interface Judgement {
  outcome: SendOutcome;
  /** Nothing goes out on the whole channel for so many seconds. */
  blockSeconds?: number;
  /** Nothing goes to this chat for so many seconds. */
  pauseSeconds?: number;
  alarm?: AlarmCause;
}

/** Whether a message is new, or one that is there is changed or deleted. */
export type TelegramAct = 'send' | 'edit' | 'delete';

/**
 * Judges an answer (docs/telegram.md). A send whose outcome is unknown is never repeated; an edit is, because it ends at the same state
 * however often it is made.
 */
export function judgementOf(answer: TelegramAnswer<unknown>, act: TelegramAct, ms: number): Judgement {
  if (answer.kind === 'done') throw new Error('a call that was carried out has no problem');
  if (answer.kind !== 'refused') {
    const failed: Answered = { status: null, ms, answer: answer.code };
    const isUncertain = answer.kind === 'unknown' && act === 'send';
    return { outcome: { ...failed, outcome: isUncertain ? 'uncertain' : 'failed_retryable', retryAfterSeconds: null } };
  }
  const { status, description, retryAfter } = answer;
  const answered: Answered = { status, ms, answer: description.slice(0, 300) };
  const permanent = (gone: boolean): SendOutcome => ({ ...answered, outcome: 'failed_permanent', gone });
  const later = (seconds: number | null): SendOutcome => ({ ...answered, outcome: 'failed_retryable', retryAfterSeconds: seconds });
  if (status === 429) {
    const seconds = retryAfter ?? DEFAULT_RETRY_AFTER;
    return { outcome: later(seconds), blockSeconds: seconds };
  }
  if (status === 401 || status === 404)
    return { outcome: later(REFUSED_TOKEN_SECONDS), blockSeconds: REFUSED_TOKEN_SECONDS, alarm: 'token-refused' };
  // Blocked, deactivated, or a chat that the person never began.
  if (status === 403 || /chat not found/.test(description)) return { outcome: permanent(true) };
  if (act === 'edit' && /message is not modified/.test(description)) return { outcome: { ...answered, outcome: 'sent' } };
  if (act === 'edit' && /message (to edit not found|can't be edited)/.test(description))
    return { outcome: { ...answered, outcome: 'failed_retryable', retryAfterSeconds: null, isMessageGone: true } };
  return { outcome: permanent(false), ...(act !== 'delete' && { alarm: 'refused-text' as const }) };
}

/** Answers of a chat in which the bot may not post: it was removed, it is no admin, or there is no such chat. */
const NOT_ALLOWED = /not enough rights|have no rights|need administrator rights|chat_write_forbidden|chat not found|chat was deleted/i;

/**
 * Judges an answer to a post in a channel of the club. One that refuses the bot is left alone for a while, and tried again afterwards: a
 * person gives the bot its rights back.
 */
export function postJudgementOf(answer: TelegramAnswer<unknown>, act: TelegramAct, ms: number): Judgement {
  const isRefused = answer.kind === 'refused' && (answer.status === 403 || (answer.status === 400 && NOT_ALLOWED.test(answer.description)));
  if (!isRefused) return judgementOf(answer, act, ms);
  const answered: Answered = { status: answer.status, ms, answer: answer.description.slice(0, 300) };
  return {
    outcome: { ...answered, outcome: 'failed_retryable', retryAfterSeconds: REFUSED_CHANNEL_SECONDS },
    pauseSeconds: REFUSED_CHANNEL_SECONDS,
    alarm: 'channel-refused',
  };
}
