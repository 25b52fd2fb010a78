import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDecimals, isDecimalString, signed } from './decimal.js';

const scaled = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const asDecimal = (n: bigint) => {
  const digits = (n < 0n ? -n : n).toString().padStart(19, '0');
  return `${n < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
};

describe('decimals', () => {
  it('adds exactly, as integers scaled by 10^18 do', () => {
    fc.assert(
      fc.property(fc.array(scaled, { maxLength: 50 }), (numbers) => {
        const sum = addDecimals(numbers.map(asDecimal));
        const [whole = '0', fraction = ''] = sum.replace('-', '').split('.');
        const back = BigInt(whole + fraction.padEnd(18, '0')) * (sum.startsWith('-') ? -1n : 1n);
        expect(back).toBe(numbers.reduce((a, b) => a + b, 0n));
      }),
    );
  });

  it('keeps what a float loses', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(addDecimals(['9007199254740993', '0.000000000000000001'])).toBe('9007199254740993.000000000000000001');
  });

  it('knows a plain decimal string from everything else', () => {
    for (const good of ['0', '-1', '0.00000001', '123456789012345678901234567890.5']) expect(isDecimalString(good)).toBe(true);
    for (const bad of ['', '1e5', '.5', '5.', '+1', ' 1', 'NaN', '0x1', 1, null, '1'.repeat(81)]) expect(isDecimalString(bad)).toBe(false);
  });
});

describe('signed', () => {
  it.each([
    ['1.2049', '+1.20'],
    ['-0.255', '−0.26'],
    ['-0.004', '0.00'],
    ['0', '0.00'],
  ])('writes %s as %s', (value, text) => expect(signed(value)).toBe(text));
});
