import type { TelegramAnswer } from '../telegram/telegram-api.client.js';
import { REFUSED_TOKEN_SECONDS } from '../telegram/telegram-outcome.rules.js';
import type { GroupAct } from './chat-member.types.js';

/** A 429 that does not say how long. */
const DEFAULT_RETRY_AFTER = 5;
/** How long nothing is done about the group after Telegram has said that the bot may not. */
const PAUSE_SECONDS = 30;
/** The longest pause between two tries. */
const MAX_SECONDS = 600;
/** The same for removals and answers to join requests: access must end within a minute, and a person waits for the answer. */
const MAX_URGENT_SECONDS = 8;

type Refused = Extract<TelegramAnswer<unknown>, { kind: 'refused' }>;

const refusedWith =
  (pattern: RegExp) =>
  (answer: TelegramAnswer<unknown>): answer is Refused =>
    answer.kind === 'refused' && answer.status === 400 && pattern.test(answer.description);

/** The join request was answered before, by us or by an admin of the group. */
export const isAnswered = refusedWith(/HIDE_REQUESTER_MISSING|USER_ALREADY_PARTICIPANT|USER_CHANNELS_TOO_MUCH/);
/** The link does not exist any more. */
export const isLinkGone = refusedWith(/INVITE_HASH|invite link/i);
/** Telegram does not remove this account: it is an admin or the owner, or it is not there. */
export const isNotRemovable = refusedWith(/administrator|owner|creator|USER_NOT_PARTICIPANT|participant|not found/i);
const isPowerless = refusedWith(/not enough rights|have no rights|CHAT_ADMIN_REQUIRED|chat not found|need to be administrator/i);

/** What a failed request means. `scope`: what is held back for `blockSeconds`. */
export interface GroupFailure {
  inSeconds: number;
  block?: { scope: 'all' | 'group'; seconds: number };
  alarm?: 'token-refused' | 'group-refused';
}

/** Judges a request that did not end as it should. `attempts`: failed ones before it. */
export function groupFailureOf(answer: TelegramAnswer<unknown>, act: GroupAct, attempts: number): GroupFailure {
  const isUrgent = act === 'remove' || act === 'answer';
  const inSeconds = Math.min(2 ** Math.min(attempts, 10), isUrgent ? MAX_URGENT_SECONDS : MAX_SECONDS);
  if (answer.kind !== 'refused') return { inSeconds };
  if (answer.status === 429) {
    const seconds = answer.retryAfter ?? DEFAULT_RETRY_AFTER;
    return { inSeconds: seconds, block: { scope: 'all', seconds } };
  }
  if (answer.status === 401 || answer.status === 404)
    return { inSeconds, block: { scope: 'all', seconds: REFUSED_TOKEN_SECONDS }, alarm: 'token-refused' };
  if (answer.status === 403 || isPowerless(answer))
    return { inSeconds, block: { scope: 'group', seconds: PAUSE_SECONDS }, alarm: 'group-refused' };
  return { inSeconds, alarm: 'group-refused' };
}
