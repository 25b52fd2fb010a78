import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ASSUMED_BRACKET, leverageProblems, type LeverageTerms } from './leverage.rules.js';

type Terms = Parameters<typeof leverageProblems>[0];
const long: Terms = { base: 'BTC', quote: 'USDT', side: 'long', leverageFactor: 20, entryPrice: '100', stopLoss: '96' };
const short: Terms = { ...long, side: 'short', stopLoss: '104' };
const problems = (terms: Terms, bracket: LeverageTerms = ASSUMED_BRACKET) => leverageProblems(terms, 'binance', bracket);
const stops = (terms: Terms, bracket?: LeverageTerms) => problems(terms, bracket).map(({ field }) => field);

/** Prices as integers of 10^-18. */
const written = (n: bigint) => `${n / 10n ** 18n}.${(n % 10n ** 18n).toString().padStart(18, '0')}`;
const factor = fc.integer({ min: 1, max: 125 });
const side = fc.constantFrom('long' as const, 'short' as const);
const anyBracket = fc.record({
  maxLeverage: fc.integer({ min: 1, max: 125 }).map(String),
  maintenanceRatio: fc.integer({ min: 1, max: 999 }).map((n) => `0.${String(n).padStart(4, '0')}`),
});
/** An entry, and how far the stop is away from it. */
const distances = fc
  .bigInt({ min: 2n, max: 10n ** 24n })
  .chain((entry) => fc.tuple(fc.constant(entry), fc.bigInt({ min: 1n, max: entry - 1n })));
const termsOf = (of: 'long' | 'short', leverageFactor: number, entry: bigint, distance: bigint, scale = 1n): Terms => ({
  ...long,
  side: of,
  leverageFactor,
  entryPrice: written(entry * scale),
  stopLoss: written((of === 'long' ? entry - distance : entry + distance) * scale),
});

describe('the leverage of a signal', () => {
  it('is refused with a stop beyond the liquidation: of 100 with 20x that is at about 95.5', () => {
    expect(problems({ ...long, stopLoss: '94' })).toEqual([
      { field: 'stopLoss', message: 'With 20x the position would be liquidated at about 95.5, before the stop at 94' },
    ]);
    expect(problems({ ...long, stopLoss: '95.5' })).toHaveLength(1);
    expect(problems({ ...long, stopLoss: '95.500000000000000001' })).toEqual([]);
  });

  it('is mirrored of a short signal', () => {
    expect(problems({ ...short, stopLoss: '106' })).toEqual([
      { field: 'stopLoss', message: 'With 20x the position would be liquidated at about 104.5, before the stop at 106' },
    ]);
    expect(problems({ ...short, stopLoss: '104.5' })).toHaveLength(1);
    expect(problems({ ...short, stopLoss: '104.499999999999999999' })).toEqual([]);
  });

  it.each([
    ['125x', 125, '99.7'],
    ['50x', 50, '98.5'],
    ['10x', 10, '90.5'],
    ['3x', 3, '67.1667'],
    ['2x', 2, '50.5'],
  ])('is liquidated with %s at about %s', (_, leverageFactor, liquidation) => {
    expect(problems({ ...long, leverageFactor, stopLoss: '1' })[0]!.message).toContain(`at about ${liquidation}, before the stop at 1`);
  });

  it('is measured by what the venue says where it says something', () => {
    const strict: LeverageTerms = { maxLeverage: '20', maintenanceRatio: '0.02' };
    expect(problems({ ...long, stopLoss: '97' }, strict)).toEqual([
      { field: 'stopLoss', message: 'With 20x the position would be liquidated at about 97, before the stop at 97' },
    ]);
    expect(problems({ ...long, stopLoss: '97.1' }, strict)).toEqual([]);
    expect(problems({ ...long, stopLoss: '95.45' }, { maxLeverage: '100', maintenanceRatio: '0.004' })).toEqual([]);
  });

  it('is refused above what the venue allows, with the pair and the venue', () => {
    expect(leverageProblems({ ...long, leverageFactor: 51 }, 'bybit', { maxLeverage: '50.00', maintenanceRatio: '0.004' })).toEqual([
      { field: 'leverage', message: 'BTC/USDT allows up to 50x at bybit' },
    ]);
    expect(
      leverageProblems({ ...long, leverageFactor: 50, stopLoss: '99' }, 'bybit', { maxLeverage: '50.00', maintenanceRatio: '0.004' }),
    ).toEqual([]);
    expect(
      leverageProblems({ ...long, leverageFactor: 13, stopLoss: '99' }, 'okx', { maxLeverage: '12.5', maintenanceRatio: '0.004' }),
    ).toEqual([{ field: 'leverage', message: 'BTC/USDT allows up to 12.5x at okx' }]);
  });

  it('of 1 is a spot signal, which no stop is too far for', () => {
    fc.assert(
      fc.property(side, distances, anyBracket, (of, [entry, distance], bracket) =>
        expect(problems(termsOf(of, 1, entry, distance), bracket)).toEqual([]),
      ),
    );
  });

  it('never accepts a stop that a lower one refuses', () => {
    fc.assert(
      fc.property(side, distances, fc.tuple(factor, factor), anyBracket, (of, [entry, distance], factors, bracket) => {
        const [lower, higher] = [Math.min(...factors), Math.max(...factors)];
        if (stops(termsOf(of, lower, entry, distance), bracket).length > 0)
          expect(stops(termsOf(of, higher, entry, distance), bracket)).not.toEqual([]);
      }),
    );
  });

  it('accepts a nearer stop wherever it accepts one', () => {
    fc.assert(
      fc.property(
        side,
        factor,
        distances,
        fc.double({ min: 0, max: 1, noNaN: true }),
        anyBracket,
        (of, leverageFactor, [entry, distance], share, bracket) => {
          const nearer = BigInt(Math.floor(Number(distance) * share));
          if (nearer < 1n || nearer > distance) return;
          if (stops(termsOf(of, leverageFactor, entry, distance), bracket).length === 0)
            expect(stops(termsOf(of, leverageFactor, entry, nearer), bracket)).toEqual([]);
        },
      ),
    );
  });

  it('does not depend on the unit that prices are written in', () => {
    fc.assert(
      fc.property(
        side,
        factor,
        distances,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        anyBracket,
        (of, leverageFactor, [entry, distance], scale, bracket) =>
          expect(stops(termsOf(of, leverageFactor, entry, distance, scale), bracket)).toEqual(
            stops(termsOf(of, leverageFactor, entry, distance), bracket),
          ),
      ),
    );
  });

  it('says the same of a long signal and of its mirror image', () => {
    fc.assert(
      fc.property(factor, distances, anyBracket, (leverageFactor, [entry, distance], bracket) =>
        expect(stops(termsOf('short', leverageFactor, entry, distance), bracket)).toEqual(
          stops(termsOf('long', leverageFactor, entry, distance), bracket),
        ),
      ),
    );
  });

  it('is liquidated exactly where integers say so', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 125 }),
        distances,
        fc.integer({ min: 1, max: 999 }),
        (leverageFactor, [entry, distance], tenThousandths) => {
          const L = BigInt(leverageFactor);
          // distance < entry x (1/L - m), both sides times L and 10^4.
          const inside = distance * L * 10_000n < entry * (10_000n - BigInt(tenThousandths) * L);
          const bracket = { maxLeverage: '125', maintenanceRatio: `0.${String(tenThousandths).padStart(4, '0')}` };
          expect(stops(termsOf('long', leverageFactor, entry, distance), bracket)).toEqual(inside ? [] : ['stopLoss']);
        },
      ),
    );
  });
});
