import { describe, expect, it } from '@jest/globals';
import { noTradesReason, ownEntryOf, type NoTradesFacts } from './own-trades.rules.js';

const publishedAt = new Date('2026-03-01T10:00:00Z');
const facts: NoTradesFacts = {
  unread: null,
  lastSyncedAt: new Date('2026-03-01T10:00:00Z'),
  publishedAt,
  isDollar: true,
  isFilled: true,
  isComputed: true,
};

describe('why a member has no trades in a signal', () => {
  it('is the first reason that explains it', () => {
    const nothing: NoTradesFacts = {
      unread: 'no-account',
      lastSyncedAt: new Date('2026-03-01T09:59:59Z'),
      publishedAt,
      isDollar: false,
      isFilled: false,
      isComputed: false,
    };
    const reasons = [
      noTradesReason(nothing),
      noTradesReason({ ...nothing, unread: 'not-synced' }),
      noTradesReason({ ...nothing, unread: null }),
      noTradesReason({ ...facts, isDollar: false, isFilled: false, isComputed: false }),
      noTradesReason({ ...facts, isFilled: false, isComputed: false }),
      noTradesReason({ ...facts, isComputed: false }),
      noTradesReason(facts),
    ];
    expect(reasons).toEqual(['no-account', 'not-synced', 'synced-before', 'other-currency', 'not-filled', 'computing', 'no-fills']);
  });

  it('is not the sync where it ran at the publication or later', () => {
    expect(noTradesReason({ ...facts, lastSyncedAt: publishedAt })).toBe('no-fills');
    expect(noTradesReason({ ...facts, lastSyncedAt: null })).toBe('synced-before');
  });
});

describe('the average entry of a member', () => {
  const entry = (side: 'long' | 'short', slippage: string, modelEntry = '64000') =>
    ownEntryOf({ side, modelEntry }, { signalId: 's', qty: '0.2500', slippage });

  it('lies above the entry of a long signal where it is worse, and below it of a short one', () => {
    expect(entry('long', '0.0025')).toEqual({ price: '64160', quantity: '0.25', modelPrice: '64000', slippage: '0.0025' });
    expect(entry('short', '0.0025')?.price).toBe('63840');
    expect([entry('long', '-0.0025')?.price, entry('short', '-0.0025')?.price]).toEqual(['63840', '64160']);
  });

  it('is rounded to what can be told from a slippage of 18 decimals', () => {
    // (100.01 + 100.02 + 100.02) / 3 = 100.016666…, and 0.000166666666666667 of 100.
    expect(entry('long', '0.000166666666666667', '100')?.price).toBe('100.016666666667');
    expect(entry('long', '0', '0.000000001234')?.price).toBe('0.000000001234');
  });
});
