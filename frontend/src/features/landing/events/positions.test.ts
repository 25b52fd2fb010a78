import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BREAKPOINTS, ITEMS_ON_WIDER, MIN_DRAG_PX, afterDrag, inView, itemsPerView, lastPosition, pulled, turn } from './positions';

/** Answers as a window of this width would. */
const windowOf = (width: number) => (query: string) => width <= Number(/max-width: (\d+)px/.exec(query)?.[1]);
const items = fc.integer({ min: 0, max: 40 });
const perView = fc.constantFrom(1, 2, 3, 5);
const step = fc.constantFrom<1 | -1>(1, -1);

describe('items in view', () => {
  it.each([
    [320, 1],
    [463, 1],
    [464, 1],
    [465, 2],
    [1023, 2],
    [1024, 2],
    [1025, 3],
    [2999, 3],
    [3000, 3],
    [3001, 5],
    [4000, 5],
    [5000, 5],
  ])('in a window of %i pixels are %i', (width, count) => {
    expect(itemsPerView(windowOf(width))).toBe(count);
  });

  it('are laid out by the style sheet with the same figures', () => {
    const css = readFileSync(join(import.meta.dirname, 'carousel.module.css'), 'utf8');
    const inCss = [...css.matchAll(/@media \(max-width: (\d+)px\) \{\s*\.carousel \{\s*--items: (\d+);/g)].map(([, upTo, count]) => ({
      upTo: Number(upTo),
      items: Number(count),
    }));
    expect(inCss.toReversed()).toEqual(BREAKPOINTS);
    expect(/^\.carousel \{\s*--items: (\d+);/m.exec(css)?.[1]).toBe(String(ITEMS_ON_WIDER));
  });

  it('are told as one, or as the first and the last', () => {
    expect([inView(1, 1, 5), inView(0, 3, 5), inView(2, 3, 5), inView(0, 3, 2), inView(0, 5, 1)]).toEqual(['2', '1–3', '3–5', '1–2', '1']);
  });
});

describe('a turn', () => {
  it('never leaves the row, wherever it started', () => {
    fc.assert(
      fc.property(items, perView, fc.nat(60), step, (count, shown, from, by) => {
        const last = lastPosition(count, shown);
        const to = turn(from, by, last);
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(last);
      }),
    );
  });

  it('comes by every position and back to the first', () => {
    fc.assert(
      fc.property(items, perView, step, (count, shown, by) => {
        const last = lastPosition(count, shown);
        const seen = new Set<number>();
        let at = 0;
        for (let turns = 0; turns <= last; turns += 1) {
          seen.add(at);
          at = turn(at, by, last);
        }
        expect([seen.size, at]).toEqual([last + 1, 0]);
      }),
    );
  });

  it('back undoes a turn on', () => {
    fc.assert(
      fc.property(items, perView, fc.nat(40), (count, shown, from) => {
        const last = lastPosition(count, shown);
        const at = Math.min(from, last);
        expect(turn(turn(at, 1, last), -1, last)).toBe(at);
      }),
    );
  });
});

describe('a drag', () => {
  it('of less than 80 pixels changes nothing', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.integer({ min: -79, max: 79 }), (from, pixels) => {
        expect(afterDrag(from, pixels, 40, 10)).toBe(from);
      }),
    );
  });

  it('of 80 pixels or more moves at least one item in its direction, and stops at the ends', () => {
    const far = fc.integer({ min: MIN_DRAG_PX, max: 4000 });
    fc.assert(
      fc.property(
        items,
        perView,
        fc.nat(40),
        far,
        fc.boolean(),
        fc.integer({ min: 0, max: 1200 }),
        (count, shown, start, distance, isLeft, width) => {
          const last = lastPosition(count, shown);
          const from = Math.min(start, last);
          const to = afterDrag(from, isLeft ? -distance : distance, width, last);
          if (isLeft) expect(to).toBeGreaterThanOrEqual(Math.min(last, from + 1));
          else expect(to).toBeLessThanOrEqual(Math.max(0, from - 1));
          expect(to).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(last);
        },
      ),
    );
  });

  it.each([
    [79, 3],
    [80, 2],
    [-79, 3],
    [-80, 4],
    [-500, 4],
    [-700, 5],
    [900, 0],
  ])('by %i pixels over items of 360 goes from the third to %i', (pixels, to) => {
    expect(afterDrag(3, pixels, 360, 6)).toBe(to);
  });

  it('follows the hand, and resists past an end', () => {
    expect([pulled(1, -90, 2), pulled(1, 90, 2), pulled(0, 90, 2), pulled(2, -90, 2), pulled(0, -90, 2)]).toEqual([-90, 90, 30, -30, -90]);
  });
});
