import { describe, expect, it } from '@jest/globals';
import { batchesOf, linesOf } from './file-copies.js';
import { inOrder, RowCounter } from './tables.sql.js';

const tables = (...names: string[]) => names.map((name) => ({ name, columns: ['id'] }));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe('the order of tables', () => {
  it('puts what is referred to first', () => {
    const links = [
      { from: 'accounts', to: 'users' },
      { from: 'files', to: 'accounts' },
      { from: 'files', to: 'users' },
    ];
    expect(inOrder(tables('accounts', 'files', 'notes', 'users'), links).map(({ name }) => name)).toEqual([
      'notes',
      'users',
      'accounts',
      'files',
    ]);
  });

  it('does not go on for ever where there is none', () => {
    expect(() =>
      inOrder(tables('a', 'b', 'c'), [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ]),
    ).toThrow('in a circle: a, b');
  });
});

describe('the bytes of a table', () => {
  it('are counted by their line feeds, wherever they are cut', () => {
    const counter = new RowCounter();
    for (const piece of ['1\tone', '\n2\ttwo\n', '\n', '3']) counter.see(Buffer.from(piece));
    expect(counter.rows).toBe(3);
  });

  it('are read line by line, and none is lost where the reader begins late', async () => {
    const lines = batchesOf(linesOf(pieces('one\ntw', 'o\n\nfo', 'u', 'r\nno line')), (line) => line);
    await new Promise((resolve) => setImmediate(resolve));
    const all: string[][] = [];
    for await (const batch of lines) all.push(batch);
    expect(all).toEqual([['one', 'two', '', 'four']]);
  });
});
