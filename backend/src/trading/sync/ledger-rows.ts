import { keyColumns, type Column, type Table } from '../history/index.js';
import { WireShape } from '../venues/index.js';

/** Years of more than four digits have a text that PostgreSQL does not read. */
const YEAR_10000 = Date.UTC(10_000, 0);

// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000\p{Cs}]/u;

/**
 * Sorts rows by key and keeps the last row of each key. Concurrent writers of the same rows then lock them in the same order and cannot
 * deadlock. Numeric ids are sorted as numbers, which is the order of time. Throws WireShape for a time that cannot be stored.
 */
export function inKeyOrder<R>(table: Table<R>, rows: readonly R[]): readonly R[] {
  assertTimes(table, rows);
  const key = keyColumns(table);
  const compare = (a: R, b: R) => compareKeys(key, a, b);
  if (rows.every((row, i) => i === 0 || compare(rows[i - 1]!, row) < 0)) return rows;
  const sorted = rows.toSorted(compare);
  return sorted.filter((row, i) => i === sorted.length - 1 || compare(row, sorted[i + 1]!) !== 0);
}

/**
 * Returns `text` if PostgreSQL stores it unchanged: it refuses NUL, and replaces half of a surrogate pair. Throws WireShape.
 */
export function assertStorable(table: string, text: string): string {
  if (unstorable.test(text)) throw new WireShape(table, 'a text with characters that are none');
  return text;
}

function assertTimes<R>({ name, columns }: Table<R>, rows: readonly R[]): void {
  for (const { type, of } of columns) {
    if (type !== 'timestamptz') continue;
    for (const row of rows) {
      const time = of(row);
      const ms = time instanceof Date ? time.getTime() : NaN;
      if (!(ms >= 0 && ms < YEAR_10000)) throw new WireShape(name, 'a time that is none');
    }
  }
}

function compareKeys<R>(key: readonly Column<R>[], a: R, b: R): number {
  for (const { of } of key) {
    const [x, y] = [String(of(a)), String(of(b))];
    if (x !== y) return x.length - y.length || (x < y ? -1 : 1);
  }
  return 0;
}
