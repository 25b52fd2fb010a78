import { describe, expect, it } from '@jest/globals';
import { affectedFrom, futuresKnown, isStillRead, joinedGaps } from './history-gaps.rules.js';
import type { HistoryGap } from './tax-account.repository.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const gap = (more: Partial<HistoryGap>): HistoryGap => ({
  dataset: 'spot_trades',
  symbol: '',
  assets: null,
  from: null,
  to: day('2025-01-01'),
  reason: 'lost',
  ...more,
});
const NO_JOURNAL = { from: Infinity, until: -Infinity };

describe('gaps of the history', () => {
  it('affect the coins that they can concern, from their beginning on', () => {
    const gaps = [gap({ symbol: 'BNBUSDT', assets: ['BNB', 'USDT'], from: day('2025-03-01') }), gap({ dataset: 'futures_trades' })];
    const of = affectedFrom(gaps, new Map());
    expect([of('BNB'), of('BTC')]).toEqual([day('2025-03-01').getTime(), Infinity]);
  });

  it('do not count at the beginning for a coin of which nothing was held', () => {
    const of = affectedFrom([gap({})], new Map([['BTC', 5n]]));
    expect([of('BTC'), of('ETH')]).toEqual([-Infinity, Infinity]);
    expect(affectedFrom([gap({})], null)('ETH')).toBe(-Infinity);
  });

  it('are joined where only their symbol differs', () => {
    const gaps = [gap({ symbol: 'A' }), gap({ symbol: 'B' }), gap({ symbol: 'C', reason: 'unread' })];
    expect(joinedGaps(gaps).map(({ symbols, reason }) => [symbols, reason])).toEqual([
      [['A', 'B'], 'lost'],
      [['C'], 'unread'],
    ]);
  });

  it('keep a report preliminary while one that counts is still read', () => {
    expect(isStillRead([gap({})], null)).toBe(false);
    expect(isStillRead([gap({ reason: 'unread' })], null)).toBe(true);
    expect(isStillRead([gap({ reason: 'unread' })], new Map([['BTC', 0n]]))).toBe(false);
    expect(isStillRead([gap({ reason: 'unread', from: day('2025-03-01') })], new Map())).toBe(true);
  });
});

describe('the futures of a year', () => {
  it('are known from the journal or the fills, funding from the journal alone', () => {
    const gaps = [gap({ dataset: 'futures_trades', to: day('2025-06-01') })];
    expect(futuresKnown({ gaps, journal: NO_JOURNAL }, 2024)).toEqual({ realised: 'none', funding: 'none' });
    expect(futuresKnown({ gaps, journal: NO_JOURNAL }, 2025)).toEqual({ realised: 'part', funding: 'none' });
    const journal = { from: day('2025-09-01').getTime(), until: Infinity };
    expect(futuresKnown({ gaps, journal }, 2025)).toEqual({ realised: 'part', funding: 'part' });
    expect(futuresKnown({ gaps, journal }, 2026)).toEqual({ realised: 'all', funding: 'all' });
    expect(futuresKnown({ gaps: [], journal: NO_JOURNAL }, 2025)).toEqual({ realised: 'all', funding: 'none' });
  });
});
