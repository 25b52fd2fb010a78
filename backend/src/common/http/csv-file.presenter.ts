import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvHeader, csvLines, type CsvColumn } from './csv.js';

export interface MadeFile {
  /** Says what and when, and nothing about whose. */
  name: string;
  content: Readable;
}

/**
 * A file of every row that `pieces` gives, read while it is sent. The first piece is read before anything is answered, so that what fails at once is said in words
 * and not by half a file; where a later one fails the content ends in an error, so that nobody takes a part for the whole.
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
