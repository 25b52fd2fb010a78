import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowMessage, timeCell } from '../../../../../test/support/row-messages.js';
import { Row } from './row.js';

const HEAD = 5;

function rowOf(...cells: readonly (Buffer | string | null)[]): Row {
  const row = new Row();
  row.put(rowMessage(...cells), HEAD);
  return row;
}

describe('a row', () => {
  it('tells its time to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2250, 0, 1) }), (ms) =>
        expect(rowOf(timeCell(ms)).time()).toBe(ms),
      ),
    );
    expect(rowOf(timeCell(Date.UTC(2000, 0, 1) - 1)).time()).toBe(946_684_799_999);
  });

  it('tells the nearest millisecond of a time between two', () => {
    const at = Date.UTC(2026, 10, 22, 12);
    expect([0, 1, 499, 501, 999].map((micros) => rowOf(timeCell(at, micros)).time() - at)).toEqual([0, 0, 0, 1, 1]);
  });

  it('holds texts and booleans, and where they lie', () => {
    const row = rowOf(timeCell(0), 't', 'f', '', 'Ünïcödé');
    expect([row.isTrue(1), row.isTrue(2), row.text(3), row.text(4)]).toEqual([true, false, '', 'Ünïcödé']);
    expect([row.length(0), row.length(1), row.length(3), row.length(4)]).toEqual([8, 1, 0, 11]);
    expect(row.bytes.subarray(row.start(4), row.end(4)).toString()).toBe('Ünïcödé');
  });

  it('is refused with a NULL in it', () => {
    expect(() => rowOf(timeCell(0), 'BTC', null)).toThrow(new RangeError('cell 2 of a row is NULL'));
  });
});
