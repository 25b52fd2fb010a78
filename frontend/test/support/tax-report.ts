import type { TaxReportWire } from '../../src/lib/wire/types';

const none = { realised: '0.00', fees: '0.00', funding: '0.00', other: '0.00', result: '0.00' };

/** In 2025 the gain of one disposal is unknown, in 2026 of none. */
export const taxReport = (year: number): TaxReportWire => ({
  venue: 'Binance',
  year,
  method: 'fifo',
  currency: 'USDT',
  years: [2026, 2025],
  readAt: '2026-11-24T12:00:00.000Z',
  final: true,
  rulesVersion: 1,
  totals: {
    disposals: 0,
    proceeds: '0.00',
    fees: '0.00',
    cost: '0.00',
    gain: '0.00',
    gains: '0.00',
    losses: '0.00',
    overOneYear: '0.00',
    rewards: '0.00',
    rewardCount: 0,
    futures: none,
    unknownDisposals: year === 2025 ? 1 : 0,
    unknownProceeds: '0.00',
    withoutProceeds: 0,
    unvalued: 0,
    affected: 0,
  },
  assets: [],
  contracts: [],
  rewards: [],
  holdings: [],
  gaps: [],
  futuresKnown: { realised: 'all', funding: 'all' },
  disposals: [],
  unknown:
    year === 2025
      ? [
          {
            id: 'd-1',
            time: '2025-05-01T10:00:00.000Z',
            kind: 'sale',
            asset: 'BTC',
            quantity: '0.1',
            acquiredAt: null,
            affected: false,
            cause: 'deposit',
            proceeds: '6000.00',
            fees: '6.00',
            cost: null,
          },
        ]
      : [],
});
