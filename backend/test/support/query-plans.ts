import { expect } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import type { TestApi } from './test-app.js';

type Query = (...given: unknown[]) => unknown;

/** Runs `request` and returns the plan of each of its statements whose text matches. Expects at least one. */
export async function plansOf(api: TestApi, matching: RegExp, request: () => Promise<unknown>): Promise<string[]> {
  const pool = (await api.em().getConnection().getNativeClient()) as Pool;
  const statements: { text: string; values: unknown[] }[] = [];
  const queries = new Map<PoolClient, Query>();
  // The product replaces `query` of each client, so that a spy on the prototype would see nothing.
  const record = (client: PoolClient) => {
    if (queries.has(client)) return;
    const query = client.query as Query;
    queries.set(client, query);
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && matching.test(text)) statements.push({ text, values: values as unknown[] });
      return query.call(client, text, values, ...rest);
    }) as typeof client.query;
  };
  pool.on('acquire', record);
  try {
    await request();
  } finally {
    pool.off('acquire', record);
    for (const [client, query] of queries) client.query = query as typeof client.query;
  }
  expect(statements.length).toBeGreaterThan(0);
  const plans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    plans.push(rows.map((line) => line['QUERY PLAN']).join('\n'));
  }
  return plans;
}
