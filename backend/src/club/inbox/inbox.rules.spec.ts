import { describe, expect, it } from '@jest/globals';
import { dueStateOf, failedQueuesOf, kindsOf } from './inbox.rules.js';
import { inboxKinds } from './inbox.types.js';

it.each([
  ['owner', inboxKinds],
  ['admin', inboxKinds],
  ['reviewer', ['kyc', 'payment', 'transfer']],
  ['signal author', []],
  ['support', ['comment']],
  ['auditor', []],
  [null, []],
] as const)('the inbox of %s has the kinds that the role decides', (role, expected) => {
  expect(kindsOf(role)).toEqual(expected);
});

describe('an item', () => {
  const item = { since: new Date('2026-11-01T00:00:00Z'), dueAt: new Date('2026-11-02T00:00:00Z') };

  it.each([
    ['2026-11-01T17:59:59.999Z', 'in-time'],
    ['2026-11-01T18:00:00.000Z', 'due-soon'],
    ['2026-11-01T23:59:59.999Z', 'due-soon'],
    ['2026-11-02T00:00:00.000Z', 'overdue'],
  ] as const)('due in 24 hours is at %s %s', (now, expected) => {
    expect(dueStateOf(item, new Date(now))).toBe(expected);
  });
});

it('failed jobs are one group for each queue, which waits since the oldest failure', () => {
  const [first, second, third] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'].map((at) => new Date(at));
  expect(
    failedQueuesOf([
      { queue: 'system', failedAt: second! },
      { queue: 'exchange', failedAt: third! },
      { queue: 'system', failedAt: first! },
    ]),
  ).toEqual([
    { queue: 'exchange', since: third, count: 1 },
    { queue: 'system', since: first, count: 2 },
  ]);
  expect(failedQueuesOf([])).toEqual([]);
});
