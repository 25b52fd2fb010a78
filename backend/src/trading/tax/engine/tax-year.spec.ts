import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { abs, scaled, toDecimal } from '../../../platform/domain/scaled.js';
import { historyArbitrary, priceOfHistory } from '../../../../test/support/tax/random-history.js';
import { TaxYear, type TaxLines, type TaxMethod, type TaxRow } from './index.js';
import { independentReport } from '../../../../test/support/tax/independent-report.js';
import { taxMethods } from './tax-rows.types.js';

const YEAR = 2025;

function engineReport(rows: readonly TaxRow[], method: TaxMethod) {
  const lines: string[] = [];
  const text = (value: bigint | null) => (value === null ? '-' : String(value));
  const take: Required<TaxLines> = {
    disposal: (l) =>
      lines.push(
        `gain ${l.id} ${l.kind} ${l.asset} ${toDecimal(l.qty)} ${l.acquiredAt ?? '-'} ${l.proceeds} ${l.fees} ${l.cost} ${l.gain}`,
      ),
    unknown: (l) =>
      lines.push(`unknown ${l.id} ${l.kind} ${l.asset} ${toDecimal(l.qty)} ${l.cause} ${text(l.proceeds)} ${text(l.fees)} ${text(l.cost)}`),
    reward: (l) => lines.push(`reward ${l.id} ${l.asset} ${toDecimal(l.qty)} ${l.value}`),
    unvalued: (l) => lines.push(`unvalued ${l.id} ${l.kind} ${l.asset} ${toDecimal(l.qty)}`),
  };
  const engine = new TaxYear({ year: YEAR, method, priceOf: priceOfHistory, lines: take });
  for (const row of rows) if (row.time < Date.UTC(YEAR + 1, 0, 1)) engine.apply(row);
  return { lines, totals: engine.finish() };
}

describe('the tax engine', () => {
  it('agrees with an independent computation of 2,000 random histories, to the cent', () => {
    let [disposals, unknown] = [0, 0];
    fc.assert(
      fc.property(historyArbitrary, (rows) => {
        for (const method of taxMethods) {
          const ours = engineReport(rows, method);
          const theirs = independentReport(rows, YEAR, method, priceOfHistory);
          const { totals } = ours;
          disposals += totals.disposals.disposals;
          unknown += totals.unknown.disposals;
          const { disposals: sums, futures } = totals;
          const summary = [
            sums.proceeds,
            sums.fees,
            sums.cost,
            sums.gain,
            totals.unknown.proceeds,
            totals.unknown.fees,
            totals.rewards.value,
            futures.realised,
            futures.fees,
            futures.funding,
            futures.other,
            futures.result,
          ].map(String);
          if (ours.lines.join('\n') !== theirs.lines.join('\n')) expect(ours.lines).toEqual(theirs.lines);
          if (summary.join() !== theirs.summary.join()) expect(summary).toEqual(theirs.summary);
        }
      }),
      { numRuns: 2000, seed: 20_261_124, endOnFailure: true },
    );
    // The histories are no empty ones.
    expect(disposals).toBeGreaterThan(20_000);
    expect(unknown).toBeGreaterThan(5000);
  });

  it('adds up: every total is the sum of its lines', () => {
    fc.assert(
      fc.property(historyArbitrary, fc.constantFrom(...taxMethods), (rows, method) => {
        const sums = { proceeds: 0n, fees: 0n, cost: 0n, gain: 0n, unknown: 0n, rewards: 0n };
        const engine = new TaxYear({
          year: YEAR,
          method,
          priceOf: priceOfHistory,
          lines: {
            disposal: (line) => {
              for (const key of ['proceeds', 'fees', 'cost', 'gain'] as const) sums[key] += line[key];
            },
            unknown: (line) => (sums.unknown += line.proceeds ?? 0n),
            reward: (line) => (sums.rewards += line.value),
          },
        });
        for (const row of rows) if (row.time < Date.UTC(YEAR + 1, 0, 1)) engine.apply(row);
        const { disposals, unknown, rewards, byAsset, rewardsByAsset, byContract, futures } = engine.finish();
        const { proceeds, fees, cost, gain } = disposals;
        expect({ proceeds, fees, cost, gain, unknown: unknown.proceeds, rewards: rewards.value }).toEqual(sums);
        expect(disposals.gains + disposals.losses).toBe(gain);
        expect(byAsset.reduce((sum, line) => sum + line.gain, 0n)).toBe(gain);
        expect(rewardsByAsset.reduce((sum, line) => sum + line.value, 0n)).toBe(rewards.value);
        expect(byContract.reduce((sum, line) => sum + line.result, 0n)).toBe(futures.result);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps quantities: what came is what was disposed of, left, or is held', () => {
    const some = fc.record({ sell: fc.boolean(), qty: fc.integer({ min: 1, max: 1000 }) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.constantFrom(...taxMethods), (moves, method) => {
        let [came, sold, missing] = [0n, 0n, 0n];
        const engine = new TaxYear({
          year: YEAR,
          method,
          priceOf: () => null,
          lines: {
            disposal: ({ qty }) => (sold += qty),
            unknown: ({ qty, cause }) => (cause === 'history' ? (missing += qty) : (sold += qty)),
          },
        });
        moves.forEach(({ sell, qty }, n) => {
          const whole = scaled(`${qty}`);
          if (!sell) came += whole;
          engine.apply(n % 3 === 0 && !sell ? depositOf(n, whole) : tradeOf(n, sell, whole, scaled('7')));
        });
        const held = engine.finish().holdings.reduce((sum, { qty }) => sum + qty, 0n);
        expect(came - sold - held).toBe(0n);
        expect(missing).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('gives one gain by all methods once everything is sold', () => {
    const buys = fc.array(fc.record({ qty: fc.integer({ min: 1, max: 9999 }), cost: fc.integer({ min: 1, max: 1e7 }) }), { minLength: 1 });
    fc.assert(
      fc.property(buys, fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 99 }), (lots, price, percent) => {
        const gains = taxMethods.map((method) => {
          const engine = new TaxYear({ year: YEAR, method, priceOf: () => null });
          lots.forEach(({ qty, cost }, n) => engine.apply(tradeOf(n, false, scaled(`${qty}`), scaled(`${cost}`))));
          const all = scaled(`${lots.reduce((sum, { qty }) => sum + qty, 0)}`);
          const first = (all * BigInt(percent)) / 100n;
          if (first > 0n) engine.apply(tradeOf(lots.length, true, first, scaled(`${price}`)));
          engine.apply(tradeOf(lots.length, true, all - first, scaled(`${price}`)));
          return engine.finish().disposals.gain;
        });
        expect(new Set(gains).size).toBe(1);
      }),
    );
  });

  it('gives the same totals, to a cent, when a fill is split', () => {
    fc.assert(
      fc.property(historyArbitrary, fc.constantFrom(...taxMethods), (rows, method) => {
        const split = rows.flatMap((row) => {
          if (row.kind !== 'trade' || row.qty % 2n !== 0n || row.quoteQty % 2n !== 0n || row.fee % 2n !== 0n) return [row];
          const half = { ...row, qty: row.qty / 2n, quoteQty: row.quoteQty / 2n, fee: row.fee / 2n };
          return [half, half];
        });
        const [whole, halves] = [engineReport(rows, method).totals, engineReport(split, method).totals];
        for (const key of ['proceeds', 'fees', 'cost', 'gain'] as const)
          expect(abs(whole.disposals[key] - halves.disposals[key])).toBeLessThanOrEqual(1n);
        expect(halves.holdings.map(({ asset, qty }) => [asset, qty])).toEqual(whole.holdings.map(({ asset, qty }) => [asset, qty]));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses rows out of order, and rows after the year', () => {
    const engine = new TaxYear({ year: YEAR, method: 'fifo', priceOf: () => null });
    engine.apply(tradeOf(5, false, 1n, 1n));
    expect(() => engine.apply(tradeOf(4, false, 1n, 1n))).toThrow(new RangeError('row t4 is out of order'));
    expect(() => engine.apply({ ...depositOf(0, 1n), time: Date.UTC(YEAR + 1, 0, 1) })).toThrow(RangeError);
  });

  it('marks disposals of coins whose history has gaps', () => {
    const marks: boolean[] = [];
    const engine = new TaxYear({
      year: YEAR,
      method: 'fifo',
      priceOf: () => null,
      affectedFrom: (asset) => (asset === 'BTC' ? Date.UTC(YEAR, 0, 2) + 2 : Infinity),
      lines: { disposal: ({ isAffected }) => marks.push(isAffected) },
    });
    engine.apply(tradeOf(0, false, 3n, 3n));
    engine.apply(tradeOf(1, true, 1n, 1n));
    engine.apply(tradeOf(2, true, 1n, 1n));
    expect(marks).toEqual([false, true]);
    expect(engine.finish().affected).toBe(1);
  });
});

const tradeOf = (n: number, isSale: boolean, qty: bigint, quoteQty: bigint): TaxRow => ({
  kind: 'trade',
  time: Date.UTC(YEAR, 0, 2) + n,
  id: `t${n}`,
  base: 'BTC',
  quote: 'USDT',
  buyer: !isSale,
  qty,
  quoteQty,
  fee: 0n,
  feeAsset: 'USDT',
});

const depositOf = (n: number, qty: bigint): TaxRow => ({
  kind: 'deposit',
  time: Date.UTC(YEAR, 0, 2) + n,
  id: `d${n}`,
  asset: 'BTC',
  qty,
  cost: null,
  acquiredAt: null,
});
