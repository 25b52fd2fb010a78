import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ONE, scaled, toDecimal } from '../../platform/domain/scaled.js';
import { trackRecord, type FinalScore, type FinalStatus } from './statistics.js';
import { shareOf } from './wilson.js';

const DAY = 86_400;
const JANUARY = Date.UTC(2026, 0, 1) / 1000;

const one = (n: number, changes: Partial<FinalScore> = {}): FinalScore => ({
  id: String(n).padStart(4, '0'),
  status: 'closed',
  publishedAt: JANUARY + n * DAY,
  enteredAt: JANUARY + n * DAY + 3600,
  endedAt: JANUARY + n * DAY + 7200,
  rNet: ONE,
  rOptimistic: ONE,
  targets: 0,
  ambiguous: false,
  ...changes,
});
const closed = (...results: string[]) => results.map((r, n) => one(n, { rNet: scaled(r), rOptimistic: scaled(r) }));
const unfilled = (n: number, status: FinalStatus) => one(n, { status, enteredAt: null, rNet: null, rOptimistic: null });
const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
const percent = (value: number | null) => (value === null ? null : (value * 100).toFixed(1));

describe('the share of so many', () => {
  it.each([
    [7, 10, '39.7', '89.2'],
    [70, 100, '60.4', '78.1'],
    [0, 5, '0.0', '43.4'],
    [5, 5, '56.6', '100.0'],
    [1, 1, '20.7', '100.0'],
  ])('%i of %i lies between %s and %s percent', (hits, n, low, high) => {
    const share = shareOf(hits, n);
    expect([percent(share.low), percent(share.high)]).toEqual([low, high]);
  });

  it('of nothing is undefined', () => {
    expect(shareOf(0, 0)).toEqual({ hits: 0, n: 0, rate: null, low: null, high: null });
  });

  it('lies within its bounds, and those within 0 and 1, which come closer the more there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n))),
        ([hits, n]) => {
          const { rate, low, high } = shareOf(hits, n);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(scaled(low!.toFixed(6)) <= rate!).toBe(true);
          expect(scaled(high!.toFixed(6)) >= rate!).toBe(true);
          const more = shareOf(hits * 4, n * 4);
          expect(more.high! - more.low!).toBeLessThan(high! - low!);
        },
      ),
    );
  });
});

describe('the track record', () => {
  it('of nothing has counts of zero, and no figure', () => {
    const { period, ended, winRate, meanR, medianR, totalR, profitFactor, longestOpen, model, distribution, optimistic } = trackRecord([]);
    expect({
      period,
      ended,
      rate: winRate.rate,
      meanR,
      medianR,
      totalR,
      profitFactor,
      longestOpen,
      distribution,
      mean: optimistic.meanR,
      change: optimistic.change,
    }).toEqual({
      period: null,
      ended: 0,
      rate: null,
      meanR: null,
      medianR: null,
      totalR: null,
      profitFactor: null,
      longestOpen: null,
      distribution: [],
      mean: null,
      change: null,
    });
    expect(model).toEqual({ change: null, maxDrawdown: null, points: [], months: [], worstMonth: null, bestMonth: null });
  });

  it('has the figures that are computed by hand', () => {
    // Sum 1.5 of 5, sorted -1 -1 0 1.5 2; won 3.5 and lost 2.
    const record = trackRecord(closed('2', '-1', '-1', '0', '1.5'));
    expect([record.meanR, record.medianR, record.totalR, record.profitFactor].map(told)).toEqual(['0.3', '0', '1.5', '1.75']);
    expect([record.winRate.hits, record.winRate.n, told(record.winRate.rate), record.losses, record.flat, record.maxLosingStreak]).toEqual([
      2,
      5,
      '0.4',
      2,
      1,
      2,
    ]);
    // 1.02, x 0.99 = 1.0098, x 0.99 = 0.999702, x 1, x 1.015 = 1.01469753; the fall is from 1.02 to 0.999702: 0.99^2 - 1.
    expect([record.model.change, record.model.maxDrawdown].map(told)).toEqual(['0.01469753', '-0.0199']);
    expect(record.model.points.map(({ day, equity }) => [day, told(equity)])).toEqual([
      ['2026-01-01', '1.02'],
      ['2026-01-02', '1.0098'],
      ['2026-01-03', '0.999702'],
      ['2026-01-04', '0.999702'],
      ['2026-01-05', '1.01469753'],
    ]);
  });

  it('takes the middle of the two in the middle for the median of an even number', () => {
    expect(told(trackRecord(closed('3', '-1', '1', '0')).medianR)).toBe('0.5');
  });

  it('lists what was not filled, and counts it in the fill rate alone', () => {
    const record = trackRecord([
      ...closed('1', '-1'),
      unfilled(2, 'missed'),
      unfilled(3, 'missed'),
      { ...unfilled(4, 'missed_ambiguous'), rOptimistic: ONE },
      unfilled(5, 'expired_unfilled'),
    ]);
    expect(record).toMatchObject({
      ended: 6,
      closed: 2,
      missed: 2,
      missedAmbiguous: 1,
      expired: 1,
      winRate: { hits: 1, n: 2 },
      fillRate: { hits: 2, n: 6 },
      optimistic: { winRate: { hits: 1, n: 2 } },
    });
    expect(told(record.meanR)).toBe('0');
    expect(record.period).toEqual({ from: JANUARY, to: JANUARY + 5 * DAY + 7200 });
  });

  it('counts a target that was reached as that, not as a win', () => {
    const record = trackRecord([
      one(0, { targets: 3 }),
      one(1, { targets: 1, rNet: -ONE / 10n }),
      one(2, { targets: 2 }),
      one(3, { targets: 0, rNet: -ONE }),
    ]);
    expect(record.targetRates.map(({ hits, n }) => [hits, n])).toEqual([
      [3, 4],
      [2, 4],
      [1, 4],
    ]);
    expect([record.winRate.hits, record.losses]).toEqual([2, 2]);
  });

  it('has no profit factor where nothing was lost, and one of zero where nothing was won', () => {
    expect(trackRecord(closed('1', '2')).profitFactor).toBeNull();
    expect(trackRecord(closed('-1')).profitFactor).toBe(0n);
  });

  it('leaves months without an end as gaps, and finds the worst and the best of the others', () => {
    const at = (month: number, r: string, n: number) => one(n, { endedAt: Date.UTC(2026, month, 10) / 1000, rNet: scaled(r) });
    const { months, worstMonth, bestMonth } = trackRecord([at(10, '1', 0), at(10, '1', 1), at(11, '-1', 2), at(13, '2', 3)]).model;
    expect(months.map(({ month, n, change, totalR }) => [month, n, told(change), told(totalR)])).toEqual([
      ['2026-11', 2, '0.0201', '2'],
      ['2026-12', 1, '-0.01', '-1'],
      ['2027-01', 0, null, null],
      ['2027-02', 1, '0.02', '2'],
    ]);
    expect([worstMonth?.month, bestMonth?.month]).toEqual(['2026-12', '2026-11']);
  });

  it('says how long the longest was open, and how many have a doubtful minute', () => {
    const record = trackRecord([one(0), one(1, { endedAt: JANUARY + 9 * DAY, ambiguous: true, rNet: -ONE, rOptimistic: 2n * ONE })]);
    expect([record.longestOpen, record.ambiguous]).toEqual([8 * DAY - 3600, 1]);
    expect([record.meanR, record.optimistic.meanR, record.model.change, record.optimistic.change].map(told)).toEqual([
      '0',
      '1.5',
      '-0.0001',
      '0.0302',
    ]);
    expect([record.winRate.hits, record.optimistic.winRate.hits]).toEqual([1, 2]);
  });

  it('spreads results over steps of half the risk, each with its lower bound', () => {
    const bins = trackRecord(
      closed('-7', '-2', '-1.0195', '-1', '-0.000000000000000001', '0', '0.499999999999999999', '0.5', '4.99', '5', '12'),
    ).distribution;
    expect(bins.filter(({ n }) => n > 0).map(({ from, to, n }) => [told(from), told(to), n])).toEqual([
      [null, '-2', 1],
      ['-2', '-1.5', 1],
      ['-1.5', '-1', 1],
      ['-1', '-0.5', 1],
      ['-0.5', '0', 1],
      ['0', '0.5', 2],
      ['0.5', '1', 1],
      ['4.5', '5', 1],
      ['5', null, 2],
    ]);
    expect(bins).toHaveLength(16);
  });

  it('keeps a model that lost everything at nothing', () => {
    const record = trackRecord(closed('-100', '50'));
    expect([record.model.change, record.model.maxDrawdown].map(told)).toEqual(['-1', '-1']);
  });

  const r = fc.bigInt({ min: -3n * ONE, max: 8n * ONE });
  const scores = fc
    .array(
      fc.record({
        r,
        better: fc.bigInt({ min: 0n, max: 3n * ONE }),
        hour: fc.integer({ min: 0, max: 5000 }),
        status: fc.constantFrom<FinalStatus>('closed', 'closed', 'closed', 'missed', 'missed_ambiguous', 'expired_unfilled'),
        targets: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 60 },
    )
    .map((rows) =>
      rows.map(({ r: result, better, hour, status, targets }, n): FinalScore => {
        const endedAt = JANUARY + hour * 3600;
        return status === 'closed'
          ? one(n, { endedAt, targets, rNet: result, rOptimistic: result + better, ambiguous: better > 0n })
          : { ...unfilled(n, status), endedAt };
      }),
    );

  it('does not depend on the order in which scores come', () => {
    fc.assert(
      fc.property(
        scores.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          expect(trackRecord(shuffled)).toEqual(trackRecord(rows));
        },
      ),
    );
  });

  it('agrees with itself: parts add up, bounds hold, and no doubt makes it better than the optimistic figure', () => {
    fc.assert(
      fc.property(scores, (rows) => {
        const record = trackRecord(rows);
        const { closed: n, model, optimistic } = record;
        expect(record.missed + record.missedAmbiguous + record.expired + n).toBe(record.ended);
        expect(record.winRate.hits + record.losses + record.flat).toBe(n);
        expect(record.distribution.reduce((sum, bin) => sum + bin.n, 0)).toBe(n);
        expect(model.months.reduce((sum, month) => sum + month.n, 0)).toBe(n);
        const [first, second, third] = record.targetRates;
        expect(first.hits >= second.hits && second.hits >= third.hits).toBe(true);
        if (n === 0) return;
        expect(model.maxDrawdown! <= 0n && model.maxDrawdown! >= -ONE).toBe(true);
        expect(model.points.at(-1)!.equity - ONE).toBe(model.change);
        expect(
          optimistic.meanR! >= record.meanR! && optimistic.change! >= model.change! && optimistic.winRate.hits >= record.winRate.hits,
        ).toBe(true);
        const results = rows.flatMap(({ status, rNet }) => (status === 'closed' ? [rNet!] : []));
        const [least, most] = results.reduce<[bigint, bigint]>(
          ([low, high], value) => [value < low ? value : low, value > high ? value : high],
          [results[0]!, results[0]!],
        );
        for (const figure of [record.meanR!, record.medianR!]) expect(figure >= least && figure <= most).toBe(true);
      }),
    );
  });

  it('is flat where every result is zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (n) => {
        const record = trackRecord(closed(...Array.from({ length: n }, () => '0')));
        expect([record.model.change, record.model.maxDrawdown, record.winRate.hits, record.flat, record.profitFactor]).toEqual([
          0n,
          0n,
          0,
          n,
          null,
        ]);
        expect(record.model.points.every(({ equity }) => equity === ONE)).toBe(true);
      }),
    );
  });
});
