import type { DeliveryState, SendOutcome } from './channel.types.js';

/** What a channel allows after a try. */
export interface RetryPolicy {
  /** Whether a message may be sent again although it may have arrived. */
  repeatsUncertain: boolean;
  /** Seconds before the next try, after this many; null: there is none. */
  retrySeconds(attempts: number): number | null;
}

export interface Settlement {
  state: Exclude<DeliveryState, 'queued' | 'claimed' | 'sending'>;
  /** Until the next try; null: there is none. */
  inSeconds: number | null;
}

/**
 * Returns the state after a try. `attempts` counts this one; `secondsLeft`: until the event expires, Infinity for a replay. A try that
 * would come too late is not made.
 */
export function settlementOf(
  outcome: SendOutcome,
  { attempts, secondsLeft }: { attempts: number; secondsLeft: number },
  policy: RetryPolicy,
): Settlement {
  const isFinal = outcome.outcome === 'sent' || outcome.outcome === 'failed_permanent' || outcome.outcome === 'suppressed';
  if (isFinal) return { state: outcome.outcome, inSeconds: null };
  if (outcome.outcome === 'uncertain' && !policy.repeatsUncertain) return { state: 'uncertain', inSeconds: null };
  const scheduled = policy.retrySeconds(attempts);
  if (scheduled === null) return { state: 'failed_permanent', inSeconds: null };
  const inSeconds = Math.max(scheduled, outcome.retryAfterSeconds ?? 0);
  return inSeconds >= secondsLeft ? { state: 'expired', inSeconds: null } : { state: outcome.outcome, inSeconds };
}
