import { expect, it } from '@jest/globals';
import { rowMessage } from '../../../../../test/support/row-messages.js';
import { CellCache } from './cell-cache.js';
import { Row } from './row.js';

it('is made once for each text, whatever their hashes', () => {
  const made: string[] = [];
  const known = new CellCache((text) => made.push(text));
  const row = new Row();
  // "Aa" and "BB" have one hash, and so have all texts made of them.
  const told = ['Aa', 'BB', 'Aa', 'AaAa', 'BBBB', 'AaBB', 'BB', 'A', '', 'AaBB'].map((text) => {
    row.put(rowMessage('before', text, 'behind'), 5);
    return known.of(row, 1);
  });
  expect(made).toEqual(['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'A', '']);
  expect(told).toEqual([1, 2, 1, 3, 4, 5, 2, 6, 7, 5]);
});
