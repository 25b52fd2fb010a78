/** A cell of a file: text, a figure as the server wrote it, or nothing. */
export type CsvCell = string | null | { figure: string | null };

const FIGURE = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Characters that spreadsheets start a formula with, their full-width forms included. */
// oxlint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000-\u001f]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Quotes a field by RFC 4180. */
const quotedField = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** Escapes a text so that every program shows it as it is. */
const plainText = (text: string) => quotedField(FORMULA.test(text) ? `'${text}` : text);

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return plainText(cell);
  const { figure } = cell;
  return figure === null ? '' : FIGURE.test(figure) ? figure : plainText(figure);
}

/** Writes a CSV file as the server writes its own: decimal points in every language, and no text that begins a formula. */
export function csvText(headers: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [headers.map(plainText), ...rows.map((row) => row.map(written))];
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line.join(',')}${LINE_END}`).join('')}`;
}
