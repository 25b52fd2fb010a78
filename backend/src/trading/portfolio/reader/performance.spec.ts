import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../../../platform/domain/index.js';
import { allocationOf, changesOf } from './overview.js';
import { performanceOf } from './performance.js';
import { dayAfter } from './figure.js';
import type { DayView, FlowView } from './stored-portfolio.types.js';

const day = (at: string, { index = '1', ...given }: Partial<DayView> = {}): DayView => ({
  day: at,
  equity: '100',
  spot: '100',
  futures: '0',
  unrealised: '0',
  inflow: '0',
  outflow: '0',
  realised: '0',
  fees: '0',
  funding: '0',
  dayReturn: '0',
  index,
  indexHigh: index,
  indexLow: index,
  dayFall: index === null ? null : '0',
  drawdown: '0',
  segment: 1,
  btcPrice: null,
  flags: [],
  ...given,
});
const flow = (at: string, value: string | null): FlowView => ({
  kind: 'deposit',
  id: at,
  at: new Date(at),
  asset: 'USDT',
  quantity: value ?? '1',
  price: null,
  value,
});

/** Days from their returns, from 1 January 2025 on, with 100 at the beginning. */
function chained(returns: readonly number[]): DayView[] {
  let index = new Decimal(1);
  return returns.map((r, at) => {
    index = index.times(new Decimal(1).plus(r));
    return day(dayAfter('2025-01-01', at), { equity: index.times(100).toFixed(), dayReturn: String(r), index: index.toFixed() });
  });
}
const before = day('2024-12-31');
const told = (days: DayView[], start: DayView | null = before) => performanceOf({ days, before: start, flows: [], readAt: null });

describe('the performance of a period', () => {
  it('is the product of its days, and of its months, and of its years', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -900, max: 900 }).map((n) => n / 10_000),
          { minLength: 1, maxLength: 800 },
        ),
        (returns) => {
          const { twr, months, years, segments } = told(chained(returns));
          for (const parts of [months, years]) {
            const product = parts.reduce((sum, { change }) => sum.times(new Decimal(change.value!).plus(1)), new Decimal(1)).minus(1);
            expect(product.minus(twr.value!).abs().lt('1e-8')).toBe(true);
          }
          expect(segments).toHaveLength(1);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has the same return, ratios and drawdown wherever its index stands', () => {
    const days = chained([0.01, -0.02, 0.03, -0.01, 0.02]);
    const moved = days.map((one) => {
      const index = new Decimal(one.index!).times('3.5').toFixed();
      return { ...one, index, indexHigh: index, indexLow: index };
    });
    const [one, other] = [told(days), told(moved, { ...before, index: '3.5' })];
    expect(other.twr).toEqual(one.twr);
    expect(other.maxDrawdown).toEqual({ value: '-0.02', reason: null });
    expect(one.maxDrawdown).toEqual(other.maxDrawdown);
  });

  it('counts its beginning among the peaks', () => {
    expect(told(chained([-0.1, 0.05])).maxDrawdown.value).toBe('-0.1');
  });

  it('has the drawdown of its sub-periods, which deposits and withdrawals cut within a day', () => {
    // 100, twice as much before a deposit at noon, 36 % of that lost until midnight.
    const days = [
      day('2025-01-01', { index: '1' }),
      { ...day('2025-01-02', { index: '1.28' }), indexHigh: '2', indexLow: '1.28', dayFall: '-0.36' },
      { ...day('2025-01-03', { index: '1.6' }), indexHigh: '1.6', indexLow: '0.9' },
    ];
    expect(told(days.slice(0, 2)).maxDrawdown).toEqual({ value: '-0.36', reason: null });
    // The lowest of a later day counts from the highest of an earlier one.
    expect(told(days).maxDrawdown).toEqual({ value: '-0.55', reason: null });
  });

  it('has no return that rests on an estimate, and no total that leaves out an unknown day', () => {
    const days = chained([0.1, 0.1]);
    const estimated = told([days[0]!, { ...days[1]!, flags: ['estimated'] }]);
    const reason = { id: 'portfolio.estimated-day', day: '2025-01-02' };
    for (const figure of [estimated.twr, estimated.maxDrawdown, estimated.sharpe, estimated.months[0]!.change])
      expect(figure).toEqual({ value: null, reason });
    expect(estimated.profit.value).toBe('21');
    const unknownDay = told([days[0]!, { ...days[1]!, funding: null, realised: null, fees: null }]);
    expect(unknownDay.funding).toEqual({ value: null, reason: { id: 'portfolio.no-funding-on-day', day: '2025-01-02' } });
    for (const figure of [unknownDay.realised, unknownDay.fees])
      expect(figure).toEqual({ value: null, reason: { id: 'portfolio.no-futures-trades-on-day', day: '2025-01-02' } });
    expect(unknownDay.twr.value).toBe('0.21');
    const incomplete = told([{ ...days[0]!, flags: ['incomplete'] }, days[1]!]);
    expect(incomplete.twr).toEqual({ value: null, reason: { id: 'portfolio.incomplete-day', day: '2025-01-01' } });
  });

  it('has ratios from thirty whole days on', () => {
    const month = [...Array(6).keys()].flatMap(() => [0.01, -0.02, 0.03, -0.01, 0.02]);
    expect(told(chained(month.slice(1))).sharpe).toEqual({
      value: null,
      reason: { id: 'portfolio.few-days', needed: 30, known: 29 },
    });
    const { sharpe, sortino } = told(chained(month));
    // The vector of the rules, six times over: the mean stays, the deviation has another divisor.
    expect(Number(sharpe.value)).toBeCloseTo(5.527942 * Math.sqrt((29 * 5) / (30 * 4)), 5);
    expect(Number(sortino.value)).toBeCloseTo(11.462984, 6);
    const partial = chained(month).map((one, at) => (at === 29 ? { ...one, flags: ['partial' as const] } : one));
    expect(told(partial).sharpe.value).toBeNull();
    expect(told(chained(Array<number>(30).fill(0))).sharpe).toEqual({ value: null, reason: { id: 'portfolio.same-returns' } });
    expect(told(chained(Array<number>(30).fill(0.01))).sortino.reason).toEqual({ id: 'portfolio.no-loss' });
  });

  it('is annualised from a year on', () => {
    expect(told(chained(Array<number>(364).fill(0.001))).cagr.value).toBeNull();
    const { cagr, calmar, twr } = told(chained(Array<number>(365).fill(0.001)));
    expect(cagr.value).toBe(twr.value);
    expect(calmar).toEqual({ value: null, reason: { id: 'portfolio.no-drawdown' } });
  });

  it('with a broken chain has two stretches and no percentage across', () => {
    const days = [
      ...chained([0.1, -0.5]),
      day('2025-01-03', { equity: null, index: null, dayReturn: null, segment: 1, flags: ['unpriced'] }),
      day('2025-01-04', { segment: 2, index: '1.2', dayReturn: '0.2' }),
    ];
    const { twr, maxDrawdown, sharpe, cagr, segments, months } = told(days);
    for (const figure of [twr, maxDrawdown, sharpe, cagr])
      expect(figure).toEqual({ value: null, reason: { id: 'portfolio.broken-chain', day: '2025-01-04' } });
    expect(segments).toMatchObject([
      { from: '2025-01-01', to: '2025-01-03', change: { value: '-0.45' }, maxDrawdown: { value: '-0.5' } },
      { from: '2025-01-04', to: '2025-01-04', change: { value: '0.2' } },
    ]);
    expect(months[0]!.change.value).toBeNull();
  });

  it('leads over a day without a price, and has no profit that ends on one', () => {
    const days = [
      ...chained([0.1]),
      day('2025-01-02', { equity: null, index: null, dayReturn: null, flags: ['unpriced'] }),
      day('2025-01-03', { equity: '121', index: '1.21', dayReturn: '0.1' }),
    ];
    expect(told(days)).toMatchObject({ twr: { value: '0.21' }, profit: { value: '21' }, marks: { unpriced: 1 } });
    expect(told(days.slice(0, 2))).toMatchObject({
      twr: { value: '0.1' },
      profit: { value: null, reason: { id: 'portfolio.no-price-on-day', day: '2025-01-02' } },
    });
  });

  it('with a movement of unknown worth has neither profit nor a money-weighted return', () => {
    const { profit, mwr } = performanceOf({ days: chained([0.1, 0.1]), before, flows: [flow('2025-01-02T08:00:00Z', null)], readAt: null });
    expect(profit).toEqual({ value: null, reason: { id: 'portfolio.flow-without-value-on-day', day: '2025-01-02' } });
    expect(mwr).toEqual(profit);
  });

  it('weighs money by when it came and went', () => {
    // 100 stay a year and become 110, or 100 more come in the middle and lose what the first had won.
    const still = told(chained([...Array<number>(364).fill(0), 0.1]));
    expect(Number(still.mwr.value)).toBeCloseTo(0.1, 9);
    const [first, second] = [
      day('2025-01-01', { equity: '120', index: '1.2' }),
      day('2025-01-02', { equity: '198', inflow: '100', index: '1.08' }),
    ];
    const { twr, mwr, profit } = performanceOf({
      days: [first, second],
      before,
      flows: [flow('2025-01-02T00:00:00Z', '100')],
      readAt: null,
    });
    expect(twr.value).toBe('0.08');
    expect(profit.value).toBe('-2');
    expect(Number(mwr.value)).toBeLessThan(0);
  });

  it('compares with BTC over the days whose price is known, the account over the same', () => {
    const days = chained([0.1, 0.2, 0.5]).map((one, at) => ({ ...one, btcPrice: ['100', '150', null][at]! }));
    expect(told(days).bitcoin).toEqual({ from: '2025-01-01', change: { value: '0.5', reason: null }, own: { value: '0.2', reason: null } });
    expect(told(chained([0.1])).bitcoin.change.value).toBeNull();
  });
});

describe('the changes of an account', () => {
  const days = chained(Array<number>(31).fill(0.01)).map((one, at) =>
    at === 30 ? { ...one, inflow: '50', equity: new Decimal(one.equity!).plus(50).toFixed() } : one,
  );

  it('are counted from the midnight so many days before the last day', () => {
    const [today, week, month] = changesOf(days, new Set());
    expect(today).toMatchObject({ since: new Date('2025-01-31T00:00:00Z'), change: { value: '0.01' } });
    expect(Number(today!.profit.value)).toBeCloseTo(1.3478, 4);
    expect(week).toMatchObject({ since: new Date('2025-01-25T00:00:00Z') });
    expect(month).toMatchObject({ since: new Date('2025-01-02T00:00:00Z') });
    expect(Number(month!.change.value)).toBeCloseTo(1.01 ** 30 - 1, 10);
  });

  it('are unknown where the midnight has no value, or money of unknown worth moved since', () => {
    const [today] = changesOf(days, new Set(['2025-01-31']));
    expect(today).toMatchObject({
      profit: { value: null, reason: { id: 'portfolio.flow-without-value-on-day', day: '2025-01-31' } },
      change: { value: '0.01' },
    });
    const [other] = changesOf(
      days.map((one) => (one.day === '2025-01-30' ? { ...one, equity: null, index: null } : one)),
      new Set(),
    );
    expect(other!.change).toEqual({ value: null, reason: { id: 'portfolio.no-value-on-day', day: '2025-01-30' } });
  });
});

describe('an allocation', () => {
  it('has shares of what has a price, the dearest first, and the futures wallet among it', () => {
    const held = [
      { coin: 'BTC', quantity: '1', value: '30' },
      { coin: 'JUP', quantity: '5', value: null },
    ];
    expect(
      allocationOf(held, '70', [
        { name: 'Funding', balance: '100' },
        { name: 'Earn', balance: '0.0' },
      ]),
    ).toEqual([
      { coin: null, wallet: 'Funding', quantity: null, value: '100', share: '0.5' },
      { coin: null, wallet: 'Futures', quantity: null, value: '70', share: '0.35' },
      { coin: 'BTC', wallet: null, quantity: '1', value: '30', share: '0.15' },
      { coin: 'JUP', wallet: null, quantity: '5', value: null, share: null },
    ]);
    expect(allocationOf([], '0')).toEqual([]);
    expect(allocationOf([{ coin: 'USDT', quantity: '0.0', value: '0' }], null)).toEqual([
      { coin: 'USDT', wallet: null, quantity: '0.0', value: '0', share: null },
    ]);
  });
});
