import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.js';
import type { Portfolio, PriceSource, Scope } from './portfolio.types.js';
import { Ledger } from './ledger.js';
import { scaled, toDecimal } from '../../../platform/domain/scaled.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const USDT = 0;

/** Prices by asset and instant; `near` is that of the last instant told. */
function prices(told: Record<string, Record<number, string>>): PriceSource {
  const exact = (name: string, at: number) => (told[name]?.[at] === undefined ? null : scaled(told[name]![at]!));
  const near = (name: string, at: number) => {
    const last = Object.keys(told[name] ?? {})
      .map(Number)
      .filter((time) => time <= at)
      .toSorted((a, b) => b - a)[0];
    return last === undefined ? null : exact(name, last);
  };
  return { coin: exact, contract: exact, near };
}

const at = (day: number, hours = 0) => START + day * DAY + hours * HOUR;
const scope = (days: number, told: Record<string, Record<number, string>>, changes: Partial<Scope> = {}): Scope => ({
  from: START,
  to: at(days),
  prices: prices(told),
  ...changes,
});
const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
const column = (
  { days }: Portfolio,
  figure:
    | 'equity'
    | 'spot'
    | 'futures'
    | 'unrealised'
    | 'inflow'
    | 'outflow'
    | 'realised'
    | 'fees'
    | 'funding'
    | 'dayReturn'
    | 'index'
    | 'drawdown',
) => days.map((day) => told(day[figure]));

describe('days of a portfolio', () => {
  it('follow a coin that is bought, rises, and is sold in part', () => {
    const ledger = new Ledger();
    const pair = ledger.pair('BTC', 'USDT');
    ledger.flow(START, 'spot', USDT, '1000', 'deposit', 'd1');
    ledger.spotFill(at(0, 1), pair, true, '5', '500', '0.5', USDT);
    ledger.spotFill(at(1, 1), pair, false, '2', '240', '0.24', USDT);
    ledger.flow(at(1, 12), 'spot', USDT, '-100', 'withdrawal', 'w1', '1');
    const result = compute(
      ledger,
      scope(2.5, { BTC: { [START]: '100', [at(1)]: '120', [at(1, 12)]: '118', [at(2)]: '110', [at(2.5)]: '130' } }),
    );
    expect(result.days.map(({ day, flags, segment }) => [day, flags, segment])).toEqual([
      ['2026-01-01', [], 1],
      ['2026-01-02', [], 1],
      ['2026-01-03', ['partial'], 1],
    ]);
    expect(column(result, 'equity')).toEqual(['1099.5', '968.26', '1028.26']);
    expect(column(result, 'inflow')).toEqual(['1000', '0', '0']);
    expect(column(result, 'outflow')).toEqual(['0', '101', '0']);
    // 240 - 0.24 - 2 * 100.1
    expect(column(result, 'realised')).toEqual(['0', '39.56', '0']);
    expect(column(result, 'fees')).toEqual(['0.5', '0.24', '0']);
    expect(
      result.periods.map(({ startedAt, endedAt, valueStart, valueEnd, flow, method }) => [
        startedAt,
        endedAt,
        told(valueStart),
        told(valueEnd),
        told(flow),
        method,
      ]),
    ).toEqual([
      [at(0), at(1), '1000', '1099.5', '0', 'exact'],
      [at(1), at(1, 12), '1099.5', '1093.26', '-101', 'exact'],
      [at(1, 12), at(2), '992.26', '968.26', '0', 'exact'],
      [at(2), at(2.5), '968.26', '1028.26', '0', 'exact'],
    ]);
    const index = Number(told(result.days[2]!.index));
    expect(index).toBeCloseTo((1099.5 / 1000) * (1093.26 / 1099.5) * (968.26 / 992.26) * (1028.26 / 968.26), 12);
    expect(result.days[2]!.btcPrice).toBe(scaled('130'));
    expect(result.flows.map(({ kind, id, quantity, value }) => [kind, id, told(quantity), told(value)])).toEqual([
      ['deposit', 'd1', '1000', '1000'],
      ['withdrawal', 'w1', '-100', '-100'],
      ['other', 'w1:fee', '-1', '-1'],
    ]);
    expect(
      result.positions.map(({ asset, openQty, openCost, realised, trades, lastTradeAt }) => [
        asset,
        told(openQty),
        told(openCost),
        told(realised),
        trades,
        lastTradeAt,
      ]),
    ).toEqual([['BTC', '3', '300.3', '39.56', 2, at(1, 1)]]);
    expect(result.holdings).toEqual({ spot: { USDT: scaled('638.26'), BTC: scaled('3') }, futures: {}, funding: {} });
  });

  it('count a fee that is less than the smallest unit of a number', () => {
    const ledger = new Ledger();
    ledger.flow(START, 'spot', USDT, '1000', 'deposit', 'd1');
    ledger.spotFill(at(0, 1), ledger.pair('BTC', 'USDT'), true, '1', '100', '0.000000000000000001', USDT);
    ledger.spotFill(at(0, 2), ledger.pair('BTC', 'USDT'), true, '1', '100', '-0.000000001', USDT);
    const result = compute(ledger, scope(1, { BTC: { [START]: '100', [at(1)]: '100' } }));
    expect(column(result, 'fees')).toEqual(['-0.000000000999999999']);
    expect(column(result, 'equity')).toEqual(['1000.000000000999999999']);
  });

  it('measure the drawdown on the index, where a withdrawal is no loss', () => {
    const ledger = new Ledger();
    const btc = ledger.asset('BTC');
    ledger.flow(START, 'spot', btc, '100', 'opening', 'BTC');
    ledger.flow(at(1, 12), 'spot', btc, '-50', 'withdrawal', 'w1');
    const result = compute(
      ledger,
      scope(3, { BTC: { [START]: '100', [at(1)]: '110', [at(1, 12)]: '110', [at(2)]: '99', [at(3)]: '104.5' } }),
    );
    expect(column(result, 'equity')).toEqual(['11000', '4950', '5225']);
    expect(column(result, 'index')).toEqual(['1.1', '0.99', '1.045']);
    expect(column(result, 'drawdown')).toEqual(['0', '-0.1', '-0.05']);
    expect(result.positions[0]).toMatchObject({ openQty: scaled('50'), openCost: null, unknownQty: scaled('50') });
  });

  it('say that a value is unknown where a coin has no price, and bridge it by the next known one', () => {
    const ledger = new Ledger();
    const odd = ledger.asset('ODD');
    ledger.flow(START, 'spot', USDT, '100', 'deposit', 'd1');
    ledger.flow(START, 'spot', odd, '10', 'deposit', 'd2');
    const result = compute(ledger, scope(3, { ODD: { [START]: '1', [at(1)]: '2', [at(3)]: '3' } }));
    expect(column(result, 'equity')).toEqual(['120', null, '130']);
    expect(column(result, 'dayReturn')).toEqual([
      told((scaled('120') * 10n ** 18n) / scaled('110') - 10n ** 18n),
      null,
      // Of two days together, and so the return of neither; the index goes on.
      null,
    ]);
    expect(result.days.map(({ flags }) => flags)).toEqual([[], ['unpriced'], []]);
    expect(result.periods.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [at(0), at(1)],
      [at(1), at(3)],
    ]);
  });

  it('mark a flow that could not be valued before: by Dietz if it was small, estimated if not', () => {
    for (const [amount, method, flags] of [
      ['10', 'dietz', []],
      ['50', 'estimated', ['estimated']],
    ] as const) {
      const ledger = new Ledger();
      ledger.flow(START, 'spot', ledger.asset('BTC'), '1', 'opening', 'BTC');
      ledger.flow(at(0, 12), 'spot', USDT, amount, 'deposit', 'd1');
      const result = compute(ledger, scope(1, { BTC: { [START]: '100', [at(1)]: '110' } }));
      expect(result.periods).toMatchObject([
        { method, flow: scaled(amount), valueStart: scaled('100'), valueEnd: scaled(amount) + scaled('110') },
      ]);
      expect(Number(told(result.days[0]!.dayReturn))).toBeCloseTo(10 / (100 + Number(amount) / 2), 12);
      expect(result.days[0]!.flags).toEqual(flags);
    }
  });

  it('break where a flow has no worth, and begin anew', () => {
    const ledger = new Ledger();
    ledger.flow(START, 'spot', USDT, '100', 'deposit', 'd1');
    ledger.flow(at(1, 12), 'spot', ledger.asset('ODD'), '5', 'deposit', 'd2');
    const result = compute(ledger, scope(4, { ODD: { [at(3)]: '4', [at(4)]: '5' } }));
    expect(column(result, 'equity')).toEqual(['100', null, '120', '125']);
    expect(column(result, 'dayReturn')).toEqual(['0', null, null, '0.041666666666666667']);
    expect(result.days.map(({ segment }) => segment)).toEqual([1, 1, 2, 2]);
    expect(column(result, 'index').at(-1)).toBe('1.041666666666666667');
  });

  it('show two segments where an account was emptied and filled again', () => {
    const ledger = new Ledger();
    ledger.flow(START, 'spot', USDT, '100', 'deposit', 'd1');
    ledger.flow(at(0, 12), 'spot', USDT, '-100', 'withdrawal', 'w1');
    ledger.flow(at(2, 12), 'spot', ledger.asset('BTC'), '1', 'deposit', 'd2');
    const result = compute(ledger, scope(4, { BTC: { [at(2, 12)]: '50', [at(3)]: '60', [at(4)]: '66' } }));
    expect(column(result, 'equity')).toEqual(['0', '0', '60', '66']);
    expect(column(result, 'dayReturn')).toEqual(['0', null, null, '0.1']);
    expect(result.days.map(({ segment }) => segment)).toEqual([1, 1, 2, 2]);
    expect(column(result, 'index')).toEqual(['1', '1', '1.2', '1.32']);
  });

  it('know the days that do not reconcile', () => {
    const ledger = new Ledger();
    ledger.flow(START, 'spot', USDT, '100', 'deposit', 'd1');
    expect(compute(ledger, scope(2, {}, { unreconciled: new Set(['2026-01-02']) })).days.map(({ flags }) => flags)).toEqual([
      [],
      ['unreconciled'],
    ]);
  });
});

describe('futures', () => {
  it('count open profit by the closing price, both sides of a hedge, and the wallet by its journal', () => {
    const ledger = new Ledger();
    const [long, short] = (['LONG', 'SHORT'] as const).map((side) => ledger.contract('a', 'BTCUSDT', side, 'USDT'));
    ledger.flow(START, 'spot', USDT, '1000', 'deposit', 'd1');
    ledger.transfer(at(0, 1), USDT, '600', 'spot', null);
    ledger.journal(at(0, 1), USDT, '600', 'transfer', '');
    ledger.futuresFill(at(0, 2), long!, true, '100', '2');
    ledger.futuresFill(at(0, 3), short!, false, '110', '1');
    ledger.futuresFill(at(1, 2), long!, false, '130', '0.5');
    for (const [time, amount, kind, side] of [
      [at(0, 2), '-0.1', 'fee', 'LONG'],
      [at(0, 3), '-0.1', 'fee', 'SHORT'],
      [at(0, 8), '-0.3', 'funding', 'BOTH'],
      [at(1, 2), '15', 'realised', 'LONG'],
      [at(1, 2), '-0.1', 'fee', 'LONG'],
    ] as const)
      ledger.journal(time, USDT, amount, kind, 'BTCUSDT', side);
    const result = compute(ledger, scope(2, { BTCUSDT: { [at(1)]: '120', [at(2)]: '90' } }));
    expect(column(result, 'spot')).toEqual(['400', '400']);
    expect(column(result, 'unrealised')).toEqual(['30', '5']);
    expect(column(result, 'futures')).toEqual(['629.5', '619.4']);
    expect(column(result, 'realised')).toEqual(['0', '15']);
    expect(column(result, 'fees')).toEqual(['0.2', '0.1']);
    expect(column(result, 'funding')).toEqual(['-0.3', '0']);
    expect(result.flows).toHaveLength(1);
    expect(result.positions).toMatchObject([
      {
        market: 'futures',
        asset: 'BTCUSDT',
        realised: scaled('15'),
        fees: scaled('0.3'),
        funding: scaled('-0.3'),
        openQty: null,
        openCost: null,
        trades: 3,
        legs: [
          { side: 'LONG', realised: scaled('15'), fees: scaled('0.2'), openQty: scaled('1.5'), openCost: scaled('150'), trades: 2 },
          { side: 'SHORT', realised: 0n, fees: scaled('0.1'), openQty: scaled('-1'), openCost: scaled('-110'), trades: 1 },
        ],
      },
    ]);
  });

  it('turn a position around', () => {
    const ledger = new Ledger();
    const contract = ledger.contract('a', 'ETHUSDT', 'BOTH', 'USDT');
    ledger.flow(START, 'futures', USDT, '1000', 'opening', 'USDT');
    ledger.futuresFill(at(0, 1), contract, true, '100', '3');
    ledger.futuresFill(at(0, 2), contract, false, '110', '5');
    ledger.journal(at(0, 2), USDT, '30', 'realised', 'ETHUSDT');
    ledger.journal(at(0, 2), USDT, '-2', 'fee', 'ETHUSDT');
    const result = compute(ledger, scope(1, { ETHUSDT: { [at(1)]: '105' } }));
    expect([column(result, 'unrealised'), column(result, 'futures'), column(result, 'realised'), column(result, 'fees')]).toEqual([
      ['10'],
      ['1038'],
      ['30'],
      ['2'],
    ]);
    expect(result.positions).toMatchObject([{ openQty: scaled('-2'), openCost: scaled('-220') }]);
  });

  it('are worth nothing known without a price of the contract', () => {
    const ledger = new Ledger();
    ledger.futuresFill(at(0, 1), ledger.contract('a', 'ETHUSDT', 'BOTH', 'USDT'), true, '100', '3');
    expect(compute(ledger, scope(1, {})).days[0]).toMatchObject({ futures: null, unrealised: null, equity: null, flags: ['unpriced'] });
  });
});

describe('rows', () => {
  it('are refused out of order, and where an amount is no exact number', () => {
    const ledger = new Ledger();
    const pair = ledger.pair('BTC', 'USDT');
    ledger.spotFill(at(1), pair, true, '1', '1', '0', USDT);
    expect(() => ledger.spotFill(at(0), pair, true, '1', '1', '0', USDT)).toThrow('row 1 comes before');
    expect(() => ledger.spotFill(at(2), pair, true, '1e3', '1', '0', USDT)).toThrow('is no decimal number');
    expect(() => ledger.flow(at(0), 'spot', USDT, 'all of it', 'deposit', 'd')).toThrow('is no decimal number');
    expect(() => ledger.journal(NaN, USDT, '1', 'fee', '')).toThrow('has no time');
  });
});
