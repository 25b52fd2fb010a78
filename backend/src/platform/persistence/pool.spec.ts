import { EventEmitter } from 'node:events';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { SpanStart, Tracing } from '../observability/tracing.js';
import { preparePool } from './pool.js';

describe('statements of a pool', () => {
  const work = new AsyncLocalStorage<string>();
  const told: [string | undefined, string, string | null][] = [];
  const tracing: Tracing = {
    trustsTraceparent: false,
    open: ({ name }: SpanStart) => {
      const of = work.getStore();
      return { traceId: 'one', within: (act) => act(), end: (failure) => void told.push([of, name, failure]) };
    },
    current: () => (work.getStore() === undefined ? null : { traceId: 'one', traceparent: '' }),
    end: () => Promise.resolve(),
  };
  type Answer = (...given: unknown[]) => unknown;
  /** A connection whose statements end as they say. */
  const connection = () => ({
    query: (statement: unknown, ...rest: unknown[]): unknown => {
      const error = String((statement as { text?: unknown }).text ?? statement).includes('broken')
        ? Object.assign(new Error('no'), { code: '42601' })
        : null;
      const settled = rest.at(-1);
      if (typeof settled === 'function') return void (settled as Answer)(error, { rows: [] });
      return error ? Promise.reject(error) : Promise.resolve({ rows: [] });
    },
  });
  const waiting: Answer[] = [];
  // `ended`: the metrics of the process, which other suites read, leave this pool out.
  const pool = Object.assign(new EventEmitter(), {
    ended: true,
    connect: (taken?: Answer) => (taken ? void waiting.push(taken) : Promise.resolve()),
  });
  preparePool(pool as unknown as Pool, { name: 'test', tracing });
  const client = connection();
  pool.emit('connect', client);

  it('are told where they are part of something, whichever way they are asked', async () => {
    told.length = 0;
    await client.query('select 1 from users');
    expect(told).toEqual([]);
    await work.run('a', async () => {
      await client.query('select 1 from users');
      await client.query({ text: 'update users set x = $1', values: ['v'] });
      await expect(client.query('delete from broken')).rejects.toThrow('no');
      await new Promise((done) => void client.query('select 1 from signals', [], done));
      await new Promise((done) => void client.query('select 1 from broken', done));
    });
    expect(told).toEqual([
      ['a', 'select users', null],
      ['a', 'update users', null],
      ['a', 'delete broken', '42601'],
      ['a', 'select signals', null],
      ['a', 'select broken', '42601'],
    ]);
  });

  it('leave out what streams', async () => {
    told.length = 0;
    await work.run('a', async () => void (await client.query({ submit: () => undefined, text: 'copy users to stdout' })));
    expect(told).toEqual([]);
  });

  it('belong to the caller that waited for the connection, not to the one that released it', () => {
    const seen: (string | undefined)[] = [];
    work.run('who waited', () => (pool.connect as Answer)(() => seen.push(work.getStore())));
    work.run('who gave it back', () => waiting[0]!());
    expect(seen).toEqual(['who waited']);
  });
});
