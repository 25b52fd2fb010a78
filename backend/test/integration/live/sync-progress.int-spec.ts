import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { OwnSandbox, sandboxKey } from '../exchange/own-sandbox.js';
import { listening, LiveClient } from './live-client.js';

interface ToldRun {
  id: string;
  userId: string;
  state: string;
  progress: Record<string, { done: number; of: number }>;
}

interface Coverage {
  dataset: string;
  completeFrom: string | null;
  completeTo: string | null;
  horizon: string | null;
  gaps: { from: string; to: string; reason: string }[];
}

/** The limits of the one that all tests share are used by others too: a run would wait for their next minute. */
let sandbox: OwnSandbox;
let api: TestApi;
let url: string;
let worker: INestApplicationContext;
let admin: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
const clients: LiveClient[] = [];
/** A run may wait for the next minute of a limit. */
const RUN_MS = 150_000;

const subscribed = async (who: SignedIn) => {
  const client = await LiveClient.subscribed(url, who.token);
  clients.push(client);
  return client;
};
const runsOf = (client: LiveClient, runId: string) => (client.events() as unknown as ToldRun[]).filter(({ id }) => id === runId);
const ended = (client: LiveClient, runId: string) =>
  client.told(({ data }) => data?.['id'] === runId && (data['state'] === 'done' || data['state'] === 'failed'), 0, RUN_MS);

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  api = await createTestApi({ EXCHANGE_URL: sandbox.url });
  url = await listening(api);
  worker = await startTestWorker(api.config);
  [admin, member, stranger] = [await signedInAdmin(api), await signedInMember(api), await signedInMember(api)];
  await api.em().execute(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
  const exchange = api.app.get(ExchangeAccountService, { strict: false });
  const key = { venue: 'binance' as const, ...sandboxKey('small', 'read-only', 71) };
  const check = await exchange.checkKey(key);
  await api.em().transactional((tx) => exchange.attachKey(tx, { userId: member.userId, ...key, check }));
}, 180_000);
afterAll(async () => {
  for (const { socket } of clients) socket.terminate();
  await worker.close();
  await api.close();
  await sandbox.stop();
});

describe('a run that a member asked for', () => {
  it(
    'is told to them and to admins from the demand to its end, and to nobody else',
    async () => {
      const [own, boss, other] = [await subscribed(member), await subscribed(admin), await subscribed(stranger)];
      const { runId } = (await call(api, 'POST', '/me/sync', {}, { token: member.token })).json<{ data: { runId: string } }>().data;
      await ended(own, runId);
      await ended(boss, runId);
      const told = runsOf(own, runId);
      expect(told[0]).toEqual({
        id: runId,
        userId: member.userId,
        trigger: 'demand',
        state: 'queued',
        progress: {},
        rows: {},
        warnings: 0,
        error: null,
        startedAt: null,
        finishedAt: null,
      });
      expect(told.map(({ state }) => state)).toContain('running');
      const last = told.at(-1)!;
      const record = (await call(api, 'GET', `/admin/sync-runs/${runId}`, undefined, { token: admin.token })).json<
        Record<string, unknown>
      >();
      expect(last).toEqual({
        id: runId,
        userId: member.userId,
        trigger: 'demand',
        state: 'done',
        progress: record['progress'],
        rows: record['rows'],
        warnings: (record['warnings'] as string[]).length,
        error: null,
        startedAt: record['startedAt'],
        finishedAt: record['finishedAt'],
      });
      expect(Object.values(last.progress).length).toBeGreaterThan(0);
      for (const { done, of } of Object.values(last.progress)) expect(done).toBeLessThanOrEqual(of);
      expect(runsOf(boss, runId)).toEqual(told);
      await other.settled();
      expect(other.events()).toEqual([]);
    },
    2 * RUN_MS,
  );

  it('leaves behind what can be claimed of the account, and what not yet', async () => {
    const { data } = (await call(api, 'GET', '/me/sync', undefined, { token: member.token })).json<{
      data: { coverage: Coverage[]; gaps: number };
    }>();
    expect(data).toMatchObject({
      venue: 'binance',
      keyState: 'valid',
      state: 'current',
      futuresAvailable: true,
      lastRun: { state: 'done', error: null },
    });
    expect(data.coverage.map(({ dataset }) => dataset)).toEqual([
      'spot_trades',
      'futures_trades',
      'futures_income',
      'deposits',
      'withdrawals',
      ...['transfer', 'dust', 'convert', 'dividend'].map((kind) => `movements_${kind}`),
    ]);
    const [spot, futures, income, ...capital] = data.coverage;
    expect(spot).toMatchObject({ completeFrom: '2017-07-01T00:00:00.000Z', horizon: null, gaps: [] });
    for (const list of [futures!, income!]) expect(list).toMatchObject({ completeFrom: list.horizon, gaps: [] });
    for (const { completeFrom, completeTo, gaps } of data.coverage) {
      expect(new Date(completeTo!).getTime()).toBeGreaterThan(Date.now() - 3600_000);
      expect(gaps.every(({ to, reason }) => to === completeFrom && reason === 'unread')).toBe(true);
    }
    // Years before the first deposit are read by the runs that follow.
    expect(data.gaps).toBe(capital.reduce((sum, { gaps }) => sum + gaps.length, 0));
  });
});
