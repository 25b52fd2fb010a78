/** A column of a file: a figure goes out as it is, a text so that no spreadsheet takes it for a formula. */
export interface CsvColumn<R> {
  header: string;
  kind: 'text' | 'figure' | 'time';
  of: (row: R) => string | Date | null;
}

const FIGURE = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** What a spreadsheet may begin a formula with, full-width twins included (security T12). */
// oxlint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000-\u001f]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** RFC 4180. */
const quoted = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that is shown as it is, whichever program opens it. */
export const harmless = (text: string) => quoted(FORMULA.test(text) ? `'${text}` : text);

function cell<R>({ kind, of }: CsvColumn<R>, row: R): string {
  const value = of(row);
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return kind === 'figure' && FIGURE.test(value) ? value : harmless(value);
}

/** Lines end as RFC 4180 wants it. */
const LINE_END = '\r\n';

export const csvHeader = <R>(columns: readonly CsvColumn<R>[]) => `${columns.map(({ header }) => harmless(header)).join(',')}${LINE_END}`;

export function csvLines<R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string {
  let text = '';
  for (const row of rows) text += `${columns.map((column) => cell(column, row)).join(',')}${LINE_END}`;
  return text;
}
