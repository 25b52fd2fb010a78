import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TooMany } from '../../platform/domain/index.js';
import { limits, type LimitName, type RateLimits } from '../../platform/rate-limits/index.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';
import { SignInSettings } from './sign-in.settings.js';

const settings = Object.assign(new SignInSettings(), { accountWaiting: 3, accountsWaiting: 5, everywhereWaiting: 2 });
const open: SignInThrottleService[] = [];

function brakes(used: Partial<Record<LimitName, number>>): SignInThrottleService {
  const counters = { used: async (name: LimitName) => used[name] ?? 0 } as unknown as RateLimits;
  const made = new SignInThrottleService(counters, settings);
  open.push(made);
  return made;
}

/** What has become of an attempt, once everything that can happen now has happened. */
function watch(attempt: Promise<void>): { state: string } {
  const watched = { state: 'waiting' };
  attempt.then(
    () => (watched.state = 'through'),
    (error: unknown) => (watched.state = error instanceof TooMany ? 'refused' : String(error)),
  );
  return watched;
}
const states = (watched: { state: string }[]) => watched.map(({ state }) => state).sort();
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  for (const made of open.splice(0)) made.onModuleDestroy();
  jest.useRealTimers();
});

describe('attempts at one account', () => {
  const underAttack = { signInAccount: limits.signInAccount.points };

  it('pass at once while there are few failures', async () => {
    const calm = brakes({ signInAccount: limits.signInAccount.points - 1 });
    const attempts = Array.from({ length: 10 }, () => watch(calm.slow('ann')));
    await pass(0);
    expect(new Set(states(attempts))).toEqual(new Set(['through']));
  });

  it('go one at a time under attack, and those at another account do not wait for them', async () => {
    const slowing = brakes(underAttack);
    const attempts = Array.from({ length: 4 }, () => watch(slowing.slow('ann')));
    const other = watch(slowing.slow('ben'));
    await pass(0);
    expect([states(attempts), other.state]).toEqual([['through', 'waiting', 'waiting', 'waiting'], 'through']);
    await pass(settings.accountEveryMs);
    expect(states(attempts)).toEqual(['through', 'through', 'waiting', 'waiting']);
    await pass(settings.accountEveryMs * 2);
    expect(new Set(states(attempts))).toEqual(new Set(['through']));
  });

  it('are bounded: one of those who wait is turned away where another one comes', async () => {
    const slowing = brakes(underAttack);
    const attempts = Array.from({ length: 10 }, () => watch(slowing.slow('ann')));
    await pass(0);
    expect(states(attempts)).toEqual([...Array<string>(6).fill('refused'), 'through', 'waiting', 'waiting', 'waiting']);
  });

  it('are bounded for all accounts together', async () => {
    const slowing = brakes(underAttack);
    const attempts = ['ann', 'ben', 'cid'].flatMap((account) => Array.from({ length: 4 }, () => watch(slowing.slow(account))));
    await pass(0);
    expect(states(attempts).filter((state) => state === 'waiting')).toHaveLength(settings.accountsWaiting);
  });

  it('that are not drawn in time are told to come again', async () => {
    const slowing = brakes(underAttack);
    Object.assign(settings, { accountEveryMs: 60_000 });
    const attempts = [watch(slowing.slow('ann')), watch(slowing.slow('ann'))];
    await pass(settings.accountMaxWaitMs);
    Object.assign(settings, { accountEveryMs: new SignInSettings().accountEveryMs });
    expect(states(attempts)).toEqual(['refused', 'through']);
  });

  it('all pass where the process ends', async () => {
    const slowing = brakes(underAttack);
    const attempts = [watch(slowing.slow('ann')), watch(slowing.slow('ann'))];
    await pass(0);
    slowing.onModuleDestroy();
    await pass(0);
    expect(states(attempts)).toEqual(['through', 'through']);
  });
});

describe('attempts while there are too many failures everywhere', () => {
  it('wait, and are never refused: the one who has waited longest goes on where too many wait', async () => {
    const slowing = brakes({ signInEverywhere: limits.signInEverywhere.points });
    const attempts = Array.from({ length: 4 }, (_, n) => watch(slowing.slow(`member ${n}`)));
    await pass(0);
    expect(attempts.map(({ state }) => state)).toEqual(['through', 'through', 'waiting', 'waiting']);
    await pass(settings.everywhereDelayMs);
    expect(new Set(states(attempts))).toEqual(new Set(['through']));
  });
});
