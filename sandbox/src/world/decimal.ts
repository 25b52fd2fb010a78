// Money as whole numbers of 10^-8, the finest digit on the exchange's wire.

export const SCALE = 100_000_000n;

// Looked up once: see random.ts.
const { round, trunc } = Math;

/** Whole units of 10^-8 from a decimal text with at most 8 decimals. Throws a RangeError on anything else. */
export function units(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal with at most 8 digits: ${text}`);
  const value = BigInt(match[2] ?? '0') * SCALE + BigInt((match[3] ?? '').padEnd(8, '0'));
  return match[1] === '-' ? -value : value;
}

/** A float rounded to `decimals` digits. Only for quantities the world invents; never for sums. */
export function fromFloat(value: number, decimals: number): bigint {
  return BigInt(round(value * 10 ** decimals)) * 10n ** BigInt(8 - decimals);
}

/** Like fromFloat, rounded towards zero. */
export function fromFloatDown(value: number, decimals: number): bigint {
  return BigInt(trunc(value * 10 ** decimals)) * 10n ** BigInt(8 - decimals);
}

export function toFloat(value: bigint): number {
  return Number(value) / 1e8;
}

/** Product of two scaled numbers, truncated. */
export function times(a: bigint, b: bigint): bigint {
  return (a * b) / SCALE;
}

/** Quotient of two scaled numbers, truncated; 0 when the divisor is 0. */
export function over(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : (a * SCALE) / b;
}

/** A thousandth, a millionth: `parts(x, 75, 100_000)` is 0.075 % of x, truncated. */
export function parts(value: bigint, numerator: number, denominator: number): bigint {
  return (value * BigInt(numerator)) / BigInt(denominator);
}

export function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** "1.50000000", or with fewer decimals the value cut to them. */
export function fixed(value: bigint, decimals = 8): string {
  const sign = value < 0n ? '-' : '';
  const digits = abs(value).toString().padStart(9, '0');
  const whole = digits.slice(0, -8);
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - 8, digits.length - 8 + decimals)}`;
}

/** "1.5", "0", "-0.00000012": the shortest form, as the futures wire prints derived amounts. */
export function trimmed(value: bigint): string {
  return fixed(value).replace(/\.?0+$/, '');
}
