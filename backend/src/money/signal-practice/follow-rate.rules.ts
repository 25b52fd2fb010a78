import { divided, ONE, scaled, times } from '../../platform/domain/scaled.js';
import { isFollowed } from '../club-share/index.js';

// Units: prices, quantities and amounts are integers of 10^-18, times milliseconds since 1970.

/** A filled signal that has ended. */
export interface FilledSignal {
  publishedAt: number;
  /** Until when a trade can have followed it. */
  entryUntil: number;
  endedAt: number;
  modelEntry: bigint;
  /** As typed, such as "2% of the account". */
  recommendedSize: string;
  /** What the account entered of it; 0: nothing. */
  entryQty: bigint;
}

/** What of the account's past is known. */
export interface AccountHistory {
  from: number;
  /** All trades before it are known. */
  until: number;
  /** Value of the account at the last midnight (UTC) before a time; null: unknown. */
  equityBefore: (time: number) => bigint | null;
}

/** `filled` is the sum of the four after it. */
export interface FollowCounts {
  filled: number;
  followed: number;
  /** Entered with less than a quarter of the recommended size. */
  tooSmall: number;
  /** Entered, but the recommended size is not known: counts as not followed. */
  unsized: number;
  notEntered: number;
  /** Filled signals before or after what is known of the account; not counted. */
  outside: number;
  /** From the first publication to the last end of the signals that count. */
  period: { from: number; to: number } | null;
}

/** One percentage and no other number: "2%", "2.5 % of the account", "1,5%". */
const ONE_PERCENTAGE = /^[^\d%]*?(\d{1,3}(?:[.,]\d{1,6})?)\s*%[^\d%]*$/;

/** Returns the part of the account that a signal's text recommends, above 0; null: the text gives no single percentage. */
export function recommendedPart(text: string): bigint | null {
  const number = ONE_PERCENTAGE.exec(text)?.[1]?.replace(',', '.');
  const part = number === undefined ? 0n : scaled(number) / 100n;
  return part > 0n ? part : null;
}

/** Counts which filled signals the club's own account followed (docs/club-share.md). */
export function followCounts(signals: readonly FilledSignal[], { from, until, equityBefore }: AccountHistory): FollowCounts {
  const counted = signals.filter(({ publishedAt, entryUntil }) => publishedAt >= from && entryUntil <= until);
  const counts = { followed: 0, tooSmall: 0, unsized: 0, notEntered: 0 };
  for (const signal of counted) counts[judgeSignal(signal, equityBefore(signal.publishedAt))]++;
  return { filled: counted.length, ...counts, outside: signals.length - counted.length, period: periodOf(counted) };
}

function judgeSignal({ recommendedSize, entryQty, modelEntry }: FilledSignal, equity: bigint | null) {
  if (entryQty === 0n) return 'notEntered';
  const part = recommendedPart(recommendedSize);
  if (part === null || equity === null || equity <= 0n) return 'unsized';
  const recommendedQty = divided(times(part, equity) * ONE, modelEntry);
  return isFollowed(entryQty, recommendedQty) ? 'followed' : 'tooSmall';
}

function periodOf(signals: readonly FilledSignal[]): FollowCounts['period'] {
  if (signals.length === 0) return null;
  const [from, to] = signals.reduce(
    ([first, last], { publishedAt, endedAt }) => [Math.min(first, publishedAt), Math.max(last, endedAt)],
    [Infinity, -Infinity],
  );
  return { from, to };
}
