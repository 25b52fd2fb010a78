import { describe, expect, it } from '@jest/globals';
import type { AccountState } from './account-state.repository.js';
import { kindOf, planRun } from './run-plan.rules.js';
import type { SyncTrigger } from './sync-run.entity.js';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const known: AccountState = {
  spotMark: { mark: '1', at: now.toISOString(), coins: {}, capital: {} },
  futuresMark: null,
  unexplainedSince: null,
  futuresAvailable: true,
  verifiedAt: ago(60),
  lastSyncedAt: ago(5),
  unsearched: 0,
};
const plan = (account: Partial<AccountState>, trigger: SyncTrigger = 'schedule') =>
  planRun({ ...known, ...account }, { trigger, intervalMinutes: 15, now });

describe('the plan of a run', () => {
  it('reads everything the first time', () =>
    expect(plan({ verifiedAt: null, lastSyncedAt: null, spotMark: null })).toEqual({ first: true, full: true, head: true }));
  it('asks for every symbol once a day', () => {
    expect(plan({ verifiedAt: ago(24 * 60 - 1) }, 'demand').full).toBe(false);
    expect(plan({ verifiedAt: ago(24 * 60) }, 'demand')).toEqual({ first: false, full: true, head: true });
  });
  it('asks for every symbol where nothing is known to compare balances with', () => expect(plan({ spotMark: null }).full).toBe(true));
  it('only goes on with histories where the schedule comes soon after the last run', () =>
    expect(plan({})).toEqual({ first: false, full: false, head: false }));
  it('looks at the account when it is due, and always for those who ask', () => {
    expect(plan({ lastSyncedAt: ago(14) }).head).toBe(true);
    expect(plan({}, 'demand').head).toBe(true);
    expect(plan({}, 'approval').head).toBe(true);
  });
  it('names the run by what it reads', () => {
    expect(kindOf(plan({ verifiedAt: null, lastSyncedAt: null, spotMark: null }))).toBe('full');
    expect(kindOf(plan({ verifiedAt: ago(24 * 60) }))).toBe('full');
    expect(kindOf(plan({ lastSyncedAt: ago(14) }))).toBe('balances');
    expect(kindOf(plan({}))).toBe('history');
  });
});
