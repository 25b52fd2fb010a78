import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Allocation } from '../../../lib/wire/portfolio';
import { type Part, REST, groupAllocation, groupings, notDrawn, segmentsOf } from './allocation-groups';

const coin = (name: string, value: string | null): Allocation => ({ coin: name, wallet: null, quantity: '1', value, share: null });
const wallet = (name: string, value: string | null): Allocation => ({ coin: null, wallet: name, quantity: null, value, share: null });

const account = [
  coin('BTC', '600.000000000000000001'),
  coin('USDT', '250'),
  wallet('Futures', '100'),
  coin('USDC', '50'),
  coin('LUNC', null),
];
const told = (parts: readonly Part[]) => parts.map(({ key, value, share }) => [key, value, share]);

const holdings = fc.array(
  fc
    .tuple(fc.stringMatching(/^[A-Z]{2,5}$/), fc.boolean(), fc.option(fc.integer({ min: -1000, max: 1_000_000 })))
    .map(([name, isCoin, value]) => (isCoin ? coin : wallet)(name, value === null ? null : String(value))),
  { maxLength: 30 },
);

describe('an allocation', () => {
  it('is grouped by coin, with unknown values last', () => {
    expect(told(groupAllocation(account, 'coin'))).toEqual([
      ['coin:BTC', '600.000000000000000001', 6000],
      ['coin:USDT', '250', 2500],
      ['wallet:Futures', '100', 1000],
      ['coin:USDC', '50', 500],
      ['coin:LUNC', null, null],
    ]);
  });

  it('is grouped by wallet: coins together, each other wallet alone', () => {
    expect(told(groupAllocation(account, 'wallet'))).toEqual([
      ['coins', '900.000000000000000001', 9000],
      ['wallet:Futures', '100', 1000],
    ]);
  });

  it('is grouped into stablecoins, other coins, and wallets whose coins are unknown', () => {
    expect(told(groupAllocation(account, 'stable'))).toEqual([
      ['unstable', '600.000000000000000001', 6000],
      ['stable', '300', 3000],
      ['wallets', '100', 1000],
    ]);
  });

  it('keeps every holding in exactly one part, whatever the grouping', () => {
    fc.assert(
      fc.property(holdings, fc.constantFrom(...groupings), (given, grouping) => {
        const parts = groupAllocation(given, grouping);
        expect(parts.flatMap(({ holdings: own }) => own)).toHaveLength(given.length);
        expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
        const values = parts.flatMap(({ value }) => (value === null ? [] : [Number(value)]));
        expect(values).toEqual(values.toSorted((a, b) => b - a));
        expect(parts.findLastIndex(({ value }) => value !== null)).toBe(values.length - 1);
      }),
    );
  });
});

describe('what is drawn of an allocation', () => {
  it('is the largest parts, and the smallest together', () => {
    const parts = groupAllocation(account, 'coin');
    expect(segmentsOf(parts, 3).map(({ key, value, share }) => [key, value, share])).toEqual([
      ['coin:BTC', '600.000000000000000001', 6000],
      ['coin:USDT', '250', 2500],
      [REST, '150', 1500],
    ]);
    expect(segmentsOf(parts, 4).map(({ key }) => key)).toEqual(['coin:BTC', 'coin:USDT', 'wallet:Futures', 'coin:USDC']);
  });

  it('makes up a whole of positive parts', () => {
    fc.assert(
      fc.property(holdings, fc.constantFrom(...groupings), (given, grouping) => {
        const segments = segmentsOf(groupAllocation(given, grouping), 6);
        expect(segments.length).toBeLessThanOrEqual(6);
        for (const { fraction } of segments) expect(fraction).toBeGreaterThan(0);
        if (segments.length > 0) expect(segments.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('leaves out unknown values and parts below zero, and names them', () => {
    const parts = groupAllocation([...account, wallet('Margin', '-20')], 'coin');
    expect(segmentsOf(parts, 6).some(({ key }) => key === 'coin:LUNC' || key === 'wallet:Margin')).toBe(false);
    const { unpriced, negative } = notDrawn(parts);
    expect(unpriced.map((holding) => holding.coin)).toEqual(['LUNC']);
    expect(negative.map(({ key }) => key)).toEqual(['wallet:Margin']);
  });

  it('draws nothing where no value is known', () => {
    expect(segmentsOf(groupAllocation([coin('LUNC', null)], 'coin'), 6)).toEqual([]);
  });
});
