import { numberOf, partsOf, type Series } from './invoice-number.rules.js';

/** Faults shown for one series; a cut-off end would name thousands. */
const MAX_FAULTS = 20;

/** Compares given numbers with the counters and returns what is missing, given twice, or beyond the counter, in words. */
export function numberingFaults(numbers: readonly string[], counters: readonly { series: string; year: number; last: number }[]): string[] {
  const faults: string[] = [];
  const given = new Map<string, Set<number>>();
  for (const number of numbers) {
    const parts = partsOf(number);
    if (!parts) {
      faults.push(`${number} is no number of an invoice or credit note`);
      continue;
    }
    const key = `${parts.prefix} ${parts.year}`;
    const counts = given.get(key) ?? new Set();
    given.set(key, counts);
    if (counts.has(parts.count)) faults.push(`${number} was given twice`);
    counts.add(parts.count);
  }
  for (const { series, year, last } of counters) {
    const key = `${series} ${year}`;
    const counts = given.get(key) ?? new Set();
    const missing = Array.from({ length: last }, (_, index) => index + 1).filter((count) => !counts.has(count));
    for (const count of missing.slice(0, MAX_FAULTS)) faults.push(`${numberOf(series as Series, year, count)} is missing`);
    if (missing.length > MAX_FAULTS) faults.push(`and ${missing.length - MAX_FAULTS} more of ${key}`);
    for (const count of counts) if (count > last) faults.push(`${numberOf(series as Series, year, count)} is beyond the counter`);
    given.delete(key);
  }
  for (const key of given.keys()) faults.push(`the numbers of ${key} have no counter`);
  return faults;
}
