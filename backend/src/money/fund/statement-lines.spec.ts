import { describe, expect, it } from '@jest/globals';
import { lastDaysOf, withMark } from './statement-lines.rules.js';

type Account = Parameters<typeof withMark>[0];
const account = (change: Partial<Account> = {}) =>
  ({ from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z', closing: '20000.00', ...change }) as Account;
const marks = (profit: string, highWaterMark: string) => new Map([['2026-06-30', { day: '2026-06-30', profit, highWaterMark }]]);

describe('a statement', () => {
  it.each([
    ['-312.834', '0', { profit: '-312.83', highWaterMark: '0.00', carryForward: '312.83' }],
    ['100.005', '250.015', { profit: '100.00', highWaterMark: '250.02', carryForward: '150.02' }],
    ['250', '100', { profit: '250.00', highWaterMark: '100.00', carryForward: '0.00' }],
  ])('with profit %s and mark %s carries what the profit lacks', (profit, mark, expected) => {
    expect(withMark(account(), marks(profit, mark))).toMatchObject({ closing: '20000.00', ...expected });
  });

  it('takes the day that it ends with', () => {
    expect(lastDaysOf([account(), account({ to: '2027-01-01T00:00:00.000Z' })])).toEqual(['2026-06-30', '2026-12-31']);
    expect(() => withMark(account({ to: '2026-06-30T00:00:00.000Z' }), marks('1', '1'))).toThrow('not stored');
  });

  it('of the start alone has neither', () => {
    expect(withMark(account({ to: '2026-06-01T00:00:00.000Z' }), new Map())).toMatchObject({
      profit: '0.00',
      highWaterMark: '0.00',
      carryForward: '0.00',
    });
  });
});
