import { abs, divided, ONE } from '../../../../platform/domain/scaled.js';
import { BLOCK_BITS, exactly, firstFrom, MINUTE, seen, type CandleSeries, type SeenCandle } from './candles.js';
import { paidBy, withinFunding } from './funding.js';
import type { Amendment, Detail, Exit, Score, ScoreTerms, Watch } from './score.types.js';
import { seenTerms, Trade, type Doubt } from './trade.js';

// Cached, because access to globals is slow in the VM contexts of tests.
const { abs: size, ceil, floor, max, min } = Math;
const double = Number;

/** Relative error of doubles. Prices closer to a level than this are compared as integers. */
const NEAR = 1e-14;
const BLOCK_REST = 2 ** BLOCK_BITS - 1;

/**
 * Scores a signal over minute candles by rules.md section 1. Ambiguous minutes count against the signal. `candles` may begin and end
 * anywhere, and have gaps; a signal that has not ended within them, or within known funding, is `pending` or `open`.
 */
export function score(terms: ScoreTerms, candles: CandleSeries, detail: Detail = () => undefined): Score {
  return followed(terms, candles, detail).score;
}

/** Returns the score, and the watch levels of a signal that has not ended. */
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
  // A trade that may not have been filled: its loss counts, its gain does not.
  if (trade.doubtful && result.rNet > 0n) return ended({ ...base, status: 'missed_ambiguous', rOptimistic: optimistic });
  return ended({ status: 'closed', entry, exits, ...result, rOptimistic: optimistic, ambiguous, endedAt });
}

/** The optimistic path may end worse, because it may stay open longer. */
const larger = (a: bigint, b: bigint | null): bigint => (b !== null && b > a ? b : a);

function optimisticOf(terms: ScoreTerms, candles: CandleSeries, detail: Detail): bigint | null {
  const { trade } = run(terms, candles, detail, 'optimistic');
  return trade.phase === 'over' && !trade.missed ? resultOf(terms, trade).rNet : null;
}

interface Run {
  trade: Trade;
  ambiguous: number[];
  endedAt: number | null;
  /** Candles cover the closure. */
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
  // After the last candle that closes at or before the closure.
  const end = firstFrom(candles, floor(terms.closesAt) - MINUTE + 1);
  let endedAt: number | null = null;
  let at = begin;
  let applied = 0;
  let cut = cutOf(changes[applied], candles, end);
  for (;;) {
    const change = changes[applied];
    if (at >= cut && change !== undefined && change.from <= through && change.from < settled) {
      trade.amend(change.amendment, change.from);
      if (trade.phase === 'over') endedAt = change.from;
      cut = cutOf(changes[++applied], candles, end);
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
    const until = min(terms.closesAt - MINUTE, ...changes.slice(applied, applied + 1).map(({ from }) => from - 1));
    // The first candle is always evaluated.
    return begin >= end ? { below: Infinity, above: -Infinity, until } : { ...levelsOf(trade, terms, side.direction), until };
  };
  return { trade, ambiguous, endedAt, isClosed, watch };
}

export const throughOf = ({ through, size: count, time }: CandleSeries): number =>
  through ?? (count > 0 ? time[count - 1]! + MINUTE : -Infinity);

interface Change {
  amendment: Amendment;
  /** Opening of the first minute to which it applies. */
  from: number;
}

/** Returns the amendments within the signal's life, ordered by time. */
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

/** Returns the levels at which the trade can change next, as doubles; nearly reached counts as reached. */
export function levelsOf(trade: Trade, { trail, entry, targets }: ScoreTerms, direction: 1n | -1n): Levels {
  if (trade.phase === 'pending') return outsideLevels(direction * entry, direction * targets[0]!, direction);
  const { target, peak } = trade;
  // A percentage stop moves with every new peak.
  return outsideLevels(trade.stop, trail.kind === 'percent' && (target === undefined || peak < target) ? peak : target, direction);
}

function outsideLevels(adverse: bigint, good: bigint | undefined, direction: 1n | -1n): Levels {
  const down = loose(adverse, 1);
  const up = good === undefined ? Infinity : loose(good, -1);
  // Unnegated, the stop of a short is above.
  return direction === 1n ? { below: down, above: up } : { below: -up, above: -down };
}

/** Returns the next candle that reaches a level; `end` if none. The only loop over all candles. */
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
 * As `nextOf` for a percentage stop, which moves with every new peak. On the way the peak is a double and the stop is taken slightly
 * nearer; afterwards the trade gets the highest peak.
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
    // Stops are rounded to 10^-18.
    down = max(down, stop + size(stop) * NEAR + 1e-18);
  }
  if (top >= 0) trade.pass(direction * exactly(good[top]!));
  return min(n, end);
}

/** Converts a level to a double, slightly increased (1) or decreased (-1). */
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
  // A trade filled beyond its own stop risked the planned amount.
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
