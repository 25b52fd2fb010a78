import { parse } from './decimal';

/** The exact product of two decimals, as plain decimal text; what is no decimal stays as it is. */
export function product(value: string, factor: string): string {
  const [a, b] = [parse(value), parse(factor)];
  if (!a || !b) return value;
  const places = a.fraction.length + b.fraction.length;
  const digits = (BigInt(a.whole + a.fraction) * BigInt(b.whole + b.fraction)).toString().padStart(places + 1, '0');
  const split = digits.length - places;
  const sign = a.negative === b.negative ? '' : '-';
  return `${sign}${digits.slice(0, split)}${places === 0 ? '' : `.${digits.slice(split)}`}`;
}
