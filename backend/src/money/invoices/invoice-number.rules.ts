/** Series of numbers. Each counts from 1 in every year, without a gap. */
export const series = { invoice: 'TM', creditNote: 'TM-CN' } as const;
export type Series = (typeof series)[keyof typeof series];

const DIGITS = 6;

/** Returns a number such as `TM-2026-000123`. */
export function numberOf(prefix: Series, year: number, count: number): string {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('numbers count from 1');
  return `${prefix}-${year}-${String(count).padStart(DIGITS, '0')}`;
}

/** Returns the parts of a number; null for other text. */
export function partsOf(number: string): { prefix: Series; year: number; count: number } | null {
  const match = /^(TM|TM-CN)-(\d{4})-(\d{6,})$/.exec(number);
  if (!match) return null;
  const parts = { prefix: match[1] as Series, year: Number(match[2]), count: Number(match[3]) };
  return parts.count > 0 && numberOf(parts.prefix, parts.year, parts.count) === number ? parts : null;
}

/** Years of numbers are UTC. */
export const yearOf = (at: Date): number => at.getUTCFullYear();

/** Years whose invoices are found by the count alone. */
const YEARS_SEARCHED = 5;

/** Returns the numbers of invoices that a search means: `tm-2026-000123` is one, `123` that count in this year and the four before. */
export function invoiceNumbersMeant(q: string, now: Date): string[] {
  const number = q.toUpperCase();
  if (partsOf(number)) return [number];
  const count = Number(/^\d{1,9}$/.exec(q)?.[0] ?? 0);
  if (count === 0) return [];
  return Array.from({ length: YEARS_SEARCHED }, (_, ago) => numberOf(series.invoice, yearOf(now) - ago, count));
}
