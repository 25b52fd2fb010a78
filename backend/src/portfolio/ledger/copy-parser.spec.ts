import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CopyParser, eachRow, Known, Row } from './copy-parser.js';

/** As PostgreSQL writes a text in COPY's text format. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\b', '\\b').replaceAll('\f', '\\f').replaceAll('\v', '\\v');

function rowsOf(sent: Buffer, pieces: readonly number[], cells: number): string[][] {
  const rows: string[][] = [];
  const parser = new CopyParser(eachRow((row) => void rows.push(Array.from({ length: cells }, (_, cell) => row.text(cell)))));
  let from = 0;
  for (const piece of pieces) {
    parser.push(sent.subarray(from, (from += piece)));
  }
  parser.push(sent.subarray(from));
  return rows;
}

describe('rows of COPY', () => {
  it('are what they were, whatever they hold and however they are cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }).chain((cells) => fc.array(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', '\v', '\f', '\b', 'N', 'é', '💧') })), { minLength: cells, maxLength: cells }), { minLength: 1 })),
        fc.array(fc.integer({ min: 0, max: 40 })),
        (rows, pieces) => {
          const sent = Buffer.from(rows.map((row) => `${row.map(escaped).join('\t')}\n`).join(''));
          expect(rowsOf(sent, pieces, rows[0]!.length)).toEqual(rows);
        },
      ),
    );
  });

  it('tell NULL as PostgreSQL does', () => {
    expect(rowsOf(Buffer.from('\\N\t1\n'), [], 2)).toEqual([['\\N', '1']]);
  });

  it('hold whole numbers and booleans', () => {
    const seen: unknown[] = [];
    const parser = new CopyParser(eachRow((row) => void seen.push(row.integer(0), row.integer(1), row.isTrue(2), row.isTrue(3))));
    parser.push(Buffer.from('179533154114706\t-12\tt\tf\n'));
    expect(seen).toEqual([179_533_154_114_706, -12, true, false]);
  });

  it('may be kept while others come', () => {
    const kept: Row[] = [];
    const parser = new CopyParser({ next: () => new Row(), take: (row) => void kept.push(row) });
    for (const byte of Buffer.from('a\t1\nb\t2\nc\t3\n')) parser.push(Buffer.of(byte));
    expect(kept.map((row) => row.text(0) + row.text(1))).toEqual(['a1', 'b2', 'c3']);
  });
});

describe('what is known by its bytes', () => {
  it('is made once for each text, whatever their hashes', () => {
    const made: string[] = [];
    const known = new Known((text) => made.push(text));
    const told: number[] = [];
    const parser = new CopyParser(eachRow((row) => void told.push(known.of(row, 0))));
    // "Aa" and "BB" have one hash, and so have all texts made of them.
    parser.push(Buffer.from('Aa\nBB\nAa\nAaAa\nBBBB\nAaBB\nBB\nA\n\nAaBB\n'));
    expect(made).toEqual(['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'A', '']);
    expect(told).toEqual([1, 2, 1, 3, 4, 5, 2, 6, 7, 5]);
  });
});
