import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Answer, LogWire } from '../../src/platform/wire/index.js';
import { eventually } from './support/eventually.js';
import { Api, signIn } from './support/member-api.js';
import { ADMIN, startTidemark, type Tidemark } from './support/tidemark.js';

const SCRIPT = resolve(import.meta.dirname, '../../../scripts/verify-log.mjs');
const HISTORY_MS = 540_000;

interface Summary {
  published: number;
  closed: number;
  winRate: { rate: string };
}

let product: Tidemark;
beforeAll(async () => (product = await startTidemark({ env: { SEED_DEMO: 'true' } })), 300_000);
afterAll(async () => {
  await product?.stop();
  product?.discard();
}, 120_000);

const told = async <T>(path: string) => ((await (await fetch(`${product.url}/api/v1${path}`)).json()) as Answer<T>).data;

it(
  'shows a club with a history ten minutes after npm start, whose log verifies',
  async () => {
    const { api } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password);
    // Not over the public routes: those count how often somebody asks.
    await eventually(async () => expect((await api.get('/getsignal?perPage=3')).body).toMatchObject({ data: [{}, {}, {}] }), HISTORY_MS);
    const summary = await told<Summary>('/track-record/summary');
    expect(summary.published).toBe(120);
    expect(summary.closed).toBeGreaterThan(80);
    expect(Number(summary.winRate.rate)).toBeGreaterThan(0.35);
    expect(Number(summary.winRate.rate)).toBeLessThan(0.55);
    await eventually(async () => expect((await told<LogWire>('/log')).head?.size).toBeGreaterThanOrEqual(120), 90_000);
    const verified = await new Promise<{ error: unknown; out: string }>((done) =>
      execFile(process.execPath, [SCRIPT, product.url], (error, out) => done({ error, out })),
    );
    expect(verified).toEqual({ error: null, out: expect.stringContaining('signed heads agree') });
  },
  HISTORY_MS + 120_000,
);
