import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactDifference, exactSum } from './exact-sum';

const PLACES = 6;
const decimals = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const write = (digits: bigint) => {
  const text = (digits < 0n ? -digits : digits).toString().padStart(PLACES + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`;
};

describe('sums of decimal strings', () => {
  it('keep every digit', () => {
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1 }), (values) => {
        expect(exactSum(values.map(write))).toBe(write(values.reduce((sum, value) => sum + value, 0n)));
      }),
    );
  });

  it('take values of different length', () => {
    expect(exactSum(['1', '0.000000000000000001', '-2.5'])).toBe('-1.499999999999999999');
    expect(exactDifference('10', '2.5', '-1')).toBe('8.5');
    expect(exactSum([])).toBe('0');
  });

  it('are unknown if a part is no decimal', () => {
    expect(exactSum(['1', 'NaN'])).toBeNull();
    expect(exactDifference('1', '')).toBeNull();
  });
});
