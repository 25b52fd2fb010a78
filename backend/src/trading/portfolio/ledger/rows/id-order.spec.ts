import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowMessage, timeCell } from '../../../../../test/support/row-messages.js';
import { IdOrder } from './id-order.js';
import { RowMessages } from './row-messages.js';

interface Fill {
  time: number;
  id: string;
}

const asTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The fills as they are handed over when the index tells them, each byte by itself. */
function handedOver(fills: readonly Fill[]): Fill[] {
  const told: Fill[] = [];
  const order = new IdOrder((time, row) => void told.push({ time, id: row.text(1) }));
  const messages = new RowMessages(
    (bytes, at) => {
      const row = order.next();
      row.put(bytes, at);
      order.take(row);
    },
    () => undefined,
  );
  const indexed = fills.toSorted((a, b) => a.time - b.time || asTexts(a.id, b.id));
  for (const byte of Buffer.concat(indexed.map(({ time, id }) => rowMessage(timeCell(time), id)))) messages.push(Buffer.of(byte));
  order.flush();
  return told;
}

describe('fills of one millisecond', () => {
  it('come in the order of their numbers, and all others in the order of time', () => {
    const anyFill = fc.record({ time: fc.integer({ min: 0, max: 6 }), id: fc.bigInt({ min: 0n, max: 1_500n }).map(String) });
    fc.assert(
      fc.property(fc.uniqueArray(anyFill, { selector: ({ time, id }) => `${time} ${id}`, maxLength: 60 }), (fills) => {
        expect(handedOver(fills)).toEqual(fills.toSorted((a, b) => a.time - b.time || Number(a.id) - Number(b.id)));
      }),
    );
  });

  it('come by the length of their ids, where these are no numbers', () => {
    const ids = ['ff', 'a', '10', `${'0'.repeat(120)}b`, `${'0'.repeat(120)}a`];
    expect(handedOver(ids.map((id) => ({ time: 5, id }))).map(({ id }) => id)).toEqual([
      'a',
      '10',
      'ff',
      `${'0'.repeat(120)}a`,
      `${'0'.repeat(120)}b`,
    ]);
  });

  it('are none where none came', () => {
    expect(handedOver([])).toEqual([]);
  });
});
