import { scaled } from '../../../../platform/domain/scaled.js';
import type { Market } from '../../../venues/index.js';
import type { MarketPair } from '../../../market/index.js';
import type { Amendment, FundingSeries, ScoreTerms, Trail } from '../engine/index.js';
import type { Side } from '../../signal.input.js';
import { SCORING_FEES } from '../../taker-fees.rules.js';
import type { StoredStatus } from './signal-score.entity.js';

/** Its signals are scored together. */
export type SignalPair = MarketPair;

/** A signal in the form of the scoring engine. */
export interface ScoredSignal {
  id: string;
  terms: Omit<ScoreTerms, 'amendments' | 'funding'>;
  /** Status of the stored score; null: none. */
  status: StoredStatus | null;
  /** `updated_at` of the stored score, as PostgreSQL's text. */
  writtenAt: string | null;
}

/** A signal's row; prices as decimal strings, times in seconds since 1970. */
export interface ScoredSignalRow {
  id: string;
  side: Side;
  entry: string;
  stop: string;
  first: string;
  second: string;
  third: string;
  trail: string;
  publishedAt: number;
  closesAt: number;
  status: StoredStatus | null;
  writtenAt: string | null;
}

/** Taker fees as fractions of 10^-18, for each side of a trade. */
const feeRates: Record<Market, bigint> = { spot: scaled(SCORING_FEES.spot), futures: scaled(SCORING_FEES.futures) };

export const pairName = ({ venue, market, base, quote }: SignalPair): string => `${venue} ${market} ${base}/${quote}`;

export function toScoredSignal(row: ScoredSignalRow, { market }: SignalPair): ScoredSignal {
  const { id, side, entry, stop, first, second, third, trail, publishedAt, closesAt, status, writtenAt } = row;
  const terms = {
    side,
    entry: scaled(entry),
    stop: scaled(stop),
    targets: [first, second, third].map(scaled),
    weights: [1n, 1n, 1n],
    trail: trailOf(trail),
    publishedAt,
    closesAt,
    feeRate: feeRates[market],
  };
  return { id, terms, status, writtenAt };
}

/** Parses a trailing stop as typed: `none`, `breakeven`, `moving`, or a percentage. */
function trailOf(typed: string): Trail {
  const kind = typed.toLowerCase();
  if (kind === 'none' || kind === 'breakeven' || kind === 'moving') return { kind };
  return { kind: 'percent', share: scaled(kind.replace('%', '')) / 100n };
}

/** Adds a signal's amendments and its market's funding to its terms. */
export function amended({ terms }: ScoredSignal, amendments: readonly Amendment[] | undefined, funding?: FundingSeries): ScoreTerms {
  return { ...terms, ...(amendments && amendments.length > 0 && { amendments }), ...(funding && { funding }) };
}
