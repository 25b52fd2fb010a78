import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { percentChange } from './percent-change.js';

const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP, toExpPos: 400 });

/** Decimal.js rounds half away from zero in this mode. */
function expected(price: string, open: string): string {
  const text = new Exact(price).minus(open).div(open).times(100).toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

const decimal = (most: bigint, decimals: number) =>
  fc.bigInt({ min: 1n, max: most }).map((units) => {
    const digits = units.toString().padStart(decimals + 1, '0');
    return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });
const price = decimal(10n ** 14n, 8);

describe('the change of a price', () => {
  it('is what exact decimals give, for prices as the venue writes them', () => {
    fc.assert(
      fc.property(price, price, (now, open) => expect(percentChange(now, open)).toBe(expected(now, open))),
      { numRuns: 1000 },
    );
  });

  it('is exact for prices that hardly differ', () => {
    const near = fc.tuple(fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }), fc.bigInt({ min: -(10n ** 4n), max: 10n ** 4n }));
    const text = (units: bigint) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`;
    fc.assert(
      fc.property(near, ([open, by]) => expect(percentChange(text(open + by), text(open))).toBe(expected(text(open + by), text(open)))),
      { numRuns: 1000 },
    );
  });

  it('is rounded away from zero in the very middle, where floats err', () => {
    // Whole hundredths and a half, of an opening price that makes them exact decimals.
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.boolean(), (hundredths, up) => {
        const moved = hundredths * 2 + 1;
        fc.pre(up || moved < 20_000);
        const now = 20_000 + (up ? moved : -moved);
        expect(percentChange(`${now}`, '20000')).toBe(`${up ? '' : '-'}${((moved + 1) / 200).toFixed(2)}`);
      }),
      { numRuns: 2000 },
    );
    expect(percentChange('1.00005', '1')).toBe('0.01');
    expect(percentChange('0.99995', '1')).toBe('-0.01');
    expect(percentChange('1.00015', '1')).toBe('0.02');
    expect(percentChange('1.0000499999999999999999999', '1')).toBe('0.00');
  });

  it('is exact for numbers of any length', () => {
    const long = fc.integer({ min: 0, max: 39 }).chain((decimals) => decimal(10n ** 39n, decimals));
    fc.assert(
      fc.property(long, long, (now, open) => expect(percentChange(now, open)).toBe(expected(now, open))),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['0', '5', '-100.00'],
    ['5', '0', '0.00'],
    ['0', '0.00000000', '0.00'],
    ['7.10', '7.10000000', '0.00'],
    ['0.99999999', '1', '0.00'],
    ['66000.10000000', '60000.00000000', '10.00'],
    ['1000000', '0.00000001', '9999999999999900.00'],
  ])('from %s now and %s then', (now, open, change) => {
    expect(percentChange(now, open)).toBe(change);
  });
});
