import { expect, jest } from '@jest/globals';
import pg from 'pg';
import type { TestApi } from './test-app.js';

/** Runs `request` and returns the plan of each of its statements whose text matches. Expects at least one. */
export async function plansOf(api: TestApi, matching: RegExp, request: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  await request();
  const statements = (spy.mock.calls as unknown[][]).filter(([text]) => typeof text === 'string' && matching.test(text));
  spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  const pool = (await api.em().getConnection().getNativeClient()) as pg.Pool;
  const plans: string[] = [];
  for (const [text, values] of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${String(text)}`, values as unknown[]);
    plans.push(rows.map((line) => line['QUERY PLAN']).join('\n'));
  }
  return plans;
}
