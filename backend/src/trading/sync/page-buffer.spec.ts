import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Table } from '../history/index.js';
import type { CursorUpdate } from './cursor-update.js';
import type { LedgerWriter } from './ledger.writer.js';
import { PageBuffer } from './page-buffer.js';

const table = { name: 'spot_trades' } as Table<number>;
const move = (more: Partial<CursorUpdate> = {}): CursorUpdate => ({
  dataset: 'spot_trades',
  symbol: 'AU',
  state: 'partial',
  passStartedAt: new Date(0),
  ...more,
});
const page = (n: number) => Array.from({ length: n }, (_, i) => i);

function buffered({ failing = false, maxAgeMs = 60_000 } = {}) {
  const writes: { rows: number; move: CursorUpdate }[] = [];
  let added = 0;
  const writer = {
    add: (_: unknown, rows: number[], moved: CursorUpdate) => {
      if (failing) return Promise.reject(new Error('the database is away'));
      writes.push({ rows: rows.length, move: moved });
      return Promise.resolve(rows.length);
    },
  } as unknown as LedgerWriter;
  return { writes, added: () => added, buffer: new PageBuffer(writer, table, (n) => (added += n), maxAgeMs) };
}

describe('pages on their way into the ledger', () => {
  afterEach(() => void jest.useRealTimers());

  it('are written ten at a time, and what is left with the last', async () => {
    const { buffer, writes, added } = buffered();
    for (let i = 1; i <= 12; i++) await buffer.push(page(1000), move({ cursor: String(i) }));
    await buffer.push(page(30), move({ cursor: '13', state: 'complete', passStartedAt: null }));
    expect(writes.map(({ rows, move: { cursor, state } }) => [rows, cursor, state])).toEqual([
      [10_000, '10', 'partial'],
      [2030, '13', 'complete'],
    ]);
    expect(added()).toBe(12_030);
  });

  it('are written one by one where each is the last of its list', async () => {
    const { buffer, writes } = buffered();
    await buffer.push(page(5), move({ state: 'complete' }));
    expect(writes).toHaveLength(1);
  });

  it('keep an id that a later page does not tell', async () => {
    const { buffer, writes } = buffered();
    await buffer.push(page(1000), move({ cursor: '7', resumeId: '6' }));
    await buffer.push([], move({ state: 'complete', cursor: null, resumeId: null }));
    expect(writes[0]!.move).toMatchObject({ cursor: '7', resumeId: '6', state: 'complete' });
  });

  it('do not wait for the next one for ever', async () => {
    jest.useFakeTimers();
    const { buffer, writes } = buffered({ maxAgeMs: 5000 });
    await buffer.push(page(1000), move({ cursor: '1' }));
    await jest.advanceTimersByTimeAsync(4999);
    expect(writes).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(writes).toHaveLength(1);
    await buffer.flush();
    expect(writes).toHaveLength(1);
  });

  it('are written by a flush, and nothing where nothing came', async () => {
    const { buffer, writes } = buffered();
    await buffer.flush();
    await buffer.push(page(1000), move({ cursor: '1' }));
    await buffer.flush();
    expect(writes.map(({ rows }) => rows)).toEqual([1000]);
  });

  it('end with the failure of a write, at once or at the next page', async () => {
    const { buffer } = buffered({ failing: true });
    await expect(buffer.push(page(5), move({ state: 'complete' }))).rejects.toThrow('the database is away');
    await expect(buffer.push(page(5), move())).rejects.toThrow('the database is away');
    await expect(buffer.flush()).rejects.toThrow('the database is away');
  });
});
