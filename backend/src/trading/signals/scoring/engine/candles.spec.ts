import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scaled } from '../../../../platform/domain/scaled.js';
import { exactly, SURE_DIGITS } from './candles.js';

describe('a price of a candle', () => {
  it('is exactly the decimal that the venue told, of up to 15 digits anywhere around the point', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** BigInt(SURE_DIGITS) - 1n });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 18 }), (units, places) => {
        const text = String(units).padStart(places + 1, '0');
        const decimal = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        expect(exactly(Number(decimal))).toBe(scaled(decimal));
        expect(exactly(-Number(decimal))).toBe(-scaled(decimal));
      }),
      { numRuns: 2000 },
    );
  });
});
