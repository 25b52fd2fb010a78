import { expect, it } from '@jest/globals';
import { evenSample, repeatedIds, select, selectByIds } from '../../../../scripts/lib/mutation/select.mjs';

const entries = ['T6.1', 'T6.2', 'T6.10', 'T60.1', 'W1.1', 'no-idempotency'].map((id) => ({ id }));
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

it.each([
  [[], ids(entries)],
  [['T6.1'], ['T6.1']],
  [['T6.10'], ['T6.10']],
  [['T6'], ['T6.1', 'T6.2', 'T6.10']],
  [
    ['W1', 'T6.2', 'T6'],
    ['T6.1', 'T6.2', 'T6.10', 'W1.1'],
  ],
  [['no-idempotency'], ['no-idempotency']],
])('selects for %j the entries %j', (words, expected) => {
  expect(ids(selectByIds(entries, words))).toEqual(expected);
});

it.each([[['T6.3']], [['T']], [['T6.']], [['no-']], [['T6.1', 'T7']]])('refuses %j, of which a word names nothing', (words) => {
  expect(() => selectByIds(entries, words)).toThrow(/^No entry has the id /);
});

it('samples evenly, and the same each time', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  expect(evenSample(numbers, 4)).toEqual([12, 37, 62, 87]);
  expect(evenSample(numbers, 4)).toEqual(evenSample(numbers, 4));
  expect(evenSample(numbers, 100)).toEqual(numbers);
  expect(evenSample(numbers, 1000)).toEqual(numbers);
});

it('reads a sample from the command line, of all or of some', () => {
  expect(select(entries, ['--sample', '2'])).toHaveLength(2);
  expect(ids(select(entries, ['T6', '--sample', '1']))).toEqual(['T6.2']);
});

it.each([[['--sample']], [['--sample', '0']], [['--sample', 'T6']]])('refuses %j', (args) => {
  expect(() => select(entries, args)).toThrow('--sample needs a number of entries');
});

it('tells ids that are given twice', () => {
  expect(repeatedIds([...entries, { id: 'T6.2' }])).toEqual(['T6.2']);
  expect(repeatedIds(entries)).toEqual([]);
});
