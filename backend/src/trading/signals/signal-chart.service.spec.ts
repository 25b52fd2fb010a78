import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gathered, MAX_CANDLES, stepOf } from './signal-chart.service.js';
import { thinned } from './signal-stops.service.js';
import type { StopStep } from './scoring/engine/index.js';

const columns = (rows: readonly (readonly [number, number, number, number, number])[]) => {
  const column = (n: number) => Float64Array.from(rows, (row) => row[n]!);
  return { size: rows.length, time: column(0), open: column(1), high: column(2), low: column(3), close: column(4) };
};

describe('the chart of a signal', () => {
  it('gathers minutes into larger candles, with the first open, the extremes and the last close', () => {
    const minutes = columns([
      [240, 5, 7, 4, 6],
      [300, 1.1, 3, 1, 2],
      [360, 2, 9.25, 2, 3],
      [540, 3, 4, 0.00000001, 3.5],
      [900, 8, 8, 8, 8],
    ]);
    expect(gathered(minutes, 300)).toEqual({
      step: 300,
      candles: [
        [0, '5', '7', '4', '6'],
        [300, '1.1', '9.25', '0.00000001', '3.5'],
        [900, '8', '8', '8', '8'],
      ],
    });
    expect(gathered(columns([]), 300)).toEqual({ step: 300, candles: [] });
  });

  it('never has more candles than a page takes, and as small ones as that allows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.integer({ min: 1, max: 4e8 }), (from, length) => {
        const step = stepOf(from, from + length);
        expect(Math.floor((from + length) / step) - Math.floor(from / step) + 1).toBeLessThanOrEqual(MAX_CANDLES);
        expect(step % 60).toBe(0);
      }),
    );
    expect([stepOf(0, 3600), stepOf(0, 3 * 86_400), stepOf(0, 400 * 86_400)]).toEqual([60, 300, 43_200]);
  });

  it('tells of what follows the market the last step within a candle, and everything that was said', () => {
    const step = (from: number, by: StopStep['by']): StopStep => ({ from, price: BigInt(from), by });
    const path = [
      step(10, 'published'),
      step(60, 'market'),
      step(120, 'market'),
      step(180, 'said'),
      step(240, 'market'),
      step(300, 'market'),
      step(360, 'market'),
      step(900, 'market'),
    ];
    expect(thinned(path, 300).map(({ from }) => from)).toEqual([10, 120, 180, 240, 360, 900]);
    expect(thinned(path, 60)).toEqual(path);
  });
});
