export type ColumnType = 'text' | 'bigint' | 'numeric' | 'boolean' | 'timestamptz' | 'int';
export type ColumnValue = string | number | boolean | Date | null;

/**
 * Formats a PostgreSQL array, `{"a","b",NULL}`. A page of a thousand rows is sent as one parameter per column, which is faster than pg's
 * own array encoder and than VALUES (performance.md section 2).
 */
export function arrayLiteral(values: readonly ColumnValue[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: ColumnValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  if (value instanceof Date) return `"${utcText(value)}"`;
  return String(value);
}

const DAY_MS = 86_400_000;
const padded = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let day = { number: NaN, text: '' };

/** Formats like `toISOString`, for the years 0 to 9999, in less time: neighbouring rows share the text of their day. */
export function utcText(time: Date): string {
  const number = Math.floor(time.getTime() / DAY_MS);
  if (number !== day.number) day = { number, text: new Date(number * DAY_MS).toISOString().slice(0, 11) };
  const ms = time.getTime() - number * DAY_MS;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${padded[Math.floor(minutes / 60)]}:${padded[minutes % 60]}:${padded[seconds % 60]}`;
  return `${day.text}${clock}.${String(ms % 1000).padStart(3, '0')}Z`;
}
