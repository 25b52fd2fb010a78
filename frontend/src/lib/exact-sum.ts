/** A decimal as its digits without the point, and the number of them after the point. */
interface Digits {
  digits: bigint;
  places: number;
}

/** Splits a decimal string without an exponent; null for anything else. */
export function digitsOf(text: string): Digits | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}

/** Writes digits as a decimal string. */
export function decimalOf({ digits, places }: Digits): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${places > 0 ? `.${text.slice(-places)}` : ''}`;
}

/** Adds decimal strings without rounding. Null if one of them is no decimal. */
export function exactSum(values: readonly string[]): string | null {
  const parts = values.map(digitsOf);
  const places = Math.max(0, ...parts.map((part) => part?.places ?? 0));
  let digits = 0n;
  for (const part of parts) {
    if (part === null) return null;
    digits += part.digits * 10n ** BigInt(places - part.places);
  }
  return decimalOf({ digits, places });
}

/** Subtracts decimal strings from the first one without rounding. Null if one of them is no decimal. */
export function exactDifference(from: string, ...values: readonly string[]): string | null {
  return exactSum([from, ...values.map((value) => (value.startsWith('-') ? value.slice(1) : `-${value}`))]);
}
