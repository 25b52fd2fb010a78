import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CopyParser, type RowTaker } from './copy-parser.js';

/**
 * Hands over every row of a query, as bytes. COPY costs two thirds of what rows as objects do (performance.md section 4), and takes no
 * parameters: values have to stand in `query` as literals (`literal`).
 */
export async function copyRows(client: PoolClient, query: string, taker: RowTaker): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`));
  const parser = new CopyParser(taker);
  stream.on('data', (chunk: Buffer) => parser.push(chunk));
  await finished(stream);
}

/** A text of ours in a query: identifiers and times, never a person's. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
