import { describe, expect, it } from '@jest/globals';
import { ONE } from '../../../../platform/domain/scaled.js';
import { candlesOf, FROM, pathOf, truth, type Path, type Truth } from '../../../../../test/support/price-paths.js';
import { score, type Score, type ScoreTerms } from './index.js';

const number = (value: bigint | null) => (value === null ? null : Number(value) / 1e18);
const told = ({ status, rGross, rNet, rOptimistic, ambiguous }: Score) => ({ status, rGross, rNet, rOptimistic, ambiguous });
/** A rounding of doubles in `truth`. */
const SLACK = 1e-9;

const PATHS = 50_000;
const SOME = 2000;
const each = (count: number, check: (path: Path, seed: number) => void) => {
  for (let seed = 1; seed <= count; seed++) check(pathOf(seed), seed);
};

/**
 * The minute in which a target moved the stop, the price fell from there to it and stayed below: null where it was not so, or where the
 * minute leaves something else unknown, such as a second target in it or a low beyond the stop as it was before.
 */
function minuteThatClosedBeyondItsStop(
  { ticks, ticksAMinute, terms, levels }: Path,
  { filledAt, reachedAt, stopped }: Truth,
): number | null {
  if (stopped === null || filledAt === null) return null;
  const minuteOf = (tick: number) => Math.floor(tick / ticksAMinute);
  const minute = minuteOf(stopped.at);
  const within = reachedAt.filter((tick) => minuteOf(tick) === minute);
  const [open, high, low, close] = [0, 1, 2, 3].map((column) => {
    const piece = ticks.slice(minute * ticksAMinute, (minute + 1) * ticksAMinute);
    return [piece[0]!, Math.max(...piece), Math.min(...piece), piece.at(-1)!][column]!;
  }) as [number, number, number, number];
  const next = levels.targets[reachedAt.length];
  if (within.length !== 1 || minuteOf(filledAt) === minute || open > levels.targets[reachedAt.length - 1]!) return null;
  if (next === undefined || high > next || close > stopped.limit) return null;
  const filled = filledAt === 0 ? Math.min(levels.entry, ticks[0]!) : levels.entry;
  const stopBefore = reachedAt.length === 1 ? levels.stop : terms.trail.kind === 'none' ? levels.stop : filled;
  return low > stopBefore ? FROM + minute * 60 : null;
}

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
        real.status === 'expired_unfilled'
          ? result.status === 'expired_unfilled'
          : real.status === 'missed'
            ? result.status === 'missed' || result.status === 'missed_ambiguous' || (result.ambiguous.length > 0 && net! <= 0)
            : result.status === 'missed_ambiguous' || (result.status === 'closed' && net! <= real.net! + SLACK);
      if (!fits) complaints.push({ seed, real, net, status: result.status });
      const optimistic = number(result.rOptimistic);
      if (optimistic !== null && result.status === 'closed' && optimistic < net! - SLACK) complaints.push({ seed, optimistic, net });
      if (optimistic !== null && real.net !== null && optimistic < real.net - SLACK) complaints.push({ seed, optimistic, real });
    });
    expect(complaints.slice(0, 5)).toEqual([]);
    // The paths reach everything that there is, and doubt is not rare among them.
    expect([...seenStatus.keys()].toSorted()).toEqual(['closed', 'expired_unfilled', 'missed', 'missed_ambiguous']);
    expect(Math.min(...seenStatus.values())).toBeGreaterThan(100);
    expect(doubtful).toBeGreaterThan(PATHS / 50);
  });

  it('a minute that closes beyond the stop which its own target moved is no doubt', () => {
    const complaints: unknown[] = [];
    let sure = 0;
    each(PATHS, (path, seed) => {
      const real = truth(path);
      const minute = minuteThatClosedBeyondItsStop(path, real);
      if (minute === null) return;
      const { ambiguous, rNet, rOptimistic } = score(path.terms, candlesOf(path.ticks, path.ticksAMinute));
      if (ambiguous.some((at) => at < minute)) return;
      sure++;
      if (ambiguous.length > 0 || rNet !== rOptimistic || Math.abs(number(rNet)! - real.net!) > SLACK)
        complaints.push({ seed, ambiguous, net: number(rNet), optimistic: number(rOptimistic), real });
    });
    expect(complaints.slice(0, 5)).toEqual([]);
    expect(sure).toBeGreaterThan(25);
  });

  it('finer candles never make a score worse, and candles of one tick tell what happened', () => {
    each(SOME, (path, seed) => {
      const whole = candlesOf(path.ticks, path.ticksAMinute);
      const coarse = score(path.terms, whole);
      const fineOf = (at: number) =>
        candlesOf(path.ticks.slice(((at - FROM) / 60) * path.ticksAMinute).slice(0, path.ticksAMinute), 1, at, 1);
      const fine = score(path.terms, whole, fineOf);
      const real = truth(path);
      expect({
        seed,
        status: fine.status,
        ambiguous: fine.ambiguous,
        net: real.net === null ? null : number(fine.rNet)?.toFixed(8),
      }).toEqual({ seed, status: real.status, ambiguous: [], net: real.net?.toFixed(8) ?? null });
      if (coarse.rNet !== null && fine.rNet !== null) expect(coarse.rNet <= fine.rNet).toBe(true);
    });
  });

  it('a short is a long in the mirror', () => {
    each(SOME, (path, seed) => {
      const centre = 1000;
      const mirrored = (price: bigint) => 2n * BigInt(centre) * ONE - price;
      const { entry, stop, targets } = path.terms;
      const short: ScoreTerms = {
        ...path.terms,
        side: 'short',
        feeRate: 0n,
        entry: mirrored(entry),
        stop: mirrored(stop),
        targets: targets.map(mirrored),
      };
      const one = score({ ...path.terms, feeRate: 0n }, candlesOf(path.ticks, path.ticksAMinute));
      const other = score(
        short,
        candlesOf(
          path.ticks.map((price) => 2 * centre - price),
          path.ticksAMinute,
        ),
      );
      expect({ seed, ...told(other) }).toEqual({ seed, ...told(one) });
    });
  });

  it('a price in other units has the same score', () => {
    each(SOME, (path, seed) => {
      // A power of ten, with digits behind the point.
      const { entry, stop, targets } = path.terms;
      const small = (price: bigint) => price / 100_000n;
      const one = score(path.terms, candlesOf(path.ticks, path.ticksAMinute));
      const other = score(
        { ...path.terms, entry: small(entry), stop: small(stop), targets: targets.map(small) },
        candlesOf(
          path.ticks.map((price) => price / 100_000),
          path.ticksAMinute,
        ),
      );
      expect({ seed, ...told(other) }).toEqual({ seed, ...told(one) });
    });
  });
});
