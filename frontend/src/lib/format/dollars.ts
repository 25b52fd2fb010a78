import { UNKNOWN, leftToRight, magnitude, money, signOf, withSign } from './decimal';

/** An amount in US dollars with two decimals: "$1 240.00", "−$12.50". Unknown is a dash. */
export function dollars(value: string | null | undefined): string {
  if (value == null) return UNKNOWN;
  const figure = money(magnitude(value));
  if (figure === UNKNOWN) return UNKNOWN;
  return signOf(value) < 0 && /[1-9]/.test(figure) ? withSign(-1, `$${figure}`) : leftToRight(`$${figure}`);
}

/** The same with a plus before a gain. */
export function signedDollars(value: string): string {
  const figure = dollars(value);
  return signOf(value) > 0 && /[1-9]/.test(figure) ? withSign(1, dollars(value)) : figure;
}
