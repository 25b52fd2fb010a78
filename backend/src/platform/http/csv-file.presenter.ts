import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvHeader, csvLines, type CsvColumn } from './csv.js';

export interface MadeFile {
  /** Holds subject and time, and no personal data. */
  name: string;
  content: Readable;
}

/**
 * Streams rows as a CSV file. The first batch is read before the response starts, so that an early failure is a JSON error and not half a
 * file; a later failure aborts the content, so that no client takes a part for the whole.
 */
export async function csvFile<R>(
  subject: string,
  at: Date,
  columns: readonly CsvColumn<R>[],
  pieces: AsyncGenerator<R[]>,
): Promise<MadeFile> {
  const first = await pieces.next();
  async function* content(): AsyncGenerator<string> {
    yield csvHeader(columns);
    if (!first.done) yield csvLines(columns, first.value);
    for await (const rows of pieces) yield csvLines(columns, rows);
  }
  const moment = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return { name: `tidemark-${subject}-${moment}.csv`, content: Readable.from(content(), { objectMode: false }) };
}

export const csvAnswer = ({ name, content }: MadeFile) =>
  new StreamableFile(content, { type: 'text/csv; charset=utf-8; header=present', disposition: `attachment; filename="${name}"` });
