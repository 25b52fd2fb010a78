import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closureProblems, geometryProblems } from './signal.rules.js';

const order = ['stopLoss', 'entryPrice', 'takeProfit1', 'takeProfit2', 'takeProfit3'] as const;
type Prices = Record<(typeof order)[number], string>;
const side = fc.constantFrom('long' as const, 'short' as const);
/** Prices as integers of 10^-18, whose order needs no decimal library. */
const written = (n: bigint) => `${n / 10n ** 18n}.${(n % 10n ** 18n).toString().padStart(18, '0')}`;
const ladder = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 30n }), { minLength: 5, maxLength: 5 })
  .map((units) => units.toSorted((a, b) => (a < b ? -1 : 1)));
const pricesOf = (units: readonly bigint[]) => Object.fromEntries(order.map((name, at) => [name, written(units[at]!)])) as Prices;
const fieldsOf = (problems: { field: string }[]) => problems.map(({ field }) => field);

describe('the geometry of a signal', () => {
  it('holds for every rising ladder of a long signal and every falling one of a short signal', () => {
    fc.assert(
      fc.property(ladder, side, (units, of) =>
        expect(geometryProblems({ side: of, ...pricesOf(of === 'long' ? units : units.toReversed()) })).toEqual([]),
      ),
    );
  });

  it('never holds for both sides, nor for any other order of the same prices', () => {
    const shuffled = ladder.chain((units) => fc.shuffledSubarray(units, { minLength: 5, maxLength: 5 }));
    fc.assert(
      fc.property(shuffled, (units) => {
        const rising = units.every((unit, at) => at === 0 || units[at - 1]! < unit);
        const falling = units.every((unit, at) => at === 0 || units[at - 1]! > unit);
        expect(geometryProblems({ side: 'long', ...pricesOf(units) }).length === 0).toBe(rising);
        expect(geometryProblems({ side: 'short', ...pricesOf(units) }).length === 0).toBe(falling);
      }),
    );
  });

  it('does not hold where two neighbours are equal, and names the later one', () => {
    fc.assert(
      fc.property(ladder, side, fc.integer({ min: 0, max: 3 }), (units, of, at) => {
        const sorted = of === 'long' ? units : units.toReversed();
        const equal = sorted.map((unit, index) => (index === at + 1 ? sorted[at]! : unit));
        const named = at === 0 ? 'stopLoss' : order[at + 1]!;
        expect(fieldsOf(geometryProblems({ side: of, ...pricesOf(equal) }))).toContain(named);
      }),
    );
  });

  it.each([
    ['the stop', { stopLoss: '101' }, ['stopLoss']],
    ['target 1', { takeProfit1: '99' }, ['takeProfit1']],
    ['target 2', { takeProfit2: '105' }, ['takeProfit2']],
    ['target 3', { takeProfit3: '109.999999999999999999' }, ['takeProfit3']],
    [
      'everything',
      { stopLoss: '105', takeProfit1: '95', takeProfit2: '90', takeProfit3: '85' },
      ['stopLoss', 'takeProfit1', 'takeProfit2', 'takeProfit3'],
    ],
  ])('names %s of a long signal where it stands wrong', (_, wrong, fields) => {
    const prices = { side: 'long' as const, stopLoss: '95', entryPrice: '100', takeProfit1: '105', takeProfit2: '110', takeProfit3: '120' };
    expect(geometryProblems(prices)).toEqual([]);
    expect(fieldsOf(geometryProblems({ ...prices, ...wrong }))).toEqual(fields);
  });

  it('says in which direction', () => {
    const prices = { stopLoss: '95', entryPrice: '100', takeProfit1: '105', takeProfit2: '110', takeProfit3: '120' };
    expect(geometryProblems({ side: 'short', ...prices })[0]).toEqual({
      field: 'stopLoss',
      message: 'The stop loss of a short signal must be above the entry price',
    });
    expect(geometryProblems({ side: 'short', ...prices })[1]).toEqual({
      field: 'takeProfit1',
      message: 'Take profit 1 of a short signal must be below the entry price',
    });
  });
});

describe('the projected closure', () => {
  const at = { date: '2026-11-21', time: '10:00' };
  it.each(['2026-11-21', '2026-11-22', '2026-11-21T10:00:01Z', '2026-11-21T10:30', '2026-11-21T12:30+02:00'])(
    'may be %s',
    (projectedDateOfClosure) => expect(closureProblems({ ...at, projectedDateOfClosure })).toEqual([]),
  );
  it.each(['2026-11-20', '2026-11-21T10:00:00Z', '2026-11-21T09:59', '2026-11-21T11:59+02:00', 'never'])(
    'may not be %s',
    (projectedDateOfClosure) => expect(fieldsOf(closureProblems({ ...at, projectedDateOfClosure }))).toEqual(['projectedDateOfClosure']),
  );
});
