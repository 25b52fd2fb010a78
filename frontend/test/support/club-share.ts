import type { ClubShareLineWire, ClubShareWire, ShareDisputeWire } from '../../src/lib/wire/types';

export const line: ClubShareLineWire = {
  signalId: 's-1',
  symbol: 'BTC/USDT',
  market: 'futures',
  side: 'long',
  entry: {
    id: 'futures:a:BTCUSDT:701:buy',
    tradeId: '701',
    venue: 'binance',
    symbol: 'BTCUSDT',
    at: '2026-03-01T11:00:00.000Z',
    side: 'buy',
    price: '100.5',
    qty: '2',
  },
  exit: {
    id: 'futures:a:BTCUSDT:702:sell',
    tradeId: '702',
    venue: 'binance',
    symbol: 'BTCUSDT',
    at: '2026-04-01T00:00:00.000Z',
    side: 'sell',
    price: '110',
    qty: '3',
  },
  qty: '2',
  gross: '19',
  fees: '0.2',
  profit: '18.8',
  state: 'charged',
  dispute: null,
};

export const disputedLine: ClubShareLineWire = {
  ...line,
  state: 'frozen',
  dispute: {
    id: 'd 1',
    state: 'open',
    reason: 'I closed this by hand',
    openedAt: '2026-05-01T09:00:00.000Z',
    closedAt: null,
    decisionReason: null,
  },
};

export const share: ClubShareWire = {
  isMember: true,
  lastSyncedAt: '2026-11-01T00:00:00.000Z',
  unknown: null,
  figures: {
    computedAt: '2026-11-01T00:05:00.000Z',
    isBehind: false,
    rate: '0.15',
    lines: { charged: 1, frozen: 2, dropped: 0 },
    periods: [
      {
        name: '2026',
        from: '2026-01-01T00:00:00.000Z',
        to: '2027-01-01T00:00:00.000Z',
        isRunning: true,
        profit: '18.8',
        cumulativeProfit: '18.8',
        highWaterMarkBefore: '0',
        highWaterMark: '48.8',
        chargeable: '18.8',
        share: '2.82',
        carryForward: '30',
        invoiceId: null,
      },
    ],
  },
};

export const unknownShare = (unknown: ClubShareWire['unknown']): ClubShareWire => ({
  isMember: true,
  lastSyncedAt: null,
  unknown,
  figures: null,
});

export const dispute: ShareDisputeWire = {
  id: 'd 1',
  userId: 'u-1',
  fullName: 'Lindqvist Sofia',
  signalId: 's-1',
  symbol: 'BTC/USDT',
  entryTrade: '701',
  exitTrade: '702',
  qty: '2',
  profit: '18.8',
  reason: 'I closed this by hand',
  state: 'open',
  openedAt: '2026-05-01T09:00:00.000Z',
  closedAt: null,
  decisionReason: null,
  may: ['uphold', 'drop'],
};
