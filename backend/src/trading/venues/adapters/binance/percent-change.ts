/** Beyond this, or nearer to the middle of two hundredths, a float is not trusted. Its error is below 1e-6 hundredths there. */
const LARGEST = 1e9;
const TOO_NEAR = 1e-4;

/**
 * The change from `open` to `price`, both decimal strings and `open` at least 0, in percent with two decimals, rounded half away from zero:
 * `-1.20`, `0.00`, never `-0.00`. Exact: floats decide where they cannot err, whole numbers of any size elsewhere. `0.00` where `open` is
 * 0.
 */
export function percentChange(price: string, open: string): string {
  const from = Number(open);
  if (!(from > 0)) return '0.00';
  const hundredths = ((Number(price) - from) / from) * 10_000;
  const size = Math.abs(hundredths);
  const whole = Math.floor(size);
  const sure = size < LARGEST && Math.abs(size - whole - 0.5) > TOO_NEAR;
  if (!sure) return exactly(price, open);
  const rounded = size - whole > 0.5 ? whole + 1 : whole;
  return written(hundredths < 0, String(rounded));
}

function exactly(price: string, open: string): string {
  const decimals = Math.max(decimalsOf(price), decimalsOf(open));
  const from = scaled(open, decimals);
  const moved = scaled(price, decimals) - from;
  const size = moved < 0n ? -moved : moved;
  return written(moved < 0n, ((size * 20_000n + from) / (2n * from)).toString());
}

function decimalsOf(decimal: string): number {
  const point = decimal.indexOf('.');
  return point < 0 ? 0 : decimal.length - point - 1;
}

function scaled(decimal: string, decimals: number): bigint {
  return BigInt(decimal.replace('.', '') + '0'.repeat(decimals - decimalsOf(decimal)));
}

function written(negative: boolean, hundredths: string): string {
  const digits = hundredths.padStart(3, '0');
  return `${negative && hundredths !== '0' ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
