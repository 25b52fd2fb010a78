import { toDecimal } from '../../../platform/domain/scaled.js';
import type {
  EndedSignalWire,
  ShareWire,
  TrackRecordMonthWire,
  TrackRecordSignalWire,
  TrackRecordSummaryWire,
  TrackRecordWire,
} from '../../../platform/wire/index.js';
import type { LogPlace, PublicSignal } from '../public-signal.repository.js';
import { isFinal } from '../../signals/index.js';
import type { Month } from '../statistics.js';
import type { ComputedRecord } from '../track-record.service.js';
import type { Share } from '../wilson.js';

const decimal = (value: bigint | null) => (value === null ? null : toDecimal(value));
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const presentShare = ({ hits, n, rate, low, high }: Share): ShareWire => ({
  hits,
  n,
  rate: decimal(rate),
  low: low === null ? null : low.toFixed(6),
  high: high === null ? null : high.toFixed(6),
});
const presentMonth = ({ month, n, change, totalR }: Month): TrackRecordMonthWire => ({
  month,
  n,
  change: decimal(change),
  totalR: decimal(totalR),
});

export function presentRecord(record: ComputedRecord): TrackRecordWire {
  const {
    methodology,
    computedAt,
    complete,
    published,
    running,
    unscored,
    period,
    ended,
    closed,
    missed,
    missedAmbiguous,
    expired,
    ambiguous,
    losses,
    flat,
    maxLosingStreak,
    longestOpen,
    model,
    optimistic,
    downloads,
  } = record;
  return {
    methodology,
    computedAt: computedAt.toISOString(),
    complete,
    period: period && { from: iso(period.from), to: iso(period.to) },
    published,
    running,
    unscored,
    ended,
    closed,
    missed,
    missedAmbiguous,
    expired,
    ambiguous,
    meanR: decimal(record.meanR),
    medianR: decimal(record.medianR),
    totalR: decimal(record.totalR),
    profitFactor: decimal(record.profitFactor),
    winRate: presentShare(record.winRate),
    losses,
    flat,
    targetRates: record.targetRates.map(presentShare),
    fillRate: presentShare(record.fillRate),
    maxLosingStreak,
    longestOpen,
    model: {
      change: decimal(model.change),
      maxDrawdown: decimal(model.maxDrawdown),
      points: model.points.map(({ day, equity }) => ({ day, equity: toDecimal(equity) })),
      months: model.months.map(presentMonth),
      worstMonth: model.worstMonth && presentMonth(model.worstMonth),
      bestMonth: model.bestMonth && presentMonth(model.bestMonth),
    },
    distribution: record.distribution.map(({ from, to, n }) => ({ from: decimal(from), to: decimal(to), n })),
    optimistic: { meanR: decimal(optimistic.meanR), winRate: presentShare(optimistic.winRate), change: decimal(optimistic.change) },
    downloads,
  };
}

export function presentSummary({ period, published, ended, closed, meanR, winRate }: ComputedRecord): TrackRecordSummaryWire {
  return {
    period: period && { from: iso(period.from), to: iso(period.to) },
    published,
    ended,
    closed,
    meanR: decimal(meanR),
    winRate: presentShare(winRate),
  };
}

const presentPlace = (log: LogPlace | null) => log && { index: log.index, hash: log.hash.toString('base64') };

export function presentPublicSignal(signal: PublicSignal): TrackRecordSignalWire {
  const known = { publishedAt: signal.publishedAt.toISOString(), log: presentPlace(signal.log) };
  if (!signal.ended) return { ended: false, ...known };
  const {
    id,
    venue,
    market,
    symbol,
    side,
    timeFrame,
    riskLevel,
    leverage,
    entry,
    stop,
    targets,
    trail,
    message,
    closesAt,
    amendments,
    outcome,
  } = signal;
  return {
    ended: true,
    id,
    ...known,
    venue,
    market,
    symbol,
    side,
    timeFrame,
    riskLevel,
    leverage,
    entry,
    stop,
    targets,
    trail,
    message,
    closesAt: closesAt.toISOString(),
    amendments: amendments.map(({ kind, stop: moved, price, at }) => ({ kind, stop: moved, price, at: at.toISOString() })),
    outcome: {
      status: outcome.status as EndedSignalWire['outcome']['status'],
      entryPrice: outcome.entryPrice,
      entryAt: outcome.entryAt?.toISOString() ?? null,
      exits: outcome.exits.map(({ reason, price, weight, t }) => ({ reason, price, weight, at: iso(t) })),
      rGross: outcome.rGross,
      rNet: outcome.rNet,
      rFunding: outcome.rFunding,
      rOptimistic: outcome.rOptimistic,
      ambiguous: outcome.ambiguous.map(iso),
      endedAt: outcome.endedAt?.toISOString() ?? null,
      gapMinutes: outcome.gapMinutes,
      candlesDigest: outcome.candlesDigest,
      hasCase: isFinal(outcome.status),
    },
  };
}
