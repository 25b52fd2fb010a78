import { describe, expect, it } from '@jest/globals';
import { ONE, scaled, toDecimal } from '../../../../platform/domain/scaled.js';
import { score, summedFunding, type Amendment, type CandleSeries, type FundingRow, type Score, type ScoreTerms } from './index.js';
import { minutes, type Ohlc } from '../../../../../test/support/candle-series.js';
import { candlesOf, FROM, pathOf, truth, type Path } from '../../../../../test/support/price-paths.js';

const long: ScoreTerms = {
  side: 'long',
  entry: scaled('100'),
  stop: scaled('95'),
  targets: ['105', '110', '120'].map(scaled),
  weights: [1n, 1n, 1n],
  trail: { kind: 'none' },
  publishedAt: 30,
  closesAt: 86_400,
  feeRate: scaled('0.0005'),
};
const short: ScoreTerms = { ...long, side: 'short', stop: scaled('105'), targets: ['95', '90', '80'].map(scaled) };
const paid = (time: number, rate: string, mark: string | null): FundingRow => ({
  time,
  rate: scaled(rate),
  mark: mark === null ? null : scaled(mark),
});
const told = ({ status, rNet, rFunding }: Score) => [
  status,
  ...[rNet, rFunding].map((value) => (value === null ? null : Number(toDecimal(value)).toFixed(8))),
];

/** Filled in the minute at 60. */
const filling: Ohlc = [101, 101, 99, 100];
const quiet: Ohlc = [100, 101, 99, 100];
const stopped = [filling, quiet, quiet, [99, 99, 94, 94]] as const;
const through: readonly Ohlc[] = [
  filling,
  [100, 106, 100, 106],
  [106, 108, 106, 108],
  [108, 111, 108, 111],
  [111, 121, 111, 121],
  [121, 121, 121, 121],
];

function of(terms: ScoreTerms, candles: readonly Ohlc[] | CandleSeries, rows: readonly FundingRow[], known?: number): Score {
  const series = 'size' in candles ? candles : minutes(candles);
  return score({ ...terms, funding: summedFunding(rows, series, known) }, series);
}

describe('funding, worked out by hand', () => {
  it('is paid by a long where the rate is above zero: 100 x 0.0001 over a risk of 5', () => {
    expect(told(of(long, stopped, [paid(180, '0.0001', '100')]))).toEqual(['closed', '-1.02150000', '0.00200000']);
    expect(told(of(long, stopped, [paid(180, '-0.0001', '100')]))).toEqual(['closed', '-1.01750000', '-0.00200000']);
  });

  it('is received by a short then', () => {
    const up = [[99, 101, 99, 100], quiet, quiet, [101, 106, 101, 106]] as const;
    expect(told(of(short, up, [paid(180, '0.0001', '100')]))).toEqual(['closed', '-1.01850000', '-0.00200000']);
  });

  it('is paid for what is left: two thirds behind the first target, at the price of each time', () => {
    // 2/3 x 0.0003 x 106 at 180, 2/3 x 0.0003 x 108 at 240, where the second target is reached in the minute that begins then; 1/3 x 0.0006
    // x 111 at 300.
    const rows = [paid(180, '0.0003', '106'), paid(240, '0.0003', '108'), paid(300, '0.0006', '111'), paid(360, '0.5', '121')];
    expect(told(of(long, through, rows))).toEqual([
      'closed',
      (2.3333333333 - 0.0211666667 - (0.0212 + 0.0216 + 0.0222) / 5).toFixed(8),
      '0.01300000',
    ]);
  });

  it('is not paid in the minute in which it was filled, and is from the next on', () => {
    expect(told(of(long, stopped, [paid(60, '0.01', '100')]))).toEqual(['closed', '-1.01950000', '0.00000000']);
    expect(told(of(long, stopped, [paid(0, '0.01', '100'), paid(120, '0.01', '100')]))).toEqual(['closed', '-1.21950000', '0.20000000']);
  });

  it('is paid as the minute begins in which the rest leaves, and not later', () => {
    expect(told(of(long, stopped, [paid(240, '0.01', '100')]))).toEqual(['closed', '-1.21950000', '0.20000000']);
    expect(told(of(long, stopped, [paid(300, '0.01', '100')]))).toEqual(['closed', '-1.01950000', '0.00000000']);
    // A position that closes as time is up left with the minute before it: the one at 180.
    const closing = { ...long, closesAt: 240 };
    expect(told(of(closing, [filling, quiet, quiet, quiet], [paid(180, '0.01', '100')]))).toEqual([
      'closed',
      (-0.02 - 0.2).toFixed(8),
      '0.20000000',
    ]);
    expect(told(of(closing, [filling, quiet, quiet, quiet], [paid(240, '0.01', '100')]))).toEqual(['closed', '-0.02000000', '0.00000000']);
  });

  it('is paid at the close of the minute before where the venue tells no price, or of the last one that there is', () => {
    expect(told(of(long, through, [paid(180, '0.0003', null)]))[2]).toBe((((2 / 3) * 0.0003 * 106) / 5).toFixed(8));
    const gap = minutes([filling, [100, 100, 100, 100.5]], 60);
    const late = minutes([[94, 94, 94, 94]], 600);
    const joined = {
      ...gap,
      size: 3,
      ...Object.fromEntries(
        (['time', 'open', 'high', 'low', 'close'] as const).map((name) => [name, Float64Array.from([...gap[name], ...late[name]])]),
      ),
    } as CandleSeries;
    expect(told(of(long, joined, [paid(480, '0.01', null)]))[2]).toBe(((0.01 * 100.5) / 5).toFixed(8));
  });

  it('is nothing where nothing was filled, or what was filled does not count', () => {
    expect(
      of(
        long,
        [
          [102, 104, 101, 104],
          [104, 106, 104, 105],
        ],
        [paid(120, '0.01', '100')],
      ),
    ).toMatchObject({ status: 'missed', rFunding: null });
    expect(
      of(
        { ...long, closesAt: 240 },
        [
          [102, 106, 99, 103],
          [103, 103, 103, 103],
          [103, 103, 103, 103],
        ],
        [paid(120, '0.001', '100')],
      ),
    ).toMatchObject({ status: 'missed_ambiguous', rNet: null, rFunding: null });
    expect(score(long, minutes(stopped))).toMatchObject({ status: 'closed', rFunding: null });
  });

  it('is exact to the 18th digit, and rounded once', () => {
    const terms = { ...long, feeRate: 0n, weights: [1n, 1n, 1n] };
    const { rGross, rNet, rFunding } = of(terms, stopped, [paid(120, '0.000000000000000003', '1'), paid(180, '0.000000000000000004', '1')]);
    // 7 x 10^-18 over 5 is 1.4 x 10^-18.
    expect([rGross! - rNet!, rFunding]).toEqual([1n, 1n]);
  });
});

describe('funding that is not known yet', () => {
  const shut = (at: number): Amendment => ({ kind: 'close_now', at, price: scaled('101') });

  it('ends what is concluded: nothing is scored in the minute that begins then', () => {
    expect(of(long, stopped, [], 240)).toMatchObject({ status: 'open', exits: [], endedAt: null });
    expect(of(long, stopped, [], 241)).toMatchObject({ status: 'closed', endedAt: 300 });
    expect(of(long, stopped, [], 60)).toMatchObject({ status: 'pending', entry: null });
  });

  it('holds back what was said and counts from that minute on', () => {
    const candles = minutes([filling, quiet, quiet, quiet]);
    expect(of({ ...long, amendments: [shut(200)] }, candles, [], 240).status).toBe('open');
    expect(of({ ...long, amendments: [shut(200)] }, candles, [], 300)).toMatchObject({
      status: 'closed',
      exits: [{ reason: 'closed', time: 240 }],
    });
    expect(of({ ...long, amendments: [shut(170)] }, candles, [], 240)).toMatchObject({
      status: 'closed',
      exits: [{ reason: 'closed', time: 180 }],
    });
  });

  it('does not hold back a closure at that moment, which pays nothing of it', () => {
    expect(of({ ...long, closesAt: 240 }, [filling, quiet, quiet], [paid(180, '0.01', '100')], 240)).toMatchObject({
      status: 'closed',
      endedAt: 240,
    });
    expect(of({ ...long, closesAt: 300 }, [filling, quiet, quiet, quiet], [], 240).status).toBe('open');
  });
});

/** Rates by the minute at which they are due, some of them below zero, on a price that wanders; none of them in the candles' own digits. */
function rowsOf({ ticks, ticksAMinute }: Path, seed: number): FundingRow[] {
  const rows: FundingRow[] = [];
  for (let minute = seed % 3; minute * ticksAMinute < ticks.length; minute += 1 + (seed % 4)) {
    const rate = BigInt(((seed * 7919 + minute * 104_729) % 2001) - 1000) * 10n ** 12n;
    rows.push({ time: FROM + minute * 60, rate, mark: BigInt(ticks[minute * ticksAMinute]!) * ONE + 123_456_789n });
  }
  return rows;
}
const CASES = 600;
const each = (check: (path: Path, rows: FundingRow[], seed: number) => void) => {
  for (let seed = 1; seed <= CASES; seed++) {
    const path = pathOf(seed);
    check(path, rowsOf(path, seed), seed);
  }
};
const minutesOf = ({ ticks, ticksAMinute }: Path) => candlesOf(ticks, ticksAMinute);
const number = (value: bigint | null) => (value === null ? null : Number(value) / 1e18);

describe('over generated signals, funding', () => {
  it('is what was paid tick by tick, where candles of one tick tell what happened', () => {
    let [counted, partial] = [0, 0];
    each((path, rows, seed) => {
      const whole = minutesOf(path);
      const fineOf = (at: number) =>
        candlesOf(path.ticks.slice(((at - FROM) / 60) * path.ticksAMinute).slice(0, path.ticksAMinute), 1, at, 1);
      const fine = score({ ...path.terms, funding: summedFunding(rows, whole) }, whole, fineOf);
      const real = truth(path, new Map(rows.map(({ time, rate, mark }) => [time, (Number(rate) / 1e18) * (Number(mark) / 1e18)])));
      expect({ seed, status: fine.status, net: number(fine.rNet)?.toFixed(8) ?? null }).toEqual({
        seed,
        status: real.status,
        net: real.net?.toFixed(8) ?? null,
      });
      if (fine.rFunding !== null && fine.rFunding !== 0n) counted++;
      if (fine.exits.length > 1 && new Set(fine.exits.map(({ time }) => time)).size > 1) partial++;
    });
    expect(Math.min(counted, partial)).toBeGreaterThan(CASES / 20);
  });

  it('changes no fill, and the result by itself alone', () => {
    each((path, rows, seed) => {
      const whole = minutesOf(path);
      const without = score(path.terms, whole);
      const { rNet, rFunding, rOptimistic, ...rest } = of(path.terms, whole, rows);
      const same = ({ status, ...score }: Partial<Score>) =>
        status === 'missed_ambiguous' || without.status === 'missed_ambiguous' ? null : { seed, status, ...score };
      const { rNet: net, rFunding: none, rOptimistic: better, ...others } = without;
      expect([none, same(rest)]).toEqual([null, same(others)]);
      if (rNet === null || net === null || rOptimistic === null || better === null) return;
      // Each is rounded for itself.
      expect(Number(net - rNet - rFunding!)).toBeLessThanOrEqual(1);
      expect(Number(net - rNet - rFunding!)).toBeGreaterThanOrEqual(-1);
      expect(rOptimistic >= rNet).toBe(true);
    });
  });

  it('of a short in the mirror is the same where the rates are turned round', () => {
    each((path, rows, seed) => {
      const centre = 1000;
      const mirrored = (price: bigint) => 2n * BigInt(centre) * ONE - price;
      const { entry, stop, targets } = path.terms;
      const turned: ScoreTerms = {
        ...path.terms,
        side: 'short',
        feeRate: 0n,
        entry: mirrored(entry),
        stop: mirrored(stop),
        targets: targets.map(mirrored),
      };
      const one = of({ ...path.terms, feeRate: 0n }, minutesOf(path), rows);
      const other = of(
        turned,
        candlesOf(
          path.ticks.map((price) => 2 * centre - price),
          path.ticksAMinute,
        ),
        rows.map((row) => ({ ...row, rate: -row.rate })),
      );
      expect([seed, other.status, other.rNet, other.rFunding, other.rOptimistic]).toEqual([
        seed,
        one.status,
        one.rNet,
        one.rFunding,
        one.rOptimistic,
      ]);
    });
  });

  it('is the same in other units of the price, and none at rates of zero', () => {
    each((path, given, seed) => {
      const rows = given.map((row) => ({ ...row, mark: (row.mark! / 100_000n) * 100_000n }));
      const small = (price: bigint) => price / 100_000n;
      const { entry, stop, targets } = path.terms;
      const one = of(path.terms, minutesOf(path), rows);
      const other = of(
        { ...path.terms, entry: small(entry), stop: small(stop), targets: targets.map(small) },
        candlesOf(
          path.ticks.map((price) => price / 100_000),
          path.ticksAMinute,
        ),
        rows.map((row) => ({ ...row, mark: small(row.mark) })),
      );
      expect([seed, other.status, other.rNet, other.rFunding]).toEqual([seed, one.status, one.rNet, one.rFunding]);
      const zero = of(
        path.terms,
        minutesOf(path),
        rows.map((row) => ({ ...row, rate: 0n })),
      );
      const without = score(path.terms, minutesOf(path));
      expect({ seed, ...zero, rFunding: null }).toEqual({ seed, ...without });
    });
  });

  it('of finer candles makes no score worse but by itself', () => {
    const worse: number[] = [];
    const others: number[] = [];
    let alike = 0;
    const way = ({ status, entry, exits }: Score) =>
      JSON.stringify([status, entry?.time, exits.map(({ time, weight }) => [time, String(weight)])]);
    each((path, rows, seed) => {
      const whole = minutesOf(path);
      const fineOf = (at: number) =>
        candlesOf(path.ticks.slice(((at - FROM) / 60) * path.ticksAMinute).slice(0, path.ticksAMinute), 1, at, 1);
      const terms = { ...path.terms, funding: summedFunding(rows, whole) };
      const [coarse, fine] = [score(terms, whole), score(terms, whole, fineOf)];
      if (coarse.rNet !== null && fine.rNet !== null && coarse.rNet + coarse.rFunding! > fine.rNet + fine.rFunding! + 2n) worse.push(seed);
      if (way(coarse) !== way(fine)) return;
      alike++;
      if (coarse.rFunding !== fine.rFunding) others.push(seed);
    });
    expect({ worse, others }).toEqual({ worse: [], others: [] });
    expect(alike).toBeGreaterThan(CASES / 2);
  });
});
