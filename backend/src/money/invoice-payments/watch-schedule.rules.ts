import type { Chain } from '../chain/index.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Answers of Esplora servers are cached for 10 seconds; TRON's blocks come every 3. */
const FAST_MS: Readonly<Record<Chain, number>> = { bitcoin: 10 * SECOND, tron: 5 * SECOND };
const STEPS = [
  { until: HOUR, every: 2 * MINUTE },
  { until: DAY, every: 15 * MINUTE },
  { until: 30 * DAY, every: HOUR },
] as const;
/** After a failure: doubled each time, this at most. */
const MAX_BACKOFF_MS = 5 * MINUTE;

/**
 * Returns how long the next reading of an address waits: seconds while a quote is open or a transfer is not final, then more and more
 * seldom, and once a day for good.
 */
export function pauseAfter(chain: Chain, { isActive, quietMs }: { isActive: boolean; quietMs: number }): number {
  if (isActive) return FAST_MS[chain];
  return STEPS.find(({ until }) => quietMs < until)?.every ?? DAY;
}

/** Returns the pause after a reading failed. `failingMs`: how long readings have failed. */
export function pauseAfterFailure(chain: Chain, failingMs: number): number {
  return Math.min(MAX_BACKOFF_MS, Math.max(FAST_MS[chain], failingMs));
}

/** A quote ended during an outage of ours if nothing was read for longer than this around its end. */
const GAP_MS = MINUTE;

export function endedUnseen(endsAt: Date, lastReadAt: Date, readAt: Date): boolean {
  return lastReadAt < endsAt && endsAt <= readAt && readAt.getTime() - lastReadAt.getTime() > GAP_MS;
}
