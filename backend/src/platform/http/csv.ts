/** A column of a file: numbers are written as they are, texts are escaped against formula injection. */
export interface CsvColumn<R> {
  header: string;
  kind: 'text' | 'figure' | 'time';
  of: (row: R) => string | Date | null;
}

const FIGURE = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Characters that spreadsheets start a formula with, including their full-width forms (security T12). */
// oxlint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000-\u001f]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** Quotes a field by RFC 4180. */
const quoted = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Escapes a text so that every program shows it as it is. */
export const harmless = (text: string) => quoted(FORMULA.test(text) ? `'${text}` : text);

function cell<R>({ kind, of }: CsvColumn<R>, row: R): string {
  const value = of(row);
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return kind === 'figure' && FIGURE.test(value) ? value : harmless(value);
}

/** Ends lines by CRLF, as RFC 4180 requires. */
const LINE_END = '\r\n';

export const csvHeader = <R>(columns: readonly CsvColumn<R>[]) => `${columns.map(({ header }) => harmless(header)).join(',')}${LINE_END}`;

export function csvLines<R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string {
  let text = '';
  for (const row of rows) text += `${columns.map((column) => cell(column, row)).join(',')}${LINE_END}`;
  return text;
}
