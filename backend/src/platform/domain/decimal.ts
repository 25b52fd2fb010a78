import { Decimal as DecimalJs } from 'decimal.js';

/** Money and quantities: 60 significant digits, and no exponent notation within any venue's range. */
export const Decimal = DecimalJs.clone({ precision: 60, toExpNeg: -40, toExpPos: 60, rounding: DecimalJs.ROUND_HALF_EVEN });
export type Decimal = DecimalJs;

const pattern = /^-?\d+(\.\d+)?$/;

/** Returns whether a text is a plain decimal as the venues write them: no exponent, no plus sign, no blanks. */
export function isDecimalString(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 80 && pattern.test(value);
}

/** Returns the exact sum of decimal strings, as a plain decimal string; '0' for none. */
export function addDecimals(values: Iterable<string>): string {
  let sum = new Decimal(0);
  for (const value of values) sum = sum.plus(value);
  return sum.toFixed();
}

/** With its sign and two places: +1.50, −0.25; 0.00 has none. */
export function signed(value: Decimal | string): string {
  const number = new Decimal(value);
  const digits = number.abs().toFixed(2);
  if (Number(digits) === 0) return digits;
  return `${number.isNegative() ? '−' : '+'}${digits}`;
}
