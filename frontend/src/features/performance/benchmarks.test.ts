import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { benchmarkReturns } from './benchmarks';

describe('a benchmark', () => {
  const prices = { btc: ['100', '110', '99', '120'], eth: ['10', '10', '12', '9'] };

  it('is the return of its coin since the first shown day', () => {
    expect(benchmarkReturns(prices, 'btc', 0)).toEqual(['0.00000000', '0.10000000', '-0.01000000', '0.20000000']);
    expect(benchmarkReturns(prices, 'eth', 1)).toEqual([null, '0.00000000', '0.20000000', '-0.10000000']);
  });

  it('is rebalanced to 60 % BTC and 40 % ETH every day', () => {
    // 1.06, then × (1 − 0.06 + 0.08), then × (1 + 0.6 × 21/99 − 0.4 × 0.25).
    expect(benchmarkReturns(prices, 'blend', 0)).toEqual(['0.00000000', '0.06000000', '0.08120000', '0.11068727']);
  });

  it('has a gap where a price is unknown, and goes on with the return over it', () => {
    expect(benchmarkReturns({ ...prices, btc: [null, '100', null, '110'] }, 'btc', 0)).toEqual([null, '0.00000000', null, '0.10000000']);
    expect(benchmarkReturns({ ...prices, eth: ['10', null, '10', null] }, 'blend', 0)).toEqual(['0.00000000', null, '-0.00600000', null]);
    expect(benchmarkReturns({ ...prices, eth: [] }, 'eth', 0)).toEqual([null, null, null, null]);
  });

  it('lies between its coins on the first day after the beginning', () => {
    const price = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(price, price, price, price, (a, b, c, d) => {
        const given = { btc: [String(a), String(b)], eth: [String(c), String(d)] };
        const [btc, eth, blend] = (['btc', 'eth', 'blend'] as const).map((one) => Number(benchmarkReturns(given, one, 0)[1]));
        expect(blend!).toBeGreaterThanOrEqual(Math.min(btc!, eth!) - 1e-6);
        expect(blend!).toBeLessThanOrEqual(Math.max(btc!, eth!) + 1e-6);
      }),
    );
  });
});
