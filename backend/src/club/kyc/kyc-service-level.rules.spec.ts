import { describe, expect, it } from '@jest/globals';
import { serviceLevelOf } from './kyc-service-level.rules.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe('the service level of a waiting submission', () => {
  it.each([
    [0, 'in-time'],
    [18 * 60 - 1, 'in-time'],
    [18 * 60, 'due-soon'],
    [24 * 60 - 1, 'due-soon'],
    [24 * 60, 'overdue'],
    [90 * 60, 'overdue'],
  ])('is after %i minutes of 24 hours: %s', (minutes, state) => {
    expect(serviceLevelOf(ago(minutes), now, 24).state).toBe(state);
  });

  it('leaves out the time in which it waited for its member', () => {
    expect(serviceLevelOf(ago(30 * 60), now, 24, 12 * 3600)).toEqual({ state: 'due-soon', dueAt: new Date('2026-11-20T18:00:00.000Z') });
  });

  it('is due the given hours after it was submitted', () => {
    expect(serviceLevelOf(ago(60), now, 4)).toEqual({ state: 'in-time', dueAt: new Date('2026-11-20T15:00:00.000Z') });
  });
});
