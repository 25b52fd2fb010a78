import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { message, rowMessage } from '../../../../../test/support/row-messages.js';
import { RowMessages } from './row-messages.js';
import { Row } from './row.js';

interface Came {
  rows: string[][];
  others: string[];
  rest: number;
}

/** What is made of the bytes when they come in pieces that end at `cuts`. */
function read(sent: Buffer, cuts: readonly number[], cells: number): Came {
  const [rows, others]: [string[][], string[]] = [[], []];
  const row = new Row();
  const messages = new RowMessages(
    (bytes, at) => {
      row.put(bytes, at);
      rows.push(Array.from({ length: cells }, (_, cell) => row.text(cell)));
    },
    (other) => void others.push(other.toString('latin1')),
  );
  let from = 0;
  for (const cut of [...cuts, sent.length]) messages.push(sent.subarray(from, (from = cut)));
  return { rows, others, rest: messages.rest.length };
}

const anyCell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'BTC', '0.00012340', '-1', '\\N', '\t', '\n', '\0', 'é', '💧', 'D\0\0\0'),
);
/** What comes between and behind rows: parse complete, a notice, the end of the command, ready. */
const others = [
  message('1', Buffer.alloc(0)),
  message('N', Buffer.from('SNOTICE\0\0')),
  message('C', Buffer.from('SELECT 7\0')),
  message('Z', Buffer.from('I')),
];

describe('what PostgreSQL sends', () => {
  it('is told apart, whatever rows hold and however it is cut', () => {
    const anySending = fc
      .integer({ min: 1, max: 10 })
      .chain((cells) =>
        fc.tuple(
          fc.constant(cells),
          fc.array(
            fc.oneof(
              { weight: 4, arbitrary: fc.array(anyCell, { minLength: cells, maxLength: cells }) },
              { weight: 1, arbitrary: fc.constantFrom(...others) },
            ),
            { minLength: 1 },
          ),
        ),
      );
    fc.assert(
      fc.property(anySending, fc.array(fc.nat()), ([cells, sending], anyCuts) => {
        const sent = Buffer.concat(sending.map((part) => (Buffer.isBuffer(part) ? part : rowMessage(...part))));
        const cuts = anyCuts.map((cut) => cut % sent.length).toSorted((a, b) => a - b);
        expect(read(sent, cuts, cells)).toEqual({
          rows: sending.filter((part) => !Buffer.isBuffer(part)),
          others: sending.filter((part) => Buffer.isBuffer(part)).map((part) => part.toString('latin1')),
          rest: 0,
        });
      }),
    );
  });

  it('is told apart with a cut at any byte, and in pieces of any size', () => {
    const rows = [
      ['1.5', 'ETH', ''],
      ['', '', ''],
      ['-0.000000000000000001', '💧', 'a longer cell than the others are'],
    ];
    const sent = Buffer.concat([
      others[0]!,
      rowMessage(...rows[0]!),
      rowMessage(...rows[1]!),
      others[1]!,
      rowMessage(...rows[2]!),
      others[2]!,
      others[3]!,
    ]);
    const expected = { rows, others: others.map((other) => other.toString('latin1')), rest: 0 };
    for (const cut of sent.keys()) expect(read(sent, [cut], 3)).toEqual(expected);
    for (let size = 1; size < sent.length; size++) {
      const cuts = Array.from({ length: Math.floor(sent.length / size) }, (_, n) => (n + 1) * size);
      expect(read(sent, cuts, 3)).toEqual(expected);
    }
  });

  it('is kept where its end did not come', () => {
    const sent = Buffer.concat([rowMessage('1', '2'), others[3]!]);
    for (let cut = 0; cut < sent.length; cut++)
      expect(read(sent.subarray(0, cut), [], 2).rest).toBe(cut < rowMessage('1', '2').length ? cut : cut - rowMessage('1', '2').length);
  });
});
