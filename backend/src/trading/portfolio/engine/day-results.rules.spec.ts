import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { anyRows, anyTransfers, DAY, DAYS, ledgerOf, pricesOf, START } from '../../../../test/support/random-ledger.js';
import { addUp } from './day-results.rules.js';
import { compute, Ledger, scaled, toDecimal, type Portfolio, type PriceSource } from './index.js';
import { abs } from '../../../platform/domain/scaled.js';

jest.setTimeout(120_000);

const MORNING = START + DAY;
/** A coin's price by day: [yesterday's end, today]. */
function pricesBy(table: Readonly<Record<string, readonly [string, string]>>): PriceSource {
  const find = (name: string, at: number) => {
    const pair = table[name];
    return pair ? scaled(pair[at > MORNING ? 1 : 0]) : null;
  };
  return { coin: find, contract: find, near: find };
}

const hour = (n: number) => MORNING + n * 3_600_000;

/** 10,000 USDT and 1 BTC since yesterday. */
function account(): Ledger {
  const ledger = new Ledger();
  ledger.flow(START, 'spot', ledger.asset('USDT'), '10000', 'deposit', 'd-1');
  ledger.flow(START, 'spot', ledger.asset('BTC'), '1', 'deposit', 'd-2');
  return ledger;
}

const PRICES = { BTC: ['100', '110'], ETH: ['10', '12'], BNB: ['50', '50'], BTCUSDT: ['100', '110'] } as const;
const resultsOf = (ledger: Ledger, prices: PriceSource = pricesBy(PRICES)) => {
  const { dayResults } = compute(ledger, { from: START, to: hour(12), prices });
  return Object.fromEntries(
    dayResults!.map(({ kind, name, result, unknown }) => [name || kind, result === null ? unknown : toDecimal(result)]),
  );
};

describe("a day's result by coin and contract", () => {
  it('is the change of a price for what was held', () => {
    expect(resultsOf(account())).toEqual({ USDT: '0', BTC: '10' });
  });

  it('is the difference to the price of a trade, less its fee, which the traded coin bears in whatever coin it was paid', () => {
    const ledger = account();
    ledger.flow(START, 'spot', ledger.asset('BNB'), '1', 'deposit', 'd-3');
    ledger.spotFill(hour(1), ledger.pair('ETH', 'USDT'), true, '100', '1100', '0.02', ledger.asset('BNB'));
    ledger.spotFill(hour(2), ledger.pair('BTC', 'USDT'), false, '0.5', '54', '0.1', ledger.asset('USDT'));
    // ETH: 100 × 12 − 1,100 − 1 fee. BTC: 0.5 × 110 + 54 − 100 − 0.1 fee.
    expect(resultsOf(ledger)).toEqual({ USDT: '0', BTC: '8.9', BNB: '0', ETH: '99' });
  });

  it('counts no deposit and no withdrawal, and a transfer not at all', () => {
    const ledger = account();
    ledger.flow(hour(1), 'spot', ledger.asset('BTC'), '2', 'deposit', 'd-4');
    ledger.flow(hour(2), 'spot', ledger.asset('USDT'), '-500', 'withdrawal', 'w-1', '1');
    ledger.transfer(hour(3), ledger.asset('USDT'), '100', 'spot', 'funding');
    // The deposited coins were worth 110 each when they came.
    expect(resultsOf(ledger)).toEqual({ USDT: '0', BTC: '10' });
  });

  it('is the open profit of a contract, what it paid and what it cost; what names no contract stands apart', () => {
    const ledger = account();
    const contract = ledger.contract('a', 'BTCUSDT', 'BOTH', 'USDT');
    ledger.futuresFill(START + 1, contract, true, '95', '2');
    ledger.futuresFill(hour(1), contract, false, '108', '1');
    ledger.journal(hour(1), ledger.asset('USDT'), '13', 'realised', 'BTCUSDT');
    ledger.journal(hour(1), ledger.asset('USDT'), '-0.4', 'fee', 'BTCUSDT');
    ledger.journal(hour(2), ledger.asset('USDT'), '-0.1', 'funding', 'BTCUSDT');
    ledger.journal(hour(3), ledger.asset('USDT'), '3', 'other', '');
    // Open profit: 10 yesterday, 15 today.
    expect(resultsOf(ledger)).toEqual({ USDT: '0', BTC: '10', BTCUSDT: '17.5', other: '3' });
  });

  it('moves the value of a conversion from one coin to the other', () => {
    const ledger = account();
    ledger.conversion(hour(1), 'spot', ledger.asset('BTC'), '1', ledger.asset('ETH'), '9');
    expect(resultsOf(ledger)).toEqual({ USDT: '0', BTC: '10', ETH: '-2' });
  });

  it('is unknown where a price or the value of a trade is missing, and known beside it', () => {
    const ledger = account();
    ledger.flow(START, 'spot', ledger.asset('JUP'), '5', 'deposit', 'd-5');
    ledger.spotFill(hour(1), ledger.pair('ABC', 'XYZ'), true, '1', '1', '0', ledger.asset('USDT'));
    expect(resultsOf(ledger)).toEqual({ USDT: '0', BTC: '10', JUP: 'price', ABC: 'value', XYZ: 'value' });
  });

  it('is not told of the first day, of which the beginning is unknown', () => {
    expect(compute(account(), { from: START, to: START + 5000, prices: pricesBy(PRICES) }).dayResults).toBeNull();
  });
});

describe("the results of any day's rows", () => {
  const profitOf = ({ days }: Portfolio) => {
    const [before, last] = [days.at(-2)!, days.at(-1)!];
    return last.equity! - before.equity! - last.inflow + last.outflow;
  };
  const ends = fc.constantFrom(START + DAYS * DAY, START + DAYS * DAY - DAY / 3, START + DAYS * DAY - DAY);

  it("add up to the day's profit", () => {
    fc.assert(
      fc.property(anyRows, anyTransfers, ends, (rows, transfers, to) => {
        const ledger = ledgerOf([...rows, ...transfers].filter(({ time }) => time <= to).toSorted((a, b) => a.time - b.time));
        const portfolio = compute(ledger, { from: START, to, prices: pricesOf() });
        const sum = portfolio.dayResults!.reduce((total, { result }) => total + result!, 0n);
        // Each is rounded by itself.
        expect(abs(sum - profitOf(portfolio))).toBeLessThan(20n);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same when the computation goes on from the books of the day before', () => {
    fc.assert(
      fc.property(anyRows, ends, (rows, to) => {
        const given = rows.filter(({ time }) => time <= to);
        const whole = compute(ledgerOf(given), { from: START, to, prices: pricesOf(), keep: () => true });
        const books = whole.checkpoints.findLast(({ books: { at } }) => at < to)!.books;
        const rest = compute(ledgerOf(given.filter(({ time }) => time >= books.at)), {
          from: books.at,
          to,
          prices: pricesOf(),
          books: JSON.parse(JSON.stringify(books)),
        });
        const byName = ({ dayResults }: Portfolio) =>
          new Map(dayResults!.filter(({ result }) => result !== 0n).map(({ kind, name, result }) => [`${kind} ${name}`, result]));
        expect(byName(rest)).toEqual(byName(whole));
      }),
      { numRuns: 200 },
    );
  });
});

describe('rounded results', () => {
  it('add up to their total, which the largest makes exact', () => {
    expect(addUp([14n, -26n, 3n], -9n, 10n)).toEqual([10n, -19n, 0n]);
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { minLength: 1, maxLength: 20 }), (results) => {
        const total = results.reduce((sum, result) => sum + result, 0n);
        const rounded = addUp(results, total, 1000n);
        expect(rounded.reduce((sum, result) => sum + result, 0n)).toBe(total);
        rounded.forEach((value, n) => expect(abs(value - results[n]!)).toBeLessThanOrEqual(1000n * 12n));
      }),
    );
  });

  it('hide no difference that is more than rounding', () => {
    expect(addUp([10n, 20n], 100n, 10n)).toEqual([10n, 20n]);
    expect(addUp([], 5n, 10n)).toEqual([]);
  });
});
