import { divided, ONE, over, times } from '../../platform/domain/scaled.js';
import { shareOf, type Share } from './wilson.js';

export type FinalStatus = 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled';

/** A final score. Times are seconds since 1970, results are multiples of the risk in integers of 10^-18. */
export interface FinalScore {
  id: string;
  status: FinalStatus;
  publishedAt: number;
  /** Time of the fill; null: not filled. */
  enteredAt: number | null;
  endedAt: number;
  /** After costs; null unless closed. */
  rNet: bigint | null;
  /** `rNet` with every ambiguous minute in the signal's favour. */
  rOptimistic: bigint | null;
  /** Number of reached targets. */
  targets: number;
  /** At least one of its minutes is ambiguous. */
  ambiguous: boolean;
}

export interface Month {
  /** YYYY-MM */
  month: string;
  /** Closed signals that ended in it. */
  n: number;
  /** Change of the model's equity, as a fraction. Null if nothing ended, which is not a change of 0. */
  change: bigint | null;
  totalR: bigint | null;
}

export interface EquityPoint {
  /** YYYY-MM-DD, UTC; `equity` is at its end. Days on which nothing ended are left out. */
  day: string;
  equity: bigint;
}

/** Number of results in [from, to); null: unbounded. */
export interface Bin {
  from: bigint | null;
  to: bigint | null;
  n: number;
}

/** Undefined figures are null, never 0. */
export interface TrackRecord {
  /** From the first publication to the last end, in seconds. */
  period: { from: number; to: number } | null;
  /** Signals with a final outcome; the next four counts add up to it. */
  ended: number;
  closed: number;
  missed: number;
  missedAmbiguous: number;
  expired: number;
  /** Closed signals with an ambiguous minute. */
  ambiguous: number;
  meanR: bigint | null;
  medianR: bigint | null;
  totalR: bigint | null;
  /** Sum of gains over sum of losses. Null without losses. */
  profitFactor: bigint | null;
  winRate: Share;
  losses: number;
  flat: number;
  /** Shares of closed signals that reached at least the first, second and third target. These are not win rates. */
  targetRates: [Share, Share, Share];
  /** Share of ended signals that were certainly filled. */
  fillRate: Share;
  maxLosingStreak: number;
  /** Seconds from fill to end. */
  longestOpen: number | null;
  model: {
    /** Fractions; null without a closed signal. */
    change: bigint | null;
    maxDrawdown: bigint | null;
    points: EquityPoint[];
    months: Month[];
    worstMonth: Month | null;
    bestMonth: Month | null;
  };
  distribution: Bin[];
  /** The same closed signals with every ambiguous minute in their favour. */
  optimistic: { meanR: bigint | null; winRate: Share; change: bigint | null };
}

/** Each signal risks one part in this many of the model's equity. */
const RISKED_PARTS = 100n;
const TARGETS = 3;

type Closed = FinalScore & { rNet: bigint };

/** Computes the aggregates of rules.md, section 1, over final scores in any order. */
export function trackRecord(scores: readonly FinalScore[]): TrackRecord {
  const ended = scores.toSorted((a, b) => a.endedAt - b.endedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const closed = ended.filter((score): score is Closed => score.status === 'closed' && score.rNet !== null);
  const results = closed.map(({ rNet }) => rNet);
  const best = closed.map(({ rNet, rOptimistic }) => (rOptimistic !== null && rOptimistic > rNet ? rOptimistic : rNet));
  const count = (status: FinalStatus) => ended.filter((score) => score.status === status).length;
  const wins = winsOf(results);
  const losses = results.filter((r) => r < 0n).length;
  return {
    period:
      ended.length === 0
        ? null
        : { from: ended.reduce((first, { publishedAt }) => Math.min(first, publishedAt), Infinity), to: ended.at(-1)!.endedAt },
    ended: ended.length,
    closed: closed.length,
    missed: count('missed'),
    missedAmbiguous: count('missed_ambiguous'),
    expired: count('expired_unfilled'),
    ambiguous: closed.filter(({ ambiguous }) => ambiguous).length,
    meanR: meanOf(results),
    medianR: medianOf(results),
    totalR: results.length === 0 ? null : sumOf(results),
    profitFactor: profitFactorOf(results),
    winRate: shareOf(wins, closed.length),
    losses,
    flat: closed.length - wins - losses,
    targetRates: [1, 2, TARGETS].map((target) => shareOf(closed.filter(({ targets }) => targets >= target).length, closed.length)) as [
      Share,
      Share,
      Share,
    ],
    fillRate: shareOf(closed.length, ended.length),
    maxLosingStreak: losingStreakOf(results),
    longestOpen: closed.reduce<number | null>(
      (longest, { enteredAt, endedAt }) => (enteredAt === null ? longest : Math.max(longest ?? 0, endedAt - enteredAt)),
      null,
    ),
    model: modelOf(closed),
    distribution: distributionOf(results),
    optimistic: {
      meanR: meanOf(best),
      winRate: shareOf(winsOf(best), best.length),
      change: best.length === 0 ? null : best.reduce(risked, ONE) - ONE,
    },
  };
}

const winsOf = (results: readonly bigint[]): number => results.filter((r) => r > 0n).length;
const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const meanOf = (values: readonly bigint[]): bigint | null => (values.length === 0 ? null : divided(sumOf(values), BigInt(values.length)));

function medianOf(values: readonly bigint[]): bigint | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : divided(sorted[middle - 1]! + sorted[middle]!, 2n);
}

function profitFactorOf(results: readonly bigint[]): bigint | null {
  const lost = -sumOf(results.filter((r) => r < 0n));
  return lost === 0n ? null : over(sumOf(results.filter((r) => r > 0n)), lost);
}

function losingStreakOf(results: readonly bigint[]): number {
  let [longest, streak] = [0, 0];
  for (const r of results) {
    streak = r < 0n ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest;
}

/** Applies E *= 1 + 0.01 R. An equity of 0 stays 0. */
function risked(equity: bigint, r: bigint): bigint {
  const next = times(equity, ONE + divided(r, RISKED_PARTS));
  return next > 0n ? next : 0n;
}

const DAY = 86_400;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Computes the model, which risks a fixed part of its equity on each signal. `closed` is ordered by end. */
function modelOf(closed: readonly Closed[]): TrackRecord['model'] {
  if (closed.length === 0) return { change: null, maxDrawdown: null, points: [], months: [], worstMonth: null, bestMonth: null };
  let [equity, peak, maxDrawdown] = [ONE, ONE, 0n];
  let lastDay: number | null = null;
  const points: EquityPoint[] = [];
  const found = new Map<string, { n: number; totalR: bigint; from: bigint; to: bigint }>();
  for (const { endedAt, rNet } of closed) {
    const before = equity;
    equity = risked(equity, rNet);
    if (equity > peak) peak = equity;
    else if (equity < peak) {
      const fall = over(equity, peak) - ONE;
      if (fall < maxDrawdown) maxDrawdown = fall;
    }
    const begins = Math.floor(endedAt / DAY);
    if (begins !== lastDay) points.push({ day: dayOf(endedAt), equity });
    lastDay = begins;
    const point = points.at(-1)!;
    point.equity = equity;
    const name = point.day.slice(0, 7);
    const month = found.get(name);
    if (!month) found.set(name, { n: 1, totalR: rNet, from: before, to: equity });
    else {
      month.n++;
      month.totalR += rNet;
      month.to = equity;
    }
  }
  const months = monthsBetween(points[0]!.day.slice(0, 7), points.at(-1)!.day.slice(0, 7)).map((month): Month => {
    const one = found.get(month);
    // Without equity, a change is undefined.
    return one
      ? { month, n: one.n, totalR: one.totalR, change: one.from === 0n ? null : over(one.to, one.from) - ONE }
      : { month, n: 0, totalR: null, change: null };
  });
  const known = months.filter((month): month is Month & { change: bigint } => month.change !== null);
  const extreme = (isBetter: (a: bigint, b: bigint) => boolean) =>
    known.reduce<(Month & { change: bigint }) | null>(
      (best, month) => (best === null || isBetter(month.change, best.change) ? month : best),
      null,
    );
  return { change: equity - ONE, maxDrawdown, points, months, worstMonth: extreme((a, b) => a < b), bestMonth: extreme((a, b) => a > b) };
}

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    months.push(name);
    if (name >= last) return months;
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
}

const BIN_WIDTH = ONE / 2n;
const LOWEST = -2n * ONE;
const HIGHEST = 5n * ONE;

/** Counts results in bins of half the risk, with one open bin at either end. */
function distributionOf(results: readonly bigint[]): Bin[] {
  if (results.length === 0) return [];
  const steps = Number((HIGHEST - LOWEST) / BIN_WIDTH);
  const counts = Array.from({ length: steps + 2 }, () => 0);
  for (const r of results) {
    const at = r < LOWEST ? 0 : r >= HIGHEST ? steps + 1 : Number((r - LOWEST) / BIN_WIDTH) + 1;
    counts[at] = counts[at]! + 1;
  }
  return counts.map((n, at) => ({
    from: at === 0 ? null : LOWEST + BigInt(at - 1) * BIN_WIDTH,
    to: at === steps + 1 ? null : LOWEST + BigInt(at) * BIN_WIDTH,
    n,
  }));
}
