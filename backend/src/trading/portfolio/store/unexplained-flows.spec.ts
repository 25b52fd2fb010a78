import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { settle, type SettledBefore } from './unexplained-flows.js';

const none = () => false;
const T = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const one = (amount: bigint) => new Map(amount === 0n ? [] : [['spot:BTC', amount]]);

function before(opening: bigint, reported: bigint, unexplained: bigint[] = []): SettledBefore {
  return {
    opening: one(opening),
    holdings: one(reported),
    unexplained: unexplained.map((amount, n) => ({ at: T - (n + 2) * DAY_MS, wallet: 'spot', asset: 'BTC', amount, dust: false })),
  };
}

describe('rows against a reading', () => {
  it('begin with what no row explains', () => {
    expect(settle(null, { before: new Map(), now: one(3n) }, one(10n), T, none)).toEqual({ opening: one(7n), unexplained: [] });
  });

  it('leave the beginning alone where something moves without a row', () => {
    const { opening, unexplained } = settle(before(7n, 10n), { before: one(3n), now: one(5n) }, one(9n), T, none);
    expect(opening).toEqual(one(7n));
    expect(unexplained).toEqual([{ at: T, wallet: 'spot', asset: 'BTC', amount: -3n, dust: false }]);
  });

  it('change the beginning where rows come that are older than the last reading', () => {
    expect(settle(before(7n, 10n), { before: one(5n), now: one(5n) }, one(10n), T, none)).toEqual({ opening: one(5n), unexplained: [] });
  });

  it('take back what was unexplained until they came', () => {
    expect(settle(before(0n, 6n, [-4n]), { before: one(6n), now: one(6n) }, one(6n), T, none)).toEqual({
      opening: new Map(),
      unexplained: [],
    });
  });

  it('count a deposit that was dated before the last reading and credited after it', () => {
    expect(settle(before(0n, 10n), { before: one(15n), now: one(15n) }, one(15n), T, none)).toEqual({
      opening: new Map(),
      unexplained: [],
    });
  });

  it('forget what was in the balance a moment before its row was', () => {
    const early: SettledBefore = {
      opening: new Map(),
      holdings: one(12n),
      unexplained: [{ at: T - 600_000, wallet: 'spot', asset: 'BTC', amount: 2n, dust: false }],
    };
    expect(settle(early, { before: one(10n), now: one(12n) }, one(12n), T, none)).toEqual({ opening: new Map(), unexplained: [] });
  });

  it('always come out at what the exchange reports', () => {
    const amount = fc.bigInt({ min: -9n, max: 9n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.array(amount, { maxLength: 3 }),
        amount,
        amount,
        amount,
        (opening, reportedBefore, found, movedBefore, movedSince, reported) => {
          const moved = { before: one(movedBefore), now: one(movedBefore + movedSince) };
          const settled = settle(
            before(
              opening,
              reportedBefore,
              found.filter((entry) => entry !== 0n),
            ),
            moved,
            one(reported),
            T,
            none,
          );
          const sum = (settled.opening.get('spot:BTC') ?? 0n) + settled.unexplained.reduce((total, { amount: entry }) => total + entry, 0n);
          expect(movedBefore + movedSince + sum).toBe(reported);
          expect(settled.unexplained.every(({ amount: entry }) => entry !== 0n)).toBe(true);
          // The same reading once more changes nothing.
          const again = settle({ ...settled, holdings: one(reported) }, { before: moved.now, now: moved.now }, one(reported), T, none);
          expect(again).toEqual(settled);
        },
      ),
    );
  });
});
