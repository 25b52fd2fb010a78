import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyRows, DAY, DAYS, ledgerOf, pricesOf, START } from '../../../../test/support/random-ledger.js';
import { maxDrawdown } from './return-case.js';
import { compute } from './compute.js';
import type { KnownPast, Scope } from './portfolio.types.js';
import { Ledger } from './ledger.js';
import type { ChainPeriod } from './return-chain.js';
import { ONE, over, scaled } from '../../../platform/domain/scaled.js';

const USDT = 0;
const HOUR = DAY / 24;
const at = (day: number, hours = 0) => START + day * DAY + hours * HOUR;
const scope = (days: number, changes: Partial<Scope> = {}): Scope => ({ from: START, to: at(days), prices: pricesOf(), ...changes });

/** 100 USDT on the first day, ten more of profit each noon. */
function earner(days: number): Ledger {
  const ledger = new Ledger();
  ledger.flow(START, 'spot', USDT, '100', 'opening', 'USDT');
  for (let n = 0; n < days; n++) {
    ledger.journal(at(n, 12), USDT, '10', 'realised', 'BTCUSDT');
    ledger.journal(at(n, 13), USDT, '-1', 'funding', 'BTCUSDT');
  }
  return ledger;
}

describe('an account whose past is known from a day on', () => {
  const { days, periods } = compute(earner(5), scope(5, { known: { from: at(2), futuresFrom: at(1), fundingFrom: at(3) } }));

  it('begins its chain of returns with the value of that midnight', () => {
    expect(days.map(({ flags, segment }) => [flags, segment])).toEqual([
      [['incomplete'], 0],
      [['incomplete'], 0],
      [[], 1],
      [[], 1],
      [[], 1],
    ]);
    expect(days[1]).toMatchObject({ equity: scaled('118'), index: null, dayReturn: null, drawdown: null });
    expect(days[2]).toMatchObject({ equity: scaled('127'), index: over(scaled('127'), scaled('118')) });
    expect(periods[0]).toMatchObject({ startedAt: at(2), valueStart: scaled('118') });
  });

  it('takes nothing that lay there before for a deposit', () => {
    expect(days.map(({ inflow, outflow }) => [inflow, outflow])).toEqual(days.map(() => [0n, 0n]));
  });

  it('leaves unknown what the exchange does not provide, and never makes it zero', () => {
    expect(days.map(({ equity }) => equity === null)).toEqual([false, false, false, false, false]);
    expect(days.map(({ realised, fees, funding }) => [realised, fees, funding])).toEqual([
      [null, null, null],
      [scaled('10'), 0n, null],
      [scaled('10'), 0n, null],
      [scaled('10'), 0n, scaled('-1')],
      [scaled('10'), 0n, scaled('-1')],
    ]);
    const late = compute(earner(3), scope(3, { known: { from: at(2), futuresFrom: at(2), fundingFrom: at(2) } })).days;
    expect(late.map(({ equity, futures, unrealised }) => [equity === null, futures === null, unrealised === null])).toEqual([
      [true, true, true],
      [false, false, false],
      [false, false, false],
    ]);
  });

  it('does not know the funding of a day on which the futures wallet moved without a row', () => {
    const known = { fundingUnknown: new Set(['2026-01-02']) };
    expect(compute(earner(3), scope(3, { known })).days.map(({ funding }) => funding === null)).toEqual([false, true, false]);
  });

  it('is incomplete while movements of unknown time could change its value by more than a thousandth', () => {
    const grown = (unlocated: string) => {
      const ledger = new Ledger();
      ledger.flow(START, 'spot', USDT, '100', 'deposit', 'a');
      ledger.flow(at(1, 12), 'spot', USDT, '900', 'deposit', 'b');
      return compute(
        ledger,
        scope(4, { known: { unlocated: { amounts: new Map([['USDT', scaled(unlocated)]]), until: at(3) } } }),
      ).days.map(({ flags }) => flags.includes('incomplete'));
    };
    expect(grown('1')).toEqual([true, true, false, false]);
    expect(grown('-1')).toEqual([true, true, false, false]);
    // From the first reading on, balances are compared with rows.
    expect(grown('50')).toEqual([true, true, true, false]);
    expect(grown('0.01')).toEqual([true, false, false, false]);
  });

  it('has the same complete days wherever its rows begin, and whatever came before', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: DAYS - 1 }), (rows, n) => {
        const known: KnownPast = { from: START + n * DAY };
        const whole = compute(ledgerOf(rows), scope(DAYS));
        const { days: limited } = compute(ledgerOf(rows), scope(DAYS, { known }));
        limited.forEach((day, i) => {
          const free = whole.days[i]!;
          expect([day.equity, day.inflow, day.outflow, day.realised]).toEqual([free.equity, free.inflow, free.outflow, free.realised]);
          if (i < n) expect(day).toMatchObject({ index: null, segment: 0 });
        });
      }),
      { numRuns: 100 },
    );
  });

  it('goes on from the books of any day', () => {
    const known: KnownPast = { from: at(2), futuresFrom: at(1), fundingFrom: at(3) };
    const whole = compute(earner(5), scope(5, { known, keep: () => true }));
    for (const { books } of whole.checkpoints.slice(0, -1)) {
      const rest = new Ledger();
      for (let n = 0; n < 5; n++) {
        if (at(n, 12) < books.at) continue;
        rest.journal(at(n, 12), USDT, '10', 'realised', 'BTCUSDT');
        rest.journal(at(n, 13), USDT, '-1', 'funding', 'BTCUSDT');
      }
      const later = compute(rest, scope(5, { known, from: books.at, books: JSON.parse(JSON.stringify(books)) }));
      expect(later.days).toEqual(whole.days.filter(({ at: end }) => end > books.at));
    }
  });
});

describe('the drawdown of a day with a deposit', () => {
  it('includes the index at the deposit', () => {
    const ledger = new Ledger();
    ledger.flow(START, 'spot', ledger.asset('BTC'), '1', 'deposit', 'a');
    ledger.flow(at(1, 12), 'spot', USDT, '100', 'deposit', 'b');
    const price: Record<number, string> = { [START]: '100', [at(1)]: '100', [at(1, 12)]: '200', [at(2)]: '10' };
    const find = (_: string, time: number) => (price[time] === undefined ? null : scaled(price[time]));
    const { days } = compute(ledger, scope(2, { prices: { coin: find, contract: find, near: find } }));
    // 100, 200 before the deposit of 100, 110 at midnight: twice 300 became 110.
    const fall = over(scaled('110'), scaled('300')) - ONE;
    expect(days[1]).toMatchObject({ indexHigh: 2n * ONE, dayFall: fall, drawdown: fall });
    expect(days[1]!.indexLow).toBe(days[1]!.index);
  });

  it('is that of all periods, over any number of days', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { days, periods } = compute(ledgerOf(rows), scope(DAYS));
        for (const segment of new Set(days.map((day) => day.segment))) {
          const own = days.filter((day) => day.segment === segment && day.index !== null);
          if (own.length === 0) continue;
          let [peak, deepest] = [ONE, 0n];
          for (const { indexLow, indexHigh, dayFall } of own) {
            const low = peak === 0n ? 0n : over(indexLow!, peak) - ONE;
            if (low < deepest) deepest = low;
            if (dayFall! < deepest) deepest = dayFall!;
            if (indexHigh! > peak) peak = indexHigh!;
          }
          const ofPeriods = maxDrawdown(
            (periods as ChainPeriod[]).filter((period) => period.segment === segment && period.endedAt <= own.at(-1)!.at),
          );
          if (ofPeriods !== null) expect(deepest).toBe(ofPeriods);
        }
      }),
      { numRuns: 300 },
    );
  });
});
