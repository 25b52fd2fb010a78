import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { returnFigures } from './return-case.js';
import { scaled, toDecimal } from '../../../platform/domain/scaled.js';
import { calmar, cagr, moneyWeighted, sharpe, sortino } from './statistics.js';

const DAY = 86_400_000;
const day = (n: number) => n * DAY;
const valuation = (n: number, value: string | null) => ({ at: day(n), value: value === null ? null : scaled(value) });
const flow = (n: number, amount: string, valueBefore?: string) => ({
  at: day(n),
  amount: scaled(amount),
  valueBefore: valueBefore === undefined ? null : scaled(valueBefore),
});
const told = (value: bigint | null) => (value === null ? null : toDecimal(value));

describe('the chain of returns', () => {
  it('gives the numbers of the rules: 13.4 % time-weighted, and a drawdown of 10 % on the index', () => {
    const figures = returnFigures({
      valuations: [valuation(0, '10000'), valuation(90, '12000')],
      flows: [flow(30, '10000', '10500'), flow(60, '-8450', '18450')],
    });
    expect([told(figures.twr), told(figures.maxDrawdown)]).toEqual(['0.134', '-0.1']);
    expect(figures.periods.map(({ method, periodReturn }) => [method, told(periodReturn)])).toEqual([
      ['exact', '0.05'],
      ['exact', '-0.1'],
      ['exact', '0.2'],
    ]);
    expect(figures.broken).toEqual([]);
  });

  it('has no drawdown for money that was taken out: of the same account the bare equity fell by 51.2 %', () => {
    const { periods, maxDrawdown } = returnFigures({
      valuations: [valuation(0, '10000'), valuation(90, '12000')],
      flows: [flow(30, '10000', '10500'), flow(60, '-8450', '18450')],
    });
    const equity = periods.map(({ valueStart }) => Number(told(valueStart)));
    expect([(equity[2]! / equity[1]! - 1).toFixed(3), told(maxDrawdown)]).toEqual(['-0.512', '-0.1']);
    fc.assert(
      fc.property(
        fc.array(fc.record({ change: fc.integer({ min: -50, max: 100 }), flow: fc.integer({ min: -90, max: 400 }) }), {
          minLength: 1,
          maxLength: 12,
        }),
        (steps) => {
          let [before, value] = [0, 1_000_000];
          const [flows, plain] = [[] as ReturnType<typeof flow>[], [valuation(0, '1000000')]];
          let alone = 1_000_000;
          for (const [n, step] of steps.entries()) {
            before = value * (1 + step.change / 100);
            alone *= 1 + step.change / 100;
            const amount = (before * step.flow) / 100;
            flows.push(flow(n + 1, amount.toFixed(6), before.toFixed(6)));
            plain.push(valuation(n + 1, alone.toFixed(6)));
            value = before + amount;
          }
          const withFlows = returnFigures({ valuations: [valuation(0, '1000000'), valuation(steps.length + 1, value.toFixed(6))], flows });
          expect(Number(told(withFlows.maxDrawdown))).toBeCloseTo(
            Number(told(returnFigures({ valuations: plain, flows: [] }).maxDrawdown)),
            6,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes a valuation at the instant of a flow for the one before it', () => {
    const valuations = [valuation(0, '10000'), valuation(30, '10500'), valuation(60, '18450'), valuation(90, '12000')];
    expect(told(returnFigures({ valuations, flows: [flow(30, '10000'), flow(60, '-8450')] }).twr)).toBe('0.134');
  });

  it('knows a valuation after the flow by the value before, and breaks where neither fits', () => {
    const flows = [flow(30, '10000', '10500'), flow(60, '-8450', '18450')];
    expect(told(returnFigures({ valuations: [valuation(0, '10000'), valuation(30, '20500'), valuation(90, '12000')], flows }).twr)).toBe(
      '0.134',
    );
    const wrong = returnFigures({
      valuations: [valuation(0, '10000'), valuation(10, '10500'), valuation(30, '20000'), valuation(90, '12000')],
      flows,
    });
    expect(wrong.twr).toBeNull();
    expect(wrong.broken).toEqual([{ at: day(30), reason: 'the valuation contradicts the flow' }]);
  });

  it('falls back on Modified Dietz without a valuation: estimated above a tenth of the value (3.2491 % in rules.md)', () => {
    const large = returnFigures({
      valuations: [valuation(0, '10000'), valuation(90, '12000')],
      flows: [flow(30, '10000'), flow(60, '-8450')],
    });
    expect(Number(told(large.twr))).toBeCloseTo(0.032491, 6);
    expect(large.periods.map(({ method }) => method)).toEqual(['estimated']);
    const small = returnFigures({ valuations: [valuation(0, '10000'), valuation(10, '11500')], flows: [flow(5, '1000')] });
    expect(small.periods.map(({ method, flow: sum }) => [method, told(sum)])).toEqual([['dietz', '1000']]);
    expect(Number(told(small.twr))).toBeCloseTo(500 / 10_500, 15);
  });

  it.each([
    [
      'a value that is gone',
      [valuation(0, '100'), valuation(1, '110'), valuation(3, '50'), valuation(4, '60')],
      [flow(2, '-110', '110'), flow(2.5, '50', '0')],
      'no value to start from',
      ['0.1', '0', '0', '0.2'],
    ],
    [
      'a negative value',
      [valuation(0, '100'), valuation(1, '-5'), valuation(2, '100'), valuation(3, '110')],
      [],
      'a negative value',
      [null, null, '0.1'],
    ],
    [
      'money at work below zero',
      [valuation(0, '100'), valuation(10, '50'), valuation(11, '55')],
      [flow(1, '-200')],
      'the money at work was not positive',
      [null, '0.1'],
    ],
  ])('breaks at %s into two segments', (_, valuations, flows, reason, returns) => {
    const figures = returnFigures({ valuations, flows });
    expect(figures.twr).toBeNull();
    expect(figures.broken[0]).toMatchObject({ reason });
    expect(figures.periods.map(({ periodReturn }) => told(periodReturn))).toEqual(returns);
  });

  it('keeps a total loss, and begins anew after it', () => {
    expect(told(returnFigures({ valuations: [valuation(0, '100'), valuation(1, '0')], flows: [] }).twr)).toBe('-1');
    const again = returnFigures({ valuations: [valuation(0, '100'), valuation(1, '0'), valuation(3, '60')], flows: [flow(2, '50', '0')] });
    expect([again.twr, again.broken.length, again.periods.at(-1)!.segment, told(again.maxDrawdown)]).toEqual([null, 1, 2, '-1']);
  });

  it('says nothing where there is nothing to say', () => {
    for (const valuations of [
      [],
      [valuation(0, '100')],
      [valuation(0, null), valuation(1, null)],
      [valuation(0, '0'), valuation(9, '0')],
    ]) {
      expect(returnFigures({ valuations, flows: [] })).toMatchObject({
        twr: null,
        mwr: null,
        maxDrawdown: null,
        sharpe: null,
        sortino: null,
        broken: [],
      });
    }
  });

  it('jumps over a value that is unknown', () => {
    const figures = returnFigures({ valuations: [valuation(0, '100'), valuation(1, null), valuation(2, '121')], flows: [] });
    expect(told(figures.twr)).toBe('0.21');
    expect(figures.periods).toHaveLength(1);
  });

  it('is not changed by money that comes and goes at flat prices', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, fc.boolean()), { minLength: 1, maxLength: 10 }), (moves) => {
        let value = 1_000_000_000n;
        const flows = moves.map(([size, out], n) => {
          const before = value;
          const moved = BigInt(out ? -size : size);
          value += moved;
          return flow(n + 1, String(moved), String(before));
        });
        expect(
          told(returnFigures({ valuations: [valuation(0, '1000000000'), valuation(moves.length + 1, String(value))], flows }).twr),
        ).toBe('0');
      }),
    );
  });
});

describe('ratios', () => {
  const returns = ['0.01', '-0.02', '0.03', '-0.01', '0.02'];

  it('are those of the rules', () => {
    expect(Number(sharpe(returns))).toBeCloseTo(5.527942, 6);
    expect(Number(sortino(returns))).toBeCloseTo(11.462984, 6);
  });

  it('are null where nothing is divided by', () => {
    expect([sharpe([]), sharpe(['0.1']), sharpe(['0.1', '0.1']), sortino([]), sortino(['0.1', '0.2'])]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([cagr('0.1', 364), cagr('-1', 400), calmar(null, '-0.1'), calmar('0.1', '0'), calmar('0.1', null)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([cagr('0.21', 730), calmar('0.1', '-0.2')]).toEqual(['0.1', '0.5']);
  });

  it('need 30 daily returns, zero days included, at the same time of each day', () => {
    const days = (count: number, step = 1) => Array.from({ length: count + 1 }, (_, n) => valuation(n * step, String(100 + (n % 3))));
    expect(returnFigures({ valuations: days(29), flows: [] })).toMatchObject({ sharpe: null, sortino: null });
    const enough = returnFigures({ valuations: days(30), flows: [] });
    expect([enough.sharpe, enough.sortino]).toEqual([expect.any(String), expect.any(String)]);
    expect(returnFigures({ valuations: days(40, 2), flows: [] }).sharpe).toBeNull();
  });
});

describe('the money-weighted return', () => {
  it('is the rate at which all flows are worth nothing together', () => {
    const flows = [
      { at: 0, amount: '-100' },
      { at: day(365), amount: '110' },
    ];
    expect(moneyWeighted(flows)).toEqual({ annual: '0.1', period: '0.1' });
    expect(
      Number(
        moneyWeighted([
          { at: 0, amount: '-100' },
          { at: day(730), amount: '121' },
        ])!.annual,
      ),
    ).toBeCloseTo(0.1, 12);
    const { mwr } = returnFigures({
      valuations: [valuation(0, '10000'), valuation(90, '12000')],
      flows: [flow(30, '10000', '10500'), flow(60, '-8450', '18450')],
    });
    const x = 1 + Number(mwr!.period);
    expect(-10_000 - 10_000 / x ** (1 / 3) + 8450 / x ** (2 / 3) + 12_000 / x).toBeCloseTo(0, 6);
    expect(Number(mwr!.annual)).toBeCloseTo(x ** (365 / 90) - 1, 10);
  });

  it('says no rate of a year that is beyond all measure', () => {
    expect(
      moneyWeighted([
        { at: 0, amount: '-1' },
        { at: day(1), amount: '2' },
      ]),
    ).toEqual({ annual: null, period: '1' });
  });

  it('is undefined without money both ways, without time, and where several rates fit', () => {
    for (const flows of [
      [],
      [{ at: 0, amount: '-1' }],
      [
        { at: 0, amount: '-1' },
        { at: 0, amount: '2' },
      ],
      [
        { at: 0, amount: '-1' },
        { at: 9, amount: '0' },
      ],
      [
        { at: 0, amount: '1' },
        { at: 9, amount: '1' },
      ],
    ]) {
      expect(moneyWeighted(flows)).toBeNull();
    }
    expect(
      moneyWeighted([
        { at: 0, amount: '-100' },
        { at: 1, amount: '230' },
        { at: 2, amount: '-132' },
      ]),
    ).toBeNull();
  });
});
