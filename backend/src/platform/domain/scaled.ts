import { isDecimalString } from './decimal.js';

/**
 * Amounts, prices and returns in computations are integers of 10^-18: exact where the inputs are, and rounded half-even in one place,
 * `divided`.
 */
export const PLACES = 18;
export const ONE = 10n ** 18n;

/** An amount is not a decimal number, or has more than 18 places. */
export class NotExact extends Error {
  constructor(value: unknown) {
    super(
      `${typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value)} is no decimal number of at most ${PLACES} places`,
    );
  }
}

/** Returns the scaled integer of a decimal string. Throws NotExact rather than round. */
export function scaled(text: string): bigint {
  if (!isDecimalString(text)) throw new NotExact(text);
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * ONE;
  let end = text.length;
  if (end - point - 1 > PLACES) while (text.charCodeAt(end - 1) === 48) end--;
  const places = end - point - 1;
  if (places > PLACES) throw new NotExact(text);
  return BigInt(text.slice(0, point) + text.slice(point + 1, end)) * 10n ** BigInt(PLACES - places);
}

/** Returns a plain decimal string without trailing zeros. */
export function toDecimal(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0');
  let end = digits.length;
  while (end > digits.length - PLACES && digits.charCodeAt(end - 1) === 48) end--;
  const whole = digits.slice(0, -PLACES);
  const fraction = digits.slice(-PLACES, end === digits.length ? undefined : end);
  return `${value < 0n ? '-' : ''}${whole}${end > digits.length - PLACES ? `.${fraction}` : ''}`;
}

/** Returns a decimal string as `toDecimal` writes it: PostgreSQL keeps trailing zeros. Throws NotExact. */
export const plainDecimal = (text: string): string => toDecimal(scaled(text));

/** Returns `a / b` rounded to the nearest integer, ties to even; `b` is not 0. */
export function divided(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const rest = a - quotient * b;
  if (rest === 0n) return quotient;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const size = b < 0n ? -b : b;
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return a < 0n === b < 0n ? quotient + 1n : quotient - 1n;
}

/** Returns the product of two scaled numbers, scaled. */
export const times = (a: bigint, b: bigint): bigint => divided(a * b, ONE);
/** Returns the quotient of two scaled numbers, scaled. */
export const over = (a: bigint, b: bigint): bigint => divided(a * ONE, b);
export const abs = (a: bigint): bigint => (a < 0n ? -a : a);

/** Returns the exact sum of decimals. */
export const sumDecimals = (amounts: readonly string[]): string => toDecimal(amounts.reduce((sum, amount) => sum + scaled(amount), 0n));
