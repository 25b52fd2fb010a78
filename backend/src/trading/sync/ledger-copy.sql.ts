import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { utcText, type ColumnValue, type Table } from '../history/index.js';
import { assertStorable } from './ledger-rows.js';

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Rows per piece: small pieces that are sent early are cheaper than one text of megabytes. */
const ROWS_PER_PIECE = 250;

/** Returns rows in the text format of COPY, in pieces, with the account before the columns of the table. Throws WireShape. */
export function copyText<R>(accountId: string, { name, columns }: Table<R>, rows: readonly R[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
    let text = '';
    for (const row of rows.slice(from, from + ROWS_PER_PIECE)) {
      text += accountId;
      for (const { of } of columns) text += `\t${cell(of(row))}`;
      text += '\n';
    }
    pieces.push(Buffer.from(assertStorable(name, text)));
  }
  return pieces;
}

/** Copies pieces into the table. Rejects with PostgreSQL's error, after which the transaction is aborted. */
export function copyInto<R>(client: PoolClient, { name, columns }: Table<R>, pieces: readonly Buffer[]): Promise<void> {
  const stream = client.query(
    copyFrom(`copy "${name}" (account_id, ${columns.map((column) => `"${column.name}"`).join(', ')}) from stdin`),
  );
  return new Promise((done, failed) => {
    stream.once('finish', done);
    // Not `once`: a stream that fails in the middle also reports a lost connection.
    stream.on('error', failed);
    for (const piece of pieces) stream.write(piece);
    stream.end();
  });
}

function cell(value: ColumnValue): string {
  if (typeof value === 'string') return special.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : value;
  if (value === null) return '\\N';
  return value instanceof Date ? utcText(value) : String(value);
}
