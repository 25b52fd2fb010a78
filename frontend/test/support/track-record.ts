import type { EndedSignal, Month, RecordedSignal, Share, TrackRecord } from '../../src/features/track-record/api/get-track-record';

const share = (hits: number, n: number, rate: string | null, low: string | null, high: string | null): Share => ({ hits, n, rate, low, high });
const month = (name: string, n: number, change: string | null, totalR: string | null): Month => ({ month: name, n, change, totalR });

/** Ten closed signals over three months, one of which has none. */
export const record: TrackRecord = {
  methodology: 1, computedAt: '2026-11-22T10:00:00.000Z', complete: true, period: { from: '2026-08-03T09:30:00.000Z', to: '2026-11-20T08:01:00.000Z' },
  published: 15, running: 2, unscored: 0, ended: 13, closed: 10, missed: 2, missedAmbiguous: 0, expired: 1, ambiguous: 1,
  meanR: '0.314', medianR: '-0.2', totalR: '3.14', profitFactor: '1.604166666666666667', winRate: share(7, 10, '0.7', '0.396778', '0.892209'), losses: 3, flat: 0,
  targetRates: [share(8, 10, '0.8', '0.490162', '0.943318'), share(5, 10, '0.5', '0.236593', '0.763407'), share(2, 10, '0.2', '0.056682', '0.509838')],
  fillRate: share(10, 13, '0.769230769230769231', '0.497427', '0.918237'), maxLosingStreak: 2, longestOpen: 277_200,
  model: {
    change: '0.0312', maxDrawdown: '-0.0203',
    points: [{ day: '2026-09-01', equity: '1.02' }, { day: '2026-09-03', equity: '1.0098' }, { day: '2026-11-20', equity: '1.0312' }],
    months: [month('2026-09', 4, '0.0098', '1'), month('2026-10', 0, null, null), month('2026-11', 6, '0.021192315309962369', '2.14')],
    worstMonth: month('2026-09', 4, '0.0098', '1'), bestMonth: month('2026-11', 6, '0.021192315309962369', '2.14'),
  },
  distribution: [{ from: null, to: '-2', n: 0 }, { from: '-2', to: '-1.5', n: 0 }, { from: '-1.5', to: '-1', n: 3 }, { from: '-1', to: '-0.5', n: 0 }, { from: '-0.5', to: '0', n: 0 }, { from: '0', to: '0.5', n: 7 }, { from: '0.5', to: null, n: 0 }],
  optimistic: { meanR: '0.41', winRate: share(8, 10, '0.8', '0.490162', '0.943318'), change: '0.0411' },
  downloads: [{ month: '2026-11', signals: 60, parts: 2 }, { month: '2026-09', signals: 1, parts: 1 }],
};

const nothing = share(0, 0, null, null, null);
export const noRecord: TrackRecord = {
  ...record, period: null, published: 2, ended: 0, closed: 0, missed: 0, expired: 0, ambiguous: 0, meanR: null, medianR: null, totalR: null, profitFactor: null, winRate: nothing, losses: 0, targetRates: [nothing, nothing, nothing], fillRate: nothing, maxLosingStreak: 0, longestOpen: null,
  model: { change: null, maxDrawdown: null, points: [], months: [], worstMonth: null, bestMonth: null }, distribution: [], optimistic: { meanR: null, winRate: nothing, change: null }, downloads: [],
};

export const running: RecordedSignal = { ended: false, publishedAt: '2026-11-21T10:00:00.000Z', log: { index: 14, hash: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' } };

export const lost: EndedSignal = {
  ended: true, id: '0190c0de-0000-7000-8000-000000000001', publishedAt: '2026-11-19T10:00:00.000Z', log: { index: 13, hash: 'ASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8=' }, venue: 'binance', market: 'futures', symbol: 'ETH/USDT', side: 'long', timeFrame: '4 Hours', riskLevel: 'Medium', leverage: '10x',
  entry: '3000', stop: '2900', targets: ['3100', '3200', '3400'], trail: 'none', message: 'Enter on the retest.', closesAt: '2026-11-25T23:59:59.000Z', amendments: [{ kind: 'move_stop', stop: '2950', price: null, at: '2026-11-19T12:00:00.000Z' }],
  outcome: {
    status: 'closed', entryPrice: '3000', entryAt: '2026-11-19T11:00:00.000Z', exits: [{ reason: 'tp1', price: '3100', weight: '0.333333333333333333', at: '2026-11-19T12:30:00.000Z' }, { reason: 'stop', price: '2950', weight: '0.666666666666666667', at: '2026-11-20T08:00:00.000Z' }],
    rGross: '0', rNet: '-0.0297', rFunding: '0.0042', rOptimistic: '0.9', ambiguous: ['2026-11-20T08:00:00.000Z'], endedAt: '2026-11-20T08:01:00.000Z', gapMinutes: 2, candlesDigest: 'ab'.repeat(32), hasCase: true,
  },
};

export const missed: EndedSignal = { ...lost, id: '0190c0de-0000-7000-8000-000000000002', symbol: 'SOL/USDT', side: 'short', log: null, amendments: [], outcome: { ...lost.outcome, status: 'missed', entryPrice: null, entryAt: null, exits: [], rGross: null, rNet: null, rFunding: null, rOptimistic: null, ambiguous: [], gapMinutes: 0 } };
