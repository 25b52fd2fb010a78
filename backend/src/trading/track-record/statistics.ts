import { divided, ONE, over, times } from '../../platform/domain/scaled.js';
import { distributionOf, type Bin } from './distribution.js';
import { shareOf, type Share } from './wilson.js';

export type FinalStatus = 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled';

/** What became of a signal that has ended. Times are seconds since 1970, results are multiples of the risk in integers of 10^-18. */
export interface FinalScore {
  id: string;
  status: FinalStatus;
  publishedAt: number;
  /** When it was filled; null: it was not. */
  enteredAt: number | null;
  endedAt: number;
  /** After costs. Of a closed one alone. */
  rNet: bigint | null;
  /** The same, had every doubtful minute gone well. */
  rOptimistic: bigint | null;
  /** How many of the targets were reached, in order. */
  targets: number;
  /** At least one of its minutes does not tell what came first in it. */
  ambiguous: boolean;
}

export interface Month {
  /** YYYY-MM */
  month: string;
  /** Signals that count and ended in it. */
  n: number;
  /** Of the model's equity, as a fraction. Null where nothing ended: that is no month of zero. */
  change: bigint | null;
  totalR: bigint | null;
}

export interface EquityPoint {
  /** YYYY-MM-DD, UTC: the model at the end of this day. Days on which nothing ended are left out. */
  day: string;
  equity: bigint;
}

/** Everything undefined is null: nothing here stands for "none" but the counts. */
export interface TrackRecord {
  /** From the first publication to the last end of what has ended; seconds. */
  period: { from: number; to: number } | null;
  /** Signals with a final outcome, and how they divide. */
  ended: number;
  closed: number;
  missed: number;
  missedAmbiguous: number;
  expired: number;
  /** Closed ones with a doubtful minute. */
  ambiguous: number;
  meanR: bigint | null;
  medianR: bigint | null;
  totalR: bigint | null;
  /** What was won over what was lost. Null where nothing was lost. */
  profitFactor: bigint | null;
  winRate: Share;
  losses: number;
  flat: number;
  /** Of closed signals: that reached at least the first, the second, the third target. These are no win rates. */
  targetRates: [Share, Share, Share];
  /** Of everything that ended: what was filled without doubt. */
  fillRate: Share;
  maxLosingStreak: number;
  /** Seconds from fill to end. */
  longestOpen: number | null;
  model: {
    /** As fractions; null where nothing is closed. */
    change: bigint | null;
    maxDrawdown: bigint | null;
    points: EquityPoint[];
    months: Month[];
    worstMonth: Month | null;
    bestMonth: Month | null;
  };
  distribution: Bin[];
  /** The same closed signals, had every doubtful minute of them gone well. */
  optimistic: { meanR: bigint | null; winRate: Share; change: bigint | null };
}

/** Each signal risks this part of the model's equity. */
const RISKED_PARTS = 100n;
const TARGETS = 3;

type Closed = FinalScore & { rNet: bigint };

/** The aggregates of rules.md, section 1, over final scores in any order. */
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

/** E *= 1 + 0.01 R. A model that has lost everything stays there. */
function risked(equity: bigint, r: bigint): bigint {
  const next = times(equity, ONE + divided(r, RISKED_PARTS));
  return next > 0n ? next : 0n;
}

const DAY = 86_400;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** A fixed part of the equity on each signal, in order of their ends. `closed` is in that order. */
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
    // Of a model without equity no change is defined.
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
