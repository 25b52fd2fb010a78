import { describe, expect, it } from '@jest/globals';
import { ONE, scaled } from '../../common/domain/scaled.js';
import { minutes, type Ohlc } from './test-candles.js';
import { score, type CandleSeries, type Score, type ScoreTerms, type Trail } from './index.js';

/** Mulberry32: the same numbers each time, so that a case can be named by its seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Path {
  terms: ScoreTerms;
  /** A price a tick, each one step from the one before. */
  ticks: number[];
  ticksAMinute: number;
  levels: { entry: number; stop: number; targets: number[] };
}

const trails: readonly Trail[] = [{ kind: 'none' }, { kind: 'breakeven' }, { kind: 'moving' }];
const FROM = 60;

/** A long signal with its levels near each other, and a price that wanders among them. */
function pathOf(seed: number): Path {
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
    side: 'long', entry: BigInt(entry) * ONE, stop: BigInt(stop) * ONE, targets: levels.targets.map((target) => BigInt(target) * ONE), weights: [BigInt(between(1, 3)), BigInt(between(1, 3)), BigInt(between(1, 3))],
    trail: trails[between(0, 2)]!, publishedAt: FROM, closesAt: FROM + (count / ticksAMinute) * 60, feeRate: scaled('0.0005'),
  };
  return { terms, ticks, ticksAMinute, levels };
}

/** Candles of so many ticks each. */
function candlesOf(ticks: readonly number[], size: number, from = FROM, step = 60): CandleSeries {
  const candles: Ohlc[] = [];
  for (let at = 0; at < ticks.length; at += size) {
    const piece = ticks.slice(at, at + size);
    candles.push([piece[0]!, Math.max(...piece), Math.min(...piece), piece.at(-1)!]);
  }
  return minutes(candles, from, step);
}

/** What really happened, tick by tick: net R times the sum of weights and risk, in plain numbers; null where there was no trade. */
function truth({ terms, ticks, levels: { entry, stop, targets } }: Path): { status: 'missed' | 'expired_unfilled' | 'closed'; net: number | null } {
  const weights = terms.weights.map(Number);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let filled: number | null = null;
  let limit = stop;
  let reached = 0;
  let left = whole;
  let [earned, traded] = [0, 0];
  const leave = (price: number, weight: number) => {
    earned += weight * (price - filled!);
    traded += weight * price;
    left -= weight;
  };
  for (const [n, price] of ticks.entries()) {
    if (filled === null) {
      if (n === 0 && price <= entry) filled = price;
      else if (price > targets[0]!) return { status: 'missed', net: null };
      else if (price < entry) filled = entry;
      else continue;
    }
    if (price <= limit) leave(Math.min(limit, n === 0 ? price : limit), left);
    while (left > 0 && reached < 3 && price > targets[reached]!) {
      leave(targets[reached]!, weights[reached]!);
      if (terms.trail.kind === 'breakeven' || (terms.trail.kind === 'moving' && reached === 0)) limit = Math.max(limit, filled);
      else if (terms.trail.kind === 'moving') limit = Math.max(limit, targets[reached - 1]!);
      reached++;
    }
    if (left === 0) break;
  }
  if (filled === null) return { status: 'expired_unfilled', net: null };
  if (left > 0) leave(ticks.at(-1)!, left);
  const risk = filled > stop ? filled - stop : entry - stop;
  return { status: 'closed', net: (earned - 0.0005 * (traded + whole * filled)) / whole / risk };
}

const number = (value: bigint | null) => (value === null ? null : Number(value) / 1e18);
const told = ({ status, rGross, rNet, rOptimistic, ambiguous }: Score) => ({ status, rGross, rNet, rOptimistic, ambiguous });
/** A rounding of doubles in `truth`. */
const SLACK = 1e-9;

const PATHS = 50_000;
const SOME = 2000;
const each = (count: number, check: (path: Path, seed: number) => void) => {
  for (let seed = 1; seed <= count; seed++) check(pathOf(seed), seed);
};

describe('over 50,000 generated signals', () => {
  it('a score from minutes is never better than what happened tick by tick, and nothing that lost is left out', () => {
    const seenStatus = new Map<string, number>();
    const complaints: unknown[] = [];
    let doubtful = 0;
    each(PATHS, (path, seed) => {
      const real = truth(path);
      const result = score(path.terms, candlesOf(path.ticks, path.ticksAMinute));
      const net = number(result.rNet);
      seenStatus.set(result.status, (seenStatus.get(result.status) ?? 0) + 1);
      if (result.ambiguous.length > 0) doubtful++;
      const fits =
        real.status === 'expired_unfilled' ? result.status === 'expired_unfilled'
        : real.status === 'missed' ? result.status === 'missed' || result.status === 'missed_ambiguous' || (result.ambiguous.length > 0 && net! <= 0)
        : result.status === 'missed_ambiguous' || (result.status === 'closed' && net! <= real.net! + SLACK);
      if (!fits) complaints.push({ seed, real, net, status: result.status });
      if (result.rOptimistic !== null && result.status === 'closed' && number(result.rOptimistic)! < net! - SLACK) complaints.push({ seed, optimistic: number(result.rOptimistic), net });
    });
    expect(complaints.slice(0, 5)).toEqual([]);
    // The paths reach everything that there is, and doubt is not rare among them.
    expect([...seenStatus.keys()].toSorted()).toEqual(['closed', 'expired_unfilled', 'missed', 'missed_ambiguous']);
    expect(Math.min(...seenStatus.values())).toBeGreaterThan(100);
    expect(doubtful).toBeGreaterThan(PATHS / 50);
  });

  it('finer candles never make a score worse, and candles of one tick tell what happened', () => {
    each(SOME, (path, seed) => {
      const whole = candlesOf(path.ticks, path.ticksAMinute);
      const coarse = score(path.terms, whole);
      const fineOf = (at: number) => candlesOf(path.ticks.slice(((at - FROM) / 60) * path.ticksAMinute).slice(0, path.ticksAMinute), 1, at, 1);
      const fine = score(path.terms, whole, fineOf);
      const real = truth(path);
      expect({ seed, status: fine.status, ambiguous: fine.ambiguous, net: real.net === null ? null : number(fine.rNet)?.toFixed(8) }).toEqual({ seed, status: real.status, ambiguous: [], net: real.net?.toFixed(8) ?? null });
      if (coarse.rNet !== null && fine.rNet !== null) expect(coarse.rNet <= fine.rNet).toBe(true);
    });
  });

  it('a short is a long in the mirror', () => {
    each(SOME, (path, seed) => {
      const centre = 1000;
      const mirrored = (price: bigint) => 2n * BigInt(centre) * ONE - price;
      const { entry, stop, targets } = path.terms;
      const short: ScoreTerms = { ...path.terms, side: 'short', feeRate: 0n, entry: mirrored(entry), stop: mirrored(stop), targets: targets.map(mirrored) };
      const one = score({ ...path.terms, feeRate: 0n }, candlesOf(path.ticks, path.ticksAMinute));
      const other = score(short, candlesOf(path.ticks.map((price) => 2 * centre - price), path.ticksAMinute));
      expect({ seed, ...told(other) }).toEqual({ seed, ...told(one) });
    });
  });

  it('a price in other units has the same score', () => {
    each(SOME, (path, seed) => {
      // A power of ten, with digits behind the point.
      const { entry, stop, targets } = path.terms;
      const small = (price: bigint) => price / 100_000n;
      const one = score(path.terms, candlesOf(path.ticks, path.ticksAMinute));
      const other = score({ ...path.terms, entry: small(entry), stop: small(stop), targets: targets.map(small) }, candlesOf(path.ticks.map((price) => price / 100_000), path.ticksAMinute));
      expect({ seed, ...told(other) }).toEqual({ seed, ...told(one) });
    });
  });
});
