import { describe, expect, it } from '@jest/globals';
import { ONE } from '../../common/domain/scaled.js';
import { candlesOf, FROM, pathOf, truth, type Path } from './test-paths.js';
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
      if (result.rOptimistic !== null && result.status === 'closed' && number(result.rOptimistic)! < net! - SLACK)
        complaints.push({ seed, optimistic: number(result.rOptimistic), net });
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
