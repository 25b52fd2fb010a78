import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  countKnown,
  emptyBlock,
  firstUnknown,
  isKnown,
  packBlock,
  POWERS,
  unpackBlock,
  UnknownPrice,
  withCandles,
  type CandleBlock,
  type SlotCandle,
} from './candle-block.js';

const DAY = 1440;
const texts = (block: CandleBlock) =>
  [...block.at].map((slot, n) => ({
    slot,
    open: block.open[n]! / POWERS[block.places]!,
    high: block.high[n]! / POWERS[block.places]!,
    low: block.low[n]! / POWERS[block.places]!,
    close: block.close[n]! / POWERS[block.places]!,
  }));
const numbers = (candles: readonly SlotCandle[]) =>
  candles
    .toSorted((a, b) => a.slot - b.slot)
    .map(({ slot, open, high, low, close }) => ({ slot, open: Number(open), high: Number(high), low: Number(low), close: Number(close) }));

/** A market's prices: so many digits in all, so many of them behind the point, with zeros at the end as venues write them. */
const market = fc.record({
  places: fc.integer({ min: 0, max: 12 }),
  top: fc.integer({ min: 1, max: 999_999_999 }),
  zeros: fc.integer({ min: 0, max: 8 }),
});
const price = ({ places, zeros }: { places: number; zeros: number }, units: number) => {
  const digits = String(units).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return places === 0 ? text : text + '0'.repeat(zeros);
};
const dayOf = (one: { places: number; top: number; zeros: number }) =>
  fc
    .uniqueArray(
      fc.record({
        slot: fc.integer({ min: 0, max: DAY - 1 }),
        prices: fc.array(fc.integer({ min: 1, max: one.top }), { minLength: 4, maxLength: 4 }),
      }),
      { selector: ({ slot }) => slot, maxLength: 60 },
    )
    .map((rows) =>
      rows.map(({ slot, prices }): SlotCandle => {
        const [open, close] = [prices[0]!, prices[1]!];
        return {
          slot,
          open: price(one, open),
          close: price(one, close),
          high: price(one, Math.max(...prices)),
          low: price(one, Math.min(...prices)),
        };
      }),
    );
const day = market.chain(dayOf);
/** Two tellings of one market, of which one has other digits. */
const twice = fc
  .tuple(market, fc.integer({ min: -3, max: 3 }))
  .chain(([one, more]) => fc.tuple(dayOf(one), dayOf({ ...one, places: Math.max(0, one.places + more) })));

describe('a block of candles', () => {
  it('gives back every price as the double that its text reads as, whatever it was packed with', () => {
    fc.assert(
      fc.property(twice, ([first, second]) => {
        const one = withCandles(emptyBlock(DAY), first, []).block;
        const taken = new Set(first.map(({ slot }) => slot));
        const both = withCandles(unpackBlock(packBlock(one), DAY), second, []).block;
        const back = unpackBlock(packBlock(both), DAY);
        expect(texts(back)).toEqual(numbers([...first, ...second.filter(({ slot }) => !taken.has(slot))]));
        expect(back).toEqual(both);
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order in which its parts came', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (candles, cut) => {
        const [head, tail] = [candles.slice(0, cut), candles.slice(cut)];
        const at = (parts: SlotCandle[][]) => packBlock(parts.reduce((block, part) => withCandles(block, part, []).block, emptyBlock(DAY)));
        expect(at([head, tail]).equals(at([tail, head]))).toBe(true);
      }),
    );
  });

  it('knows what is known, what is missing, and what came late', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: DAY - 1 }), { maxLength: 200 }),
        fc.integer({ min: 0, max: DAY - 1 }),
        (known, from) => {
          const { block } = withCandles(emptyBlock(DAY), [], known);
          const all = new Set(known);
          expect(countKnown(block)).toBe(all.size);
          let expected = from;
          while (expected < DAY && all.has(expected)) expected++;
          expect(firstUnknown(block, from)).toBe(expected);
          expect(isKnown(block, from)).toBe(all.has(from));
          const [gap] = known;
          if (gap !== undefined)
            expect(withCandles(block, [{ slot: gap, open: '1', high: '1', low: '1', close: '1' }], [])).toMatchObject({
              changed: true,
              late: gap,
            });
        },
      ),
    );
  });

  it('is not changed by what it knows', () => {
    const candle = { slot: 5, open: '1.5', high: '2', low: '1', close: '1.25' };
    const { block } = withCandles(emptyBlock(DAY), [candle], [4, 5, 6]);
    expect(withCandles(block, [{ ...candle, close: '1.75' }], [4, 5])).toEqual({ block, changed: false, late: null, lateCount: 0 });
  });

  it('takes at most 17 bytes a candle of an ordinary day, half of them where prices have few digits', () => {
    const whole = (level: number, swing: number) =>
      Array.from({ length: DAY }, (_, slot): SlotCandle => {
        const at = (n: number) => (level + swing * Math.sin((slot + n) / 90)).toFixed(2);
        const around = [at(0), at(1)].map(Number);
        return { slot, open: at(0), close: at(1), high: Math.max(...around).toFixed(2), low: Math.min(...around).toFixed(2) };
      });
    expect(packBlock(withCandles(emptyBlock(DAY), whole(64_000, 2000), []).block).length / DAY).toBeLessThan(17);
    expect(packBlock(withCandles(emptyBlock(DAY), whole(150, 8), []).block).length / DAY).toBeLessThan(9);
  });

  it.each(['1234567890123456', '0.1234567890123456789', '123456789.12345678'])(
    'refuses %s, of which a double does not keep all',
    (text) => {
      expect(() => withCandles(emptyBlock(DAY), [{ slot: 0, open: text, high: text, low: text, close: text }], [])).toThrow(UnknownPrice);
    },
  );

  it('is told apart from bytes that are none', () => {
    const bytes = packBlock(withCandles(emptyBlock(60), [{ slot: 1, open: '1', high: '2', low: '1', close: '2' }], []).block);
    for (const bad of [
      Buffer.alloc(0),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.from([2, ...bytes.subarray(1)]),
    ])
      expect(() => unpackBlock(bad, 60)).toThrow();
  });
});
