import { describe, expect, it } from '@jest/globals';
import { dayResultOf } from './day-result.rules.js';
import { known, unknown } from './figure.js';
import type { StoredDayResults } from '../store/index.js';

const DAY = '2026-11-02';
const row = (kind: 'coin' | 'contract' | 'other', name: string, result: string | null, missing: 'price' | 'value' | null = null) => ({
  kind,
  name,
  result,
  unknown: missing,
});
const stored = (...results: StoredDayResults['results']): StoredDayResults => ({ day: DAY, results });
const some = stored(row('coin', 'USDT', '0'), row('coin', 'BTC', '-20.5'), row('contract', 'ETHUSDT', '30'), row('other', '', '0.5'));

describe('the result of the day by coin and contract', () => {
  it('lists the largest first, without what made nothing', () => {
    expect(dayResultOf(DAY, known('10'), false, some)).toEqual({
      day: DAY,
      total: known('10'),
      parts: [
        { kind: 'contract', name: 'ETHUSDT', result: known('30') },
        { kind: 'coin', name: 'BTC', result: known('-20.5') },
        { kind: 'other', name: '', result: known('0.5') },
      ],
      rest: null,
      reason: null,
    });
  });

  it('adds up to the total in all its digits', () => {
    const parts = stored(row('coin', 'BTC', '1.000000000000400000'), row('coin', 'ETH', '0.000000000000400000'));
    const { parts: told, rest } = dayResultOf(DAY, known('1.000000000001'), false, parts);
    expect([told.map(({ result }) => result.value), rest]).toEqual([['1.000000000001'], null]);
  });

  it('names what is unknown, why, and what that made together', () => {
    const parts = stored(
      row('coin', 'BTC', '4'),
      row('coin', 'JUP', null, 'price'),
      row('coin', 'ABC', null, 'value'),
      row('contract', 'XUSDT', null, 'price'),
      row('other', '', null, 'value'),
    );
    const { parts: told, rest } = dayResultOf(DAY, known('10'), false, parts);
    expect(rest).toBe('6');
    expect(told.map(({ result }) => result)).toEqual([
      known('4'),
      unknown({ id: 'portfolio.coin-without-price', coin: 'JUP' }),
      unknown({ id: 'portfolio.coin-without-value', coin: 'ABC' }),
      unknown({ id: 'portfolio.contract-without-price', contract: 'XUSDT' }),
      unknown({ id: 'portfolio.payment-without-value' }),
    ]);
    const noTotal = dayResultOf(DAY, unknown({ id: 'portfolio.no-price-on-day', day: DAY }), false, parts);
    expect([noTotal.parts.length, noTotal.rest]).toEqual([5, null]);
  });

  it('shows a difference that no rounding explains instead of hiding it', () => {
    expect(dayResultOf(DAY, known('11'), false, some).rest).toBe('1');
  });

  it('says why there are no parts', () => {
    const reasonOf = (...given: Parameters<typeof dayResultOf>) => {
      const { parts, reason } = dayResultOf(...given);
      expect(parts).toEqual([]);
      return reason;
    };
    expect(reasonOf(null, unknown({ id: 'portfolio.nothing-computed' }), false, null)).toEqual({ id: 'portfolio.nothing-computed' });
    expect(reasonOf(DAY, known('1'), true, some)).toEqual({ id: 'portfolio.incomplete-day', day: DAY });
    expect(reasonOf(DAY, known('1'), false, null)).toEqual({ id: 'portfolio.results-not-computed' });
    expect(reasonOf('2026-11-03', known('1'), false, some)).toEqual({ id: 'portfolio.results-not-computed' });
    const first = unknown({ id: 'portfolio.first-day', day: DAY });
    expect(reasonOf(DAY, first, false, null)).toEqual(first.reason);
  });
});
