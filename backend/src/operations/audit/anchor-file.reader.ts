import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { InvalidInput } from '../../platform/domain/index.js';
import { anchorOfLine, type Anchor } from './audit-anchors.service.js';

/** The anchors of a file, a line at a time: a log of years may be long. Throws InvalidInput for a file that cannot be read. */
export async function* anchorsIn(file: string): AsyncGenerator<Anchor> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      const anchor = anchorOfLine(line);
      if (anchor) yield anchor;
    }
  } catch (error) {
    throw InvalidInput.field('anchors', `${file} cannot be read: ${(error as Error).message}`);
  }
}
