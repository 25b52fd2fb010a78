import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { returnFigures, type ReturnCase } from './return-case.js';
import { scaled, toDecimal } from '../../../platform/domain/scaled.js';

const HOUR = 3_600_000;
const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
const valuation = (at: number, value: string) => ({ at, value: scaled(value) });
const flow = (at: number, amount: string, valueBefore?: string) => ({
  at,
  amount: scaled(amount),
  valueBefore: valueBefore === undefined ? null : scaled(valueBefore),
});
const TEN_DAYS = 240 * HOUR;

describe('a flow at the instant of a valuation', () => {
  it.each<[string, ReturnCase]>([
    [
      'the last valuation is the value after it',
      { valuations: [valuation(0, '100'), valuation(TEN_DAYS, '150')], flows: [flow(TEN_DAYS, '40', '110')] },
    ],
    [
      'the last valuation is the value before it',
      { valuations: [valuation(0, '100'), valuation(TEN_DAYS, '110')], flows: [flow(TEN_DAYS, '40', '110')] },
    ],
    ['only the flow states the last value', { valuations: [valuation(0, '100')], flows: [flow(TEN_DAYS, '40', '110')] }],
    [
      'the first valuation is the value after it',
      { valuations: [valuation(0, '100'), valuation(TEN_DAYS, '110')], flows: [flow(0, '100', '0')] },
    ],
    [
      'the first valuation is the value before it',
      { valuations: [valuation(0, '0'), valuation(TEN_DAYS, '110')], flows: [flow(0, '100', '0')] },
    ],
    ['only the flow states the first value', { valuations: [valuation(TEN_DAYS, '110')], flows: [flow(0, '60', '40')] }],
    [
      'the last valuation is the value after several flows',
      { valuations: [valuation(0, '100'), valuation(TEN_DAYS, '155')], flows: [flow(TEN_DAYS, '40', '110'), flow(TEN_DAYS, '5')] },
    ],
  ])('counts once in both returns where %s', (_, given) => {
    const { twr, mwr, broken } = returnFigures(given);
    expect([told(twr), Number(mwr?.period).toFixed(12), broken]).toEqual(['0.1', '0.100000000000', []]);
  });

  it('leaves the money-weighted return unknown where the valuation at an end contradicts it', () => {
    const wrong = returnFigures({ valuations: [valuation(0, '100'), valuation(TEN_DAYS, '130')], flows: [flow(TEN_DAYS, '40', '110')] });
    expect([wrong.twr, wrong.mwr, wrong.broken]).toEqual([null, null, [{ at: TEN_DAYS, reason: 'the valuation contradicts the flow' }]]);
  });

  const step = fc.record({
    hours: fc.integer({ min: 1, max: 400 }),
    change: fc.integer({ min: -40, max: 60 }),
    flows: fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 2 }),
  });
  type Telling = 'before' | 'before, stated twice' | 'after' | 'by the flow';

  /** The same history, with the value of each instant stated in one of the ways there are. */
  function caseOf(steps: readonly { hours: number; change: number; flows: readonly number[] }[], telling: Telling): ReturnCase {
    const [valuations, flows]: [ReturnCase['valuations'][number][], ReturnCase['flows'][number][]] = [[], []];
    let [at, value] = [0, scaled('1000000')];
    for (const [n, { hours, change, flows: amounts }] of steps.entries()) {
      if (n > 0) at += hours * HOUR;
      const before = n === 0 ? value : (value * BigInt(100 + change)) / 100n;
      value = before;
      for (const amount of amounts) {
        flows.push({ at, amount: scaled(String(amount)), valueBefore: telling === 'before' ? null : value });
        value += scaled(String(amount));
      }
      if (amounts.length === 0 || telling !== 'by the flow') valuations.push({ at, value: telling === 'after' ? value : before });
    }
    return { valuations, flows };
  }

  it('gives the same figures whether the values are those before or after the flows', () => {
    let withFlowAtAnEnd = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 40 }), (steps) => {
        if (steps[0]!.flows.length > 0 || steps.at(-1)!.flows.length > 0) withFlowAtAnEnd++;
        const figures = returnFigures(caseOf(steps, 'before'));
        expect(figures.twr).not.toBeNull();
        for (const telling of ['before, stated twice', 'after', 'by the flow'] as const)
          expect(returnFigures(caseOf(steps, telling))).toEqual(figures);
      }),
      { numRuns: 300 },
    );
    expect(withFlowAtAnEnd).toBeGreaterThan(100);
  });

  it('weighs the money from the value before the first flow to the value before the last', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
        const { valuations, flows } = caseOf(steps, 'before');
        const { mwr } = returnFigures(caseOf(steps, 'after'));
        const [first, last] = [valuations[0]!, valuations.at(-1)!];
        // No rate where several fit; there is always one here, as money only goes in.
        const x = 1 + Number(mwr!.period);
        const grown = (at: number, amount: bigint) => Number(toDecimal(amount)) * x ** ((last.at - at) / (last.at - first.at));
        const before = flows
          .filter(({ at }) => at < last.at)
          .reduce((sum, { at, amount }) => sum + grown(at, amount), grown(first.at, first.value!));
        expect(before / Number(toDecimal(last.value!))).toBeCloseTo(1, 6);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the drawdown', () => {
  it('is that of the index of periods, flows within the day included', () => {
    // One coin at 100, at 200 by noon when 50 of cash come in, at 110 by midnight. Both days end above their beginning.
    const figures = returnFigures({
      valuations: [valuation(0, '100'), valuation(24 * HOUR, '160')],
      flows: [flow(12 * HOUR, '50', '200')],
    });
    expect([told(figures.twr), told(figures.maxDrawdown)]).toEqual(['0.28', '-0.36']);
    expect(figures.periods.map(({ index }) => told(index))).toEqual(['2', '1.28']);
  });

  it('begins with the value 1, in each segment', () => {
    const falling = returnFigures({ valuations: [valuation(0, '100'), valuation(HOUR, '80'), valuation(2 * HOUR, '90')], flows: [] });
    expect(told(falling.maxDrawdown)).toBe('-0.2');
    const broken = returnFigures({
      valuations: [
        valuation(0, '100'),
        valuation(HOUR, '150'),
        valuation(2 * HOUR, '-1'),
        valuation(3 * HOUR, '100'),
        valuation(4 * HOUR, '90'),
      ],
      flows: [],
    });
    expect([broken.periods.at(-1)!.segment, told(broken.maxDrawdown)]).toEqual([2, '-0.1']);
  });
});
