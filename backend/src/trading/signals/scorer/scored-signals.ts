import type { EntityManager } from '@mikro-orm/postgresql';
import type { MarketDataGateway, Market, Venue } from '../../exchange/index.js';
import type { MarketSymbol } from '../../market/index.js';
import { scaled } from '../../../platform/domain/scaled.js';
import type { Amendment, FundingSeries, ScoreTerms, Trail } from '../scoring/index.js';
import type { Side } from '../signal-terms.js';
import { finalStatuses, type StoredStatus } from './signal-score.entity.js';

/** The rules by which scores are made (rules.md section 1). Scores of other rules stand beside these. */
export const METHODOLOGY = 1;

/** Of what is traded, each side, of one: what a taker pays. */
const feeRates: Record<Market, bigint> = { spot: scaled('0.001'), futures: scaled('0.0005') };

/** What signals are scored on together. */
export interface SignalPair {
  venue: Venue;
  market: Market;
  base: string;
  quote: string;
}

export const pairName = ({ venue, market, base, quote }: SignalPair): string => `${venue} ${market} ${base}/${quote}`;

export function symbolOf(gateway: MarketDataGateway, { venue, market, base, quote }: SignalPair): MarketSymbol {
  const symbol = gateway.market(venue, { lane: 'backfill', maxWaitMs: 0 }).symbolOf(market, base, quote);
  return { venue, market, symbol };
}

export interface ScoredSignal {
  id: string;
  terms: Omit<ScoreTerms, 'amendments' | 'funding'>;
  /** Of the score that is stored; null: there is none. */
  status: StoredStatus | null;
  /** When that was written, as the database tells it. */
  writtenAt: string | null;
}

interface SignalRow {
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

/** Signals published before their market was written down are scored where they would be now. */
export const venueColumn = `coalesce(s.venue, 'binance')`;
export const marketColumn = `coalesce(s.market, case when s.leverage_factor > 1 then 'futures' else 'spot' end)`;
/** With `methodology` and the final states as parameters, in this order. */
export const withScore = `signals s left join signal_scores x on x.signal_id = s.id and x.methodology = ${METHODOLOGY}`;
export const stillOpen = `(x.status is null or x.status not in (${finalStatuses.map((status) => `'${status}'`).join(', ')}))`;

const decimal = (column: string) => `trim_scale(s.${column})::text`;
const columns = `s.id, s.side, ${decimal('entry_price')} as entry, ${decimal('stop_loss')} as stop, ${decimal('take_profit_1')} as first, ${decimal('take_profit_2')} as second, ${decimal('take_profit_3')} as third,
  s.trailing_stop_loss as trail, extract(epoch from s.published_at)::float8 as "publishedAt", extract(epoch from s.projected_closure_at)::float8 as "closesAt", x.status, x.updated_at::text as "writtenAt"`;

/** Signals of a pair that have not ended; with `after`, all of them behind that id. At most `limit`, in the order of their ids. */
export async function readSignals(
  em: EntityManager,
  pair: SignalPair,
  { limit, after, from }: { limit: number; after?: string; from?: string },
): Promise<ScoredSignal[]> {
  const which = after === undefined ? stillOpen : 's.id > ?::uuid and s.published_at >= ?::timestamptz';
  const rows = await em.execute<SignalRow[]>(
    `select ${columns} from ${withScore} where s.base = ? and s.quote = ? and ${venueColumn} = ? and ${marketColumn} = ? and ${which} order by s.id limit ${limit}`,
    [pair.base, pair.quote, pair.venue, pair.market, ...(after === undefined ? [] : [after, from ?? '-infinity'])],
  );
  return rows.map((row) => signalOf(row, pair));
}

/** One signal with its pair, whether it has ended or not. */
export async function readSignal(em: EntityManager, id: string): Promise<(ScoredSignal & { pair: SignalPair }) | null> {
  const [row] = await em.execute<(SignalRow & SignalPair)[]>(
    `select ${columns}, s.base, s.quote, ${venueColumn} as venue, ${marketColumn} as market from ${withScore} where s.id = ?`,
    [id],
  );
  if (!row) return null;
  const { venue, market, base, quote } = row;
  const pair = { venue, market, base, quote };
  return { ...signalOf(row, pair), pair };
}

function signalOf(
  { id, side, entry, stop, first, second, third, trail, publishedAt, closesAt, status, writtenAt }: SignalRow,
  { market }: SignalPair,
): ScoredSignal {
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

/** As it was typed: `none`, `breakeven`, `moving`, or a percentage. */
export function trailOf(typed: string): Trail {
  const kind = typed.toLowerCase();
  if (kind === 'none' || kind === 'breakeven' || kind === 'moving') return { kind };
  return { kind: 'percent', share: scaled(kind.replace('%', '')) / 100n };
}

/** With what was said later, and what is known of its market's funding. */
export function amended({ terms }: ScoredSignal, amendments: readonly Amendment[] | undefined, funding?: FundingSeries): ScoreTerms {
  return { ...terms, ...(amendments && amendments.length > 0 && { amendments }), ...(funding && { funding }) };
}
