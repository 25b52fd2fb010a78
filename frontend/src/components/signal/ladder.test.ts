import { describe, expect, it } from '@jest/globals';
import { detail } from '../../../test/support/console-signals';
import { placed, rungsOf, spread } from './ladder';

/** Numbers below 1 that are the same in each run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
const ROW = 52;
const sumOfSquares = (one: readonly number[], other: readonly number[]) => one.reduce((sum, value, n) => sum + (value - other[n]!) ** 2, 0);

describe('the labels of a ladder', () => {
  it('never overlap, keep their order, stay inside, and lie at their marks where there is room', () => {
    const random = randoms(7);
    for (let run = 0; run < 500; run++) {
      const count = 1 + Math.floor(random() * 7);
      const height = Math.max(400, count * ROW);
      const near = random() < 0.5 ? 30 : height;
      const wanted = Array.from({ length: count }, () => ROW / 2 + random() * Math.min(near, height - ROW)).toSorted((a, b) => a - b);
      const labels = spread(wanted, height, ROW);
      for (const [n, label] of labels.entries()) {
        expect(label).toBeGreaterThanOrEqual(ROW / 2 - 1e-9);
        expect(label).toBeLessThanOrEqual(height - ROW / 2 + 1e-9);
        if (n > 0) expect(label - labels[n - 1]!).toBeGreaterThanOrEqual(ROW - 1e-9);
      }
      const isRoomy = wanted.every((position, n) => n === 0 || position - wanted[n - 1]! >= ROW);
      if (isRoomy) for (const [n, label] of labels.entries()) expect(label).toBeCloseTo(wanted[n]!, 6);
    }
  });

  it('are as near to their marks as any other order without overlaps', () => {
    const random = randoms(11);
    for (let run = 0; run < 200; run++) {
      const wanted = Array.from({ length: 4 }, () => ROW / 2 + random() * 300).toSorted((a, b) => a - b);
      const least = sumOfSquares(spread(wanted, 400, ROW), wanted);
      for (let other = 0; other < 50; other++) {
        const free = Array.from({ length: 4 }, () => random() * (400 - 4 * ROW)).toSorted((a, b) => a - b);
        const labels = free.map((position, n) => ROW / 2 + position + n * ROW);
        expect(sumOfSquares(labels, wanted)).toBeGreaterThanOrEqual(least - 1e-6);
      }
    }
  });
});

describe('the marks of a ladder', () => {
  it('are in proportion to price, the highest first', () => {
    const rows = placed(rungsOf(detail, [], '64750'), 452, ROW);
    expect(rows.map(({ id }) => id)).toEqual(['target3', 'target2', 'target1', 'live', 'entry', 'stop']);
    // 400 pixels between 69000.25 and 62500.
    const wanted = [69_000.25, 67_000, 65_500, 64_750, 64_000, 62_500].map((price) => 26 + ((69_000.25 - price) / 6500.25) * 400);
    for (const [n, { mark }] of rows.entries()) expect(mark).toBeCloseTo(wanted[n]!, 6);
  });

  it('keep their proportions where the live price is far away, and say so', () => {
    const far = placed(rungsOf(detail, [], '200000'), 452, ROW);
    expect([far[0]?.id, far[0]?.isOffScale, far[0]?.mark]).toEqual(['live', true, 26]);
    // A quarter of the levels' distance is left for it.
    expect(far[1]?.mark).toBeCloseTo(26 + 400 * 0.2, 6);
    const near = rungsOf(detail, [], '70000').find(({ id }) => id === 'live');
    expect(near?.isOffScale).toBe(false);
  });

  it('order prices that differ in a digit no number holds', () => {
    const long = { ...detail, entryPrice: '1.000000000000000001', stopLoss: '1', takeProfit1: '1.000000000000000002' };
    const ids = rungsOf({ ...long, takeProfit2: '1.000000000000000003', takeProfit3: '1.000000000000000004' }, [], null).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['target3', 'target2', 'target1', 'entry', 'stop']);
  });

  it('of a short signal have the stop above', () => {
    const short = {
      ...detail,
      side: 'short' as const,
      stopLoss: '65000',
      takeProfit1: '63000',
      takeProfit2: '62000',
      takeProfit3: '61000',
    };
    expect(rungsOf(short, [], null).map(({ id }) => id)).toEqual(['stop', 'entry', 'target1', 'target2', 'target3']);
  });
});
