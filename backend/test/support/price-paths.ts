import { ONE, scaled } from '../../src/platform/domain/scaled.js';
import type { CandleSeries } from '../../src/trading/signals/scoring/engine/candles.js';
import type { ScoreTerms, Trail } from '../../src/trading/signals/scoring/engine/score.types.js';
import { minutes, random, type Ohlc } from './candle-series.js';

export interface Path {
  terms: ScoreTerms;
  /** A price a tick, each one step from the one before. */
  ticks: number[];
  ticksAMinute: number;
  levels: { entry: number; stop: number; targets: number[] };
}

const trails: readonly Trail[] = [{ kind: 'none' }, { kind: 'breakeven' }, { kind: 'moving' }];
export const FROM = 60;

/** A long signal with its levels near each other, and a price that wanders among them. */
export function pathOf(seed: number): Path {
  const next = random(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const entry = 1000;
  const stop = entry - between(2, 12);
  const first = entry + between(2, 10);
  const second = first + between(2, 10);
  const levels = { entry, stop, targets: [first, second, second + between(2, 10)] };
  const ticksAMinute = between(2, 24);
  const count = ticksAMinute * between(3, 40);
  const drift = next() * 0.3 - 0.15;
  let price = entry + between(-3, 8);
  const ticks = Array.from({ length: count }, () => (price += next() < 0.5 + drift ? 1 : -1));
  const terms: ScoreTerms = {
    side: 'long',
    entry: BigInt(entry) * ONE,
    stop: BigInt(stop) * ONE,
    targets: levels.targets.map((target) => BigInt(target) * ONE),
    weights: [BigInt(between(1, 3)), BigInt(between(1, 3)), BigInt(between(1, 3))],
    trail: trails[between(0, 2)]!,
    publishedAt: FROM,
    closesAt: FROM + (count / ticksAMinute) * 60,
    feeRate: scaled('0.0005'),
  };
  return { terms, ticks, ticksAMinute, levels };
}

/** Candles of so many ticks each. */
export function candlesOf(ticks: readonly number[], size: number, from = FROM, step = 60): CandleSeries {
  const candles: Ohlc[] = [];
  for (let at = 0; at < ticks.length; at += size) {
    const piece = ticks.slice(at, at + size);
    candles.push([piece[0]!, Math.max(...piece), Math.min(...piece), piece.at(-1)!]);
  }
  return minutes(candles, from, step);
}

export interface Truth {
  status: 'missed' | 'expired_unfilled' | 'closed';
  /** Net R in plain numbers; null where there was no trade. */
  net: number | null;
  /** The tick of the fill, null where there was none, and those of the targets. */
  filledAt: number | null;
  reachedAt: number[];
  /** The tick that hit the stop, and where the stop was then. */
  stopped: { at: number; limit: number } | null;
}

/** What really happened, tick by tick. `payments`: what a long of one pays as the minutes begin, by their second. */
export function truth(
  { terms, ticks, ticksAMinute, levels: { entry, stop, targets } }: Path,
  payments: ReadonlyMap<number, number> = new Map(),
): Truth {
  const weights = terms.weights.map(Number);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let filled: number | null = null;
  let limit = stop;
  let reached = 0;
  let left = whole;
  let [earned, traded, paid] = [0, 0, 0];
  let filledAt: number | null = null;
  let stopped: Truth['stopped'] = null;
  const reachedAt: number[] = [];
  const leave = (price: number, weight: number) => {
    earned += weight * (price - filled!);
    traded += weight * price;
    left -= weight;
  };
  for (const [n, price] of ticks.entries()) {
    if (filled !== null && n % ticksAMinute === 0) paid += left * (payments.get(FROM + (n / ticksAMinute) * 60) ?? 0);
    if (filled === null) {
      if (n === 0 && price <= entry) filled = price;
      else if (price > targets[0]!) return { status: 'missed', net: null, filledAt, reachedAt, stopped };
      else if (price < entry) filled = entry;
      else continue;
      filledAt = n;
    }
    if (price <= limit) {
      leave(Math.min(limit, n === 0 ? price : limit), left);
      stopped = { at: n, limit };
    }
    while (left > 0 && reached < 3 && price > targets[reached]!) {
      leave(targets[reached]!, weights[reached]!);
      if (terms.trail.kind === 'breakeven' || (terms.trail.kind === 'moving' && reached === 0)) limit = Math.max(limit, filled);
      else if (terms.trail.kind === 'moving') limit = Math.max(limit, targets[reached - 1]!);
      reached++;
      reachedAt.push(n);
    }
    if (left === 0) break;
  }
  if (filled === null) return { status: 'expired_unfilled', net: null, filledAt, reachedAt, stopped };
  if (left > 0) leave(ticks.at(-1)!, left);
  const risk = filled > stop ? filled - stop : entry - stop;
  return { status: 'closed', net: (earned - paid - 0.0005 * (traded + whole * filled)) / whole / risk, filledAt, reachedAt, stopped };
}
