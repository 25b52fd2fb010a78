import { abs, divided, ONE } from '../../../platform/domain/scaled.js';
import { BLOCK_BITS, exactly, firstFrom, MINUTE, seen, type CandleSeries, type SeenCandle } from './candles.js';
import { paidBy, withinFunding } from './funding.js';
import type { Amendment, Detail, Exit, Score, ScoreTerms, Watch } from './score-terms.js';
import { seenTerms, Trade, type Doubt } from './trade.js';

// Looked up once: in a VM context, where tests run, each look at a global is slow.
const { abs: size, ceil, floor, max, min } = Math;
const double = Number;

/** Doubles differ from what they stand for by less than this, as a part of it. What comes nearer is decided in integers. */
const NEAR = 1e-14;
const BLOCK_REST = 2 ** BLOCK_BITS - 1;

/**
 * Scores a signal over minute candles: entry, targets, stop and closure as rules.md section 1 has them, with the worse way taken wherever
 * the candles leave two. `candles` may begin and end anywhere, and have gaps; what they do not reach yet is `pending` or `open`. So is what
 * lies behind the funding that is known.
 */
export function score(terms: ScoreTerms, candles: CandleSeries, detail: Detail = () => undefined): Score {
  return followed(terms, candles, detail).score;
}

/** The score, and for what has not ended where to look on. */
export function followed(terms: ScoreTerms, given: CandleSeries, detail: Detail = () => undefined): { score: Score; watch: Watch | null } {
  const candles = withinFunding(given, terms.funding);
  const told = run(terms, candles, detail, 'pessimistic');
  const { trade, ambiguous, endedAt } = told;
  const base = { entry: null, exits: [], rGross: null, rNet: null, rFunding: null, rOptimistic: null, ambiguous, endedAt };
  const ended = (score: Score) => ({ score, watch: null });
  if (trade.missed) return ended({ ...base, status: 'missed' });
  if (trade.cancelled) return ended({ ...base, status: 'expired_unfilled' });
  if (trade.phase === 'pending' && told.isClosed) return ended({ ...base, status: 'expired_unfilled', endedAt: terms.closesAt });
  if (trade.phase === 'pending') return { score: { ...base, status: 'pending' }, watch: told.watch() };
  const entry = outside(terms, trade.entry!);
  const exits = trade.exits.map((exit) => outside(terms, exit));
  if (trade.phase === 'open') return { score: { ...base, status: 'open', entry, exits }, watch: told.watch() };
  const result = resultOf(terms, trade);
  const optimistic = ambiguous.length === 0 ? result.rNet : larger(result.rNet, optimisticOf(terms, candles, detail));
  // A trade that may never have been one: its loss counts, its gain does not.
  if (trade.doubtful && result.rNet > 0n) return ended({ ...base, status: 'missed_ambiguous', rOptimistic: optimistic });
  return ended({ status: 'closed', entry, exits, ...result, rOptimistic: optimistic, ambiguous, endedAt });
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
  endedAt: number | null;
  /** The candles reach the closure. */
  isClosed: boolean;
  watch: () => Watch;
}

function run(terms: ScoreTerms, candles: CandleSeries, detail: Detail, doubt: Doubt): Run {
  const side = seenTerms(terms);
  const trade = new Trade(side, doubt);
  const ambiguous: number[] = [];
  const changes = changesOf(terms);
  const through = throughOf(candles);
  const settled = terms.funding?.through ?? Infinity;
  const begin = firstFrom(candles, terms.publishedAt);
  // Behind the last one that closes at or before the closure.
  const end = firstFrom(candles, floor(terms.closesAt) - MINUTE + 1);
  let endedAt: number | null = null;
  let at = begin;
  let told = 0;
  let cut = cutOf(changes[told], candles, end);
  for (;;) {
    const change = changes[told];
    if (at >= cut && change !== undefined && change.from <= through && change.from < settled) {
      trade.amend(change.amendment, change.from);
      if (trade.phase === 'over') endedAt = change.from;
      cut = cutOf(changes[++told], candles, end);
    } else if (at < end) {
      const candle = seen(candles, at, side.direction);
      if (trade.take(candle, at === begin, () => pieces(detail(candle.time), side.direction))) ambiguous.push(candle.time);
      if (trade.phase === 'over') endedAt = candle.time + MINUTE;
      else if (trade.phase === 'open' && terms.trail.kind === 'percent')
        at = climb(trade, terms.trail.share, side.direction, candles, at + 1, cut);
      else at = nextOf(levelsOf(trade, terms, side.direction), candles, at + 1, cut);
    } else break;
    if (trade.phase === 'over') break;
  }
  const isClosed = through + MINUTE > terms.closesAt;
  if (trade.phase === 'open' && isClosed && end > begin) {
    trade.expire(candles.time[end - 1]!, side.direction * exactly(candles.close[end - 1]!));
    endedAt = floor(terms.closesAt / MINUTE) * MINUTE;
  }
  const watch = (): Watch => {
    const until = min(terms.closesAt - MINUTE, ...changes.slice(told, told + 1).map(({ from }) => from - 1));
    // The first candle is taken whatever it is.
    return begin >= end ? { below: Infinity, above: -Infinity, until } : { ...levelsOf(trade, terms, side.direction), until };
  };
  return { trade, ambiguous, endedAt, isClosed, watch };
}

export const throughOf = ({ through, size: count, time }: CandleSeries): number =>
  through ?? (count > 0 ? time[count - 1]! + MINUTE : -Infinity);

interface Change {
  amendment: Amendment;
  /** The minute from which on it counts. */
  from: number;
}

/** What was said within the life of the signal, in order. */
export function changesOf({ amendments = [], closesAt }: ScoreTerms): Change[] {
  if (amendments.length === 0) return [];
  return amendments
    .map((amendment) => ({ amendment, from: ceil(amendment.at / MINUTE) * MINUTE }))
    .filter(({ from }) => from + MINUTE <= closesAt)
    .toSorted((a, b) => a.amendment.at - b.amendment.at);
}

export const cutOf = (change: Change | undefined, candles: CandleSeries, end: number): number =>
  change ? min(end, firstFrom(candles, change.from)) : end;

export const pieces = (series: CandleSeries | undefined, direction: 1n | -1n): SeenCandle[] | undefined =>
  series && Array.from({ length: series.size }, (_, n) => seen(series, n, direction));

type Levels = Pick<Watch, 'below' | 'above'>;

/** Where anything can happen next, on doubles, with what is nearly reached taken as reached. */
export function levelsOf(trade: Trade, { trail, entry, targets }: ScoreTerms, direction: 1n | -1n): Levels {
  if (trade.phase === 'pending') return outsideLevels(direction * entry, direction * targets[0]!, direction);
  const { target, peak } = trade;
  // A stop in percent moves with every new peak.
  return outsideLevels(trade.stop, trail.kind === 'percent' && (target === undefined || peak < target) ? peak : target, direction);
}

function outsideLevels(adverse: bigint, good: bigint | undefined, direction: 1n | -1n): Levels {
  const down = loose(adverse, 1);
  const up = good === undefined ? Infinity : loose(good, -1);
  // Seen from outside, what a short fears is above.
  return direction === 1n ? { below: down, above: up } : { below: -up, above: -down };
}

/** The next candle that reaches one of them; `end` if none. The one loop over all candles. */
export function nextOf({ below, above }: Levels, { high, low, blocks }: CandleSeries, from: number, end: number): number {
  for (let n = from; n < end; n++) {
    if (blocks && (n & BLOCK_REST) === 0) {
      let block = n >> BLOCK_BITS;
      while (n < end && blocks.low[block]! > below && blocks.high[block]! < above) {
        block++;
        n += BLOCK_REST + 1;
      }
      if (n >= end) return end;
    }
    if (low[n]! <= below || high[n]! >= above) return n;
  }
  return end;
}

/**
 * The same for a stop in percent, which moves with every new peak: on the way the peak is a double, and the stop a little nearer than it
 * is. Then the trade is told of the highest peak, which is all that the others came to.
 */
function climb(trade: Trade, share: bigint, direction: 1n | -1n, { high, low, blocks }: CandleSeries, from: number, end: number): number {
  const way = double(direction);
  const factor = 1 - way * (double(share) / 1e18);
  const [good, adverse] = way === 1 ? [high, low] : [low, high];
  const [goods, adverses] = way === 1 ? [blocks?.high, blocks?.low] : [blocks?.low, blocks?.high];
  const up = trade.target === undefined ? Infinity : loose(trade.target, -1);
  let down = loose(trade.stop, 1);
  let peak = double(trade.peak) / 1e18;
  let top = -1;
  let n = from;
  for (; n < end; n++) {
    if (goods && adverses && (n & BLOCK_REST) === 0) {
      let block = n >> BLOCK_BITS;
      while (n < end && way * adverses[block]! > down && way * goods[block]! < up && way * goods[block]! <= peak) {
        block++;
        n += BLOCK_REST + 1;
      }
      if (n >= end) break;
    }
    const reached = way * good[n]!;
    if (way * adverse[n]! <= down || reached >= up) break;
    if (reached <= peak) continue;
    peak = reached;
    top = n;
    const stop = peak * factor;
    // A stop is rounded to 10^-18.
    down = max(down, stop + size(stop) * NEAR + 1e-18);
  }
  if (top >= 0) trade.pass(direction * exactly(good[top]!));
  return min(n, end);
}

/** A level as a double, a little further (1) or nearer (-1) than it is. */
function loose(level: bigint, sign: 1 | -1): number {
  const value = double(level) / 1e18;
  return value + sign * size(value) * NEAR;
}

const outside = <T extends { price: bigint }>({ side }: ScoreTerms, one: T): T => (side === 'long' ? one : { ...one, price: -one.price });

function resultOf(
  terms: ScoreTerms,
  { entry, exits }: { entry: { price: bigint; time: number } | null; exits: readonly Exit[] },
): { rGross: bigint; rNet: bigint; rFunding: bigint | null } {
  const { price } = entry!;
  const direction = terms.side === 'long' ? 1n : -1n;
  const planned = direction * (terms.entry - terms.stop);
  // Filled beyond its own stop, a trade risked what it was planned to.
  const risk = price > direction * terms.stop ? price - direction * terms.stop : planned;
  const whole = terms.weights.reduce((sum, weight) => sum + weight, 0n);
  const earned = exits.reduce((sum, exit) => sum + exit.weight * (exit.price - price), 0n);
  const traded = whole * abs(price) + exits.reduce((sum, exit) => sum + exit.weight * abs(exit.price), 0n);
  const paid = terms.funding ? direction * paidBy(terms.funding, entry!, exits) : 0n;
  return {
    rGross: divided(earned * ONE, whole * risk),
    rNet: divided(earned * ONE - terms.feeRate * traded - paid, whole * risk),
    rFunding: terms.funding ? (paid === 0n ? 0n : divided(paid, whole * risk)) : null,
  };
}
