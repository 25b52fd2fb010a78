import { abs, divided, ONE } from '../../common/domain/scaled.js';
import { firstFrom, seen, type CandleSeries, type SeenCandle } from './candles.js';
import { MINUTE, type Detail, type Exit, type Score, type ScoreTerms } from './score-terms.js';
import { seenTerms, Trade, type Doubt } from './trade.js';

/** Doubles differ from what they stand for by less than this, as a part of it. What comes nearer is decided in integers. */
const NEAR = 1e-14;

/**
 * Scores a signal over minute candles: entry, targets, stop and closure as rules.md section 1 has them, with the worse way taken wherever the candles leave two. `candles`
 * may begin and end anywhere, and have gaps; what they do not reach yet is `pending` or `open`.
 */
export function score(terms: ScoreTerms, candles: CandleSeries, detail: Detail = () => undefined): Score {
  const told = run(terms, candles, detail, 'pessimistic');
  const { trade, ambiguous } = told;
  const base = { entry: null, exits: [], rGross: null, rNet: null, rOptimistic: null, ambiguous };
  if (trade.missed) return { ...base, status: 'missed' };
  if (trade.phase === 'pending') return { ...base, status: told.isClosed ? 'expired_unfilled' : 'pending' };
  const entry = outside(terms, trade.entry!);
  if (trade.phase === 'open') return { ...base, status: 'open', entry, exits: trade.exits.map((exit) => outside(terms, exit)) };
  const result = resultOf(terms, trade);
  const optimistic = ambiguous.length === 0 ? result.rNet : larger(result.rNet, optimisticOf(terms, candles, detail));
  // A trade that may never have been one: its loss counts, its gain does not.
  if (trade.doubtful && result.rNet > 0n) return { ...base, status: 'missed_ambiguous', rOptimistic: optimistic };
  return { status: 'closed', entry, exits: trade.exits.map((exit) => outside(terms, exit)), ...result, rOptimistic: optimistic, ambiguous };
}

/** What went well in its minute may have ended worse. */
const larger = (a: bigint, b: bigint | null): bigint => (b !== null && b > a ? b : a);

function optimisticOf(terms: ScoreTerms, candles: CandleSeries, detail: Detail): bigint | null {
  const { trade } = run(terms, candles, detail, 'optimistic');
  return trade.phase === 'over' && !trade.missed ? resultOf(terms, trade).rNet : null;
}

interface Run {
  trade: Trade;
  ambiguous: number[];
  /** The candles reach the closure. */
  isClosed: boolean;
}

function run(terms: ScoreTerms, candles: CandleSeries, detail: Detail, doubt: Doubt): Run {
  const side = seenTerms(terms);
  const trade = new Trade(side, doubt);
  const ambiguous: number[] = [];
  const begin = firstFrom(candles, terms.publishedAt);
  // Behind the last one that closes at or before the closure.
  const end = firstFrom(candles, Math.floor(terms.closesAt) - MINUTE + 1);
  let at = begin;
  while (at < end && trade.phase !== 'over') {
    const candle = seen(candles, at, side.direction);
    const minute = candle.time;
    if (trade.take(candle, at === begin, () => pieces(detail(minute), side.direction))) ambiguous.push(minute);
    at = nextOf(trade, terms, side.direction, candles, at + 1, end);
  }
  const isClosed = candles.size > 0 && candles.time[candles.size - 1]! + 2 * MINUTE > terms.closesAt;
  if (trade.phase === 'open' && isClosed && end > begin) trade.expire(seen(candles, end - 1, side.direction));
  return { trade, ambiguous, isClosed };
}

const pieces = (series: CandleSeries | undefined, direction: 1n | -1n): SeenCandle[] | undefined => series && Array.from({ length: series.size }, (_, n) => seen(series, n, direction));

/** The next candle in which anything can happen; `end` if none. The one loop over all candles: on doubles, with what is nearly reached taken as reached. */
function nextOf(trade: Trade, { trail, entry, targets }: ScoreTerms, direction: 1n | -1n, { high, low }: CandleSeries, from: number, end: number): number {
  // A stop in percent moves with every new peak.
  const peak = trade.phase === 'open' && trail.kind === 'percent' ? trade.peak : null;
  const adverse = trade.phase === 'pending' ? direction * entry : trade.stop;
  const target = trade.phase === 'pending' ? direction * targets[0]! : trade.target;
  const good = peak !== null && (target === undefined || peak < target) ? peak : target;
  let down = loose(adverse, 1);
  let up = good === undefined ? Infinity : loose(good, -1);
  if (direction === 1n) {
    for (let n = from; n < end; n++) if (low[n]! <= down || high[n]! >= up) return n;
    return end;
  }
  // Seen from outside, what a short fears is above.
  [down, up] = [-down, -up];
  for (let n = from; n < end; n++) if (high[n]! >= down || low[n]! <= up) return n;
  return end;
}

/** A level as a double, a little further (1) or nearer (-1) than it is. */
function loose(level: bigint, sign: 1 | -1): number {
  const value = Number(level) / 1e18;
  return value + sign * Math.abs(value) * NEAR;
}

const outside = <T extends { price: bigint }>({ side }: ScoreTerms, one: T): T => (side === 'long' ? one : { ...one, price: -one.price });

function resultOf(terms: ScoreTerms, { entry, exits }: { entry: { price: bigint } | null; exits: readonly Exit[] }): { rGross: bigint; rNet: bigint } {
  const { price } = entry!;
  const direction = terms.side === 'long' ? 1n : -1n;
  const planned = direction * (terms.entry - terms.stop);
  // Filled beyond its own stop, a trade risked what it was planned to.
  const risk = price > direction * terms.stop ? price - direction * terms.stop : planned;
  const whole = terms.weights.reduce((sum, weight) => sum + weight, 0n);
  const earned = exits.reduce((sum, exit) => sum + exit.weight * (exit.price - price), 0n);
  const traded = whole * abs(price) + exits.reduce((sum, exit) => sum + exit.weight * abs(exit.price), 0n);
  return { rGross: divided(earned * ONE, whole * risk), rNet: divided(earned * ONE - terms.feeRate * traded, whole * risk) };
}
