import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvHeader, csvLines, type CsvColumn } from './csv.js';

export interface MadeFile {
  /** Holds subject and time, and no personal data. */
  name: string;
  content: Readable;
}

/**
 * Streams pieces of text as a file. The first one is read before the response starts, so that an early failure is a JSON error and not half
 * a file; a later failure aborts the content, so that no client takes a part for the whole. The pieces end with the content, also where
 * nobody reads it.
 */
export async function textFile(subject: string, at: Date, ending: string, pieces: AsyncGenerator<string>): Promise<MadeFile> {
  const first = await pieces.next();
  async function* texts(): AsyncGenerator<string> {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  }
  const content = Readable.from(texts(), { objectMode: false });
  content.once('close', () => void pieces.return(undefined).catch(() => undefined));
  const moment = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return { name: `tidemark-${subject}-${moment}.${ending}`, content };
}

/** Streams rows as a CSV file. */
export function csvFile<R>(subject: string, at: Date, columns: readonly CsvColumn<R>[], pieces: AsyncGenerator<R[]>): Promise<MadeFile> {
  async function* texts(): AsyncGenerator<string> {
    let before = csvHeader(columns);
    for await (const rows of pieces) {
      yield before + csvLines(columns, rows);
      before = '';
    }
    if (before !== '') yield before;
  }
  return textFile(subject, at, 'csv', texts());
}

export const csvAnswer = ({ name, content }: MadeFile) =>
  new StreamableFile(content, { type: 'text/csv; charset=utf-8; header=present', disposition: `attachment; filename="${name}"` });
