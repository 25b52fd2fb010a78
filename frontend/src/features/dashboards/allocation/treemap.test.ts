import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Tile, treemap } from './treemap';

const SLACK = 1e-9;
const weights = fc
  .array(fc.double({ min: 1e-4, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 })
  .map((values) => values.toSorted((a, b) => b - a));
const ratios = fc.double({ min: 0.2, max: 5, noNaN: true });

const area = ({ width, height }: Tile) => width * height;
/** The side by which two tiles cover each other, 0 or less where they do not. */
const overlap = (a: Tile, b: Tile) =>
  Math.min(
    Math.min(a.start + a.width, b.start + b.width) - Math.max(a.start, b.start),
    Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top),
  );

describe('a treemap', () => {
  it('divides the whole in proportion to the weights, without overlap', () => {
    fc.assert(
      fc.property(weights, ratios, (values, ratio) => {
        const tiles = treemap(values, ratio);
        const total = values.reduce((sum, value) => sum + value, 0);
        expect(tiles).toHaveLength(values.length);
        expect(tiles.reduce((sum, tile) => sum + area(tile), 0)).toBeCloseTo(1, 9);
        for (const [at, tile] of tiles.entries()) {
          expect(area(tile)).toBeCloseTo(values[at]! / total, 9);
          expect(Math.min(tile.start, tile.top)).toBeGreaterThanOrEqual(-SLACK);
          expect(Math.max(tile.start + tile.width, tile.top + tile.height)).toBeLessThanOrEqual(1 + SLACK);
          for (const other of tiles.slice(at + 1)) expect(overlap(tile, other)).toBeLessThanOrEqual(SLACK);
        }
      }),
    );
  });

  it('prefers squares to slices', () => {
    const sides = treemap([1, 1, 1, 1], 1).map(({ width, height }) => [width, height]);
    expect(sides).toEqual([
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
    ]);
  });

  it('draws nothing of nothing', () => {
    expect(treemap([], 1.5)).toEqual([]);
  });
});
