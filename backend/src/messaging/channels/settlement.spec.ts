import { describe, expect, it } from '@jest/globals';
import type { SendOutcome } from './channel.types.js';
import { settlementOf, type RetryPolicy } from './settlement.rules.js';

const answered = { status: 200, ms: 1, answer: '' };
const repeating: RetryPolicy = { repeatsUncertain: true, retrySeconds: (attempts) => (attempts < 3 ? attempts * 10 : null) };
const once: RetryPolicy = { ...repeating, repeatsUncertain: false };
const waits = (outcome: 'failed_retryable' | 'uncertain', retryAfterSeconds: number | null = null): SendOutcome => ({
  ...answered,
  outcome,
  retryAfterSeconds,
});
const first = { attempts: 1, secondsLeft: 1000 };

describe('settlementOf', () => {
  it.each([
    ['sent', { ...answered, outcome: 'sent' }, 'sent'],
    ['refused for good', { ...answered, outcome: 'failed_permanent', gone: false }, 'failed_permanent'],
    ['not needed', { ...answered, outcome: 'suppressed' }, 'suppressed'],
  ] as const)('ends a delivery that was %s', (_, outcome, state) => {
    expect(settlementOf(outcome, first, repeating)).toEqual({ state, inSeconds: null });
  });

  it.each(['failed_retryable', 'uncertain'] as const)('tries a delivery that is %s again on schedule', (outcome) => {
    expect(settlementOf(waits(outcome), { ...first, attempts: 2 }, repeating)).toEqual({ state: outcome, inSeconds: 20 });
  });

  it('never repeats what may have arrived on a channel that must not', () => {
    expect(settlementOf(waits('uncertain'), first, once)).toEqual({ state: 'uncertain', inSeconds: null });
    expect(settlementOf(waits('failed_retryable'), first, once)).toEqual({ state: 'failed_retryable', inSeconds: 10 });
  });

  it('waits as long as it is asked to, and never shorter than the schedule', () => {
    expect(settlementOf(waits('failed_retryable', 60), first, repeating).inSeconds).toBe(60);
    expect(settlementOf(waits('failed_retryable', 1), first, repeating).inSeconds).toBe(10);
  });

  it('gives up after the schedule', () => {
    expect(settlementOf(waits('uncertain'), { ...first, attempts: 3 }, repeating)).toEqual({ state: 'failed_permanent', inSeconds: null });
  });

  it('makes no try that would come too late, but for a replay', () => {
    expect(settlementOf(waits('uncertain'), { attempts: 1, secondsLeft: 10 }, repeating)).toEqual({ state: 'expired', inSeconds: null });
    expect(settlementOf(waits('uncertain'), { attempts: 1, secondsLeft: 10.1 }, repeating).state).toBe('uncertain');
    expect(settlementOf(waits('uncertain'), { attempts: 1, secondsLeft: Infinity }, repeating).state).toBe('uncertain');
  });
});
