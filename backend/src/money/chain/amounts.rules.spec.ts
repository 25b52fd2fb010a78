import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ONE, scaled } from '../../platform/domain/scaled.js';
import { freeTag, lockRate, MAX_TAG, tagged, tagOf, textToUnits, unitsFor, unitsToText, valueOf } from './amounts.rules.js';
import { NoFreeTag } from './chain.errors.js';
import { chains } from './chain.types.js';

const chain = fc.constantFrom(...chains);
const rate = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((n) => n * 10n ** 10n);
const usd = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((cents) => (cents * ONE) / 100n);

describe('a quote', () => {
  it.each([
    ['bitcoin', '50.00', '64218.37', '0', 77_860n],
    ['bitcoin', '50.00', '97531.24681', '0', 51_266n],
    ['bitcoin', '50.00', '64218.37', '0.5', 78_251n],
    ['tron', '50.00', '0.9987', '0', 50_065_085n],
    ['tron', '50.00', '1.0004', '0', 49_980_008n],
    ['tron', '50.00', '1', '0', 50_000_000n],
  ] as const)('of %s for %s dollars at %s less %s %% is %s units', (on, dollars, market, spread, units) => {
    expect(unitsFor(on, scaled(dollars), lockRate(market, spread))).toBe(units);
  });

  it('covers the amount due, and one unit less does not', () => {
    fc.assert(
      fc.property(chain, usd, rate, (on, due, locked) => {
        const units = unitsFor(on, due, locked);
        expect(valueOf(on, units, locked)).toBeGreaterThanOrEqual(due);
        expect(valueOf(on, units - 1n, locked)).toBeLessThan(due);
      }),
    );
  });

  it('values amounts exactly: parts add up to the whole in any order', () => {
    fc.assert(
      fc.property(chain, rate, fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 10 }), (on, locked, parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n);
        expect(parts.reduce((sum, part) => sum + valueOf(on, part, locked), 0n)).toBe(valueOf(on, whole, locked));
      }),
    );
  });

  it('is not made from a rate, a spread or an amount that makes no sense', () => {
    for (const market of ['0', '-1', '0.000000001']) expect(() => lockRate(market)).toThrow(RangeError);
    for (const spread of ['-0.1', '50']) expect(() => lockRate('1', spread)).toThrow(RangeError);
    expect(() => lockRate('1e5')).toThrow('no decimal number');
    expect(() => unitsFor('bitcoin', 0n, ONE)).toThrow(RangeError);
  });
});

describe('amounts as text', () => {
  it.each([
    ['bitcoin', 77_860n, '0.0007786'],
    ['bitcoin', 1n, '0.00000001'],
    ['bitcoin', 100_000_000n, '1'],
    ['tron', 50_004_200n, '50.0042'],
    ['tron', -1n, '-0.000001'],
    ['tron', 0n, '0'],
  ] as const)('of %s: %s units are %s', (on, units, text) => {
    expect(unitsToText(on, units)).toBe(text);
    expect(textToUnits(on, text)).toBe(units);
  });

  it('keep every unit', () => {
    fc.assert(
      fc.property(chain, fc.bigInt({ min: 0n, max: 10n ** 18n }), (on, units) => textToUnits(on, unitsToText(on, units)) === units),
    );
  });

  it('are refused below the smallest unit', () => {
    expect(() => textToUnits('tron', '1.0000001')).toThrow(RangeError);
    expect(() => textToUnits('bitcoin', '1,5')).toThrow('no decimal number');
  });
});

describe('an amount tag', () => {
  it.each([
    [50_000_000n, 1, 50_000_100n],
    [50_000_000n, 99, 50_009_900n],
    [50_065_085n, 42, 50_074_200n],
  ])('on %s units: %s gives %s', (units, tag, amount) => {
    expect(tagged(units, tag)).toBe(amount);
    expect(tagOf(amount)).toBe(tag);
  });

  it('is read back from every amount, which never falls below the quote nor exceeds it by two cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.integer({ min: 1, max: MAX_TAG }), (units, tag) => {
        const amount = tagged(units, tag);
        expect(tagOf(amount)).toBe(tag);
        expect(amount).toBeGreaterThan(units);
        expect(amount - units).toBeLessThan(20_000n);
      }),
    );
  });

  it('is in no amount of whole cents, and in none beside the steps', () => {
    for (const units of [50_000_000n, 50_010_000n, 50_000_150n, 50_000_001n]) expect(tagOf(units)).toBeNull();
    for (const tag of [0, 100, 1.5]) expect(() => tagged(50_000_000n, tag)).toThrow(RangeError);
  });

  it('is the lowest free one, and none when all are reserved', () => {
    expect(freeTag(new Set())).toBe(1);
    expect(freeTag(new Set([1, 2, 4]))).toBe(3);
    const all = new Set(Array.from({ length: MAX_TAG }, (_, at) => at + 1));
    expect(() => freeTag(all)).toThrow(NoFreeTag);
  });
});
