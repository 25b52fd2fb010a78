import { RequestContext } from '@mikro-orm/core';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountSync, ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import { SyncDueHandler } from '../../../src/trading/sync/sync-due.handler.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import type { ExchangeDouble } from './exchange-double.js';
import { KEY, startOtherVenue } from './other-venue.js';

const ROUTES = ['wallet', 'open_trade', 'open_position', 'trade_history', 'spot_trade', 'deposit_history', 'withdraw_history'] as const;
const RESOURCES = ['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances'] as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let double: ExchangeDouble;
let api: TestApi;
let worker: INestApplicationContext;
let admin: SignedIn;
let member: SignedIn;
let stranger: SignedIn;

const get = (path: string, who?: SignedIn) => call(api, 'GET', path, undefined, who ? { token: who.token } : {});
const inJson = (query: Record<string, unknown>) =>
  Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
const list = (resource: string, query: Record<string, unknown> = {}) =>
  get(`/admin/${resource}?${new URLSearchParams(inJson(query))}`, admin);
const ofMember = (more: Record<string, unknown> = {}) => ({ filter: { userId: member.userId, ...more } });

const finishedRun = (runId: string) =>
  until('end of the run', async () => {
    const run = (await get(`/admin/sync-runs/${runId}`, admin)).json<{
      state: string;
      rows: Record<string, number>;
      error: string | null;
    }>();
    return run.state === 'done' || run.state === 'failed' ? run : null;
  });

beforeAll(async () => {
  double = await startOtherVenue();
  // It has the lists of wallet movements, and nothing in them.
  for (const path of double.missing) if (path.startsWith('/sapi/')) double.missing.delete(path);
  // A trade of the first days: the first run reads deposits and withdrawals back to it.
  double.accounts[0]!.spot!['HHHGGG']![0]!.time = Date.UTC(2017, 6, 15);
  api = await createTestApi({ EXCHANGE_URL: double.url });
  worker = await startTestWorker(api.config);
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  stranger = await signedInMember(api, 'hedge fund');
  await api.em().execute(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
  const exchange = api.app.get(ExchangeAccountService, { strict: false });
  const check = await exchange.checkKey({ venue: 'binance', ...KEY });
  const runId = await api.em().transactional(async (tx) => {
    await exchange.attachKey(tx, { userId: member.userId, venue: 'binance', ...KEY, check });
    return api.app.get(AccountSync, { strict: false }).request(tx, member.userId, 'approval');
  });
  const { state, error } = await finishedRun(runId!);
  if (state !== 'done') throw new Error(`the account was not read: ${error}`);
}, 180_000);

afterAll(async () => {
  await worker.close();
  await api.close();
  await double.stop();
});

describe('the seven routes', () => {
  it.each(ROUTES)('%s is for admins and for its member', async (route) => {
    expect((await get(`/${route}/${member.userId}`)).statusCode).toBe(401);
    expect((await get(`/${route}/${member.userId}`, stranger)).statusCode).toBe(403);
    for (const who of [admin, member]) {
      const response = await get(`/${route}/${member.userId}`, who);
      expect(response.statusCode).toBe(200);
      expect(response.json<{ data: unknown[] }>().data.length).toBeGreaterThan(0);
      expect(Number(response.headers['x-total-count'])).toBeGreaterThan(0);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(ROUTES)('%s of nobody is a 404, and of a member without a key an empty list', async (route) => {
    expect((await get(`/${route}/${NOBODY}`, admin)).statusCode).toBe(404);
    expect((await get(`/${route}/not-an-id`, admin)).statusCode).toBe(404);
    const empty = await get(`/${route}/${stranger.userId}`, stranger);
    expect(empty.json()).toMatchObject({ data: [] });
    expect(empty.headers['x-total-count']).toBe('0');
  });

  it('wallet tells wallets, their exact sum, coins with their worth, and when that was', async () => {
    const { message, ...wallet } = (await get(`/wallet/${member.userId}`, member)).json<Record<string, unknown>>();
    expect(message).toEqual(expect.any(String));
    expect(wallet).toEqual({
      data: [
        { walletName: 'Spot', balance: '12345678.123456789012345678' },
        { walletName: 'Funding', balance: '0.00' },
      ],
      total_balance: '12345678.123456789012345678',
      syncedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      assets: [
        { coin: 'UUU', free: '100.00', locked: '0', value: '50' },
        { coin: 'AAA', free: '1.50000000', locked: '0.25000000', value: '3.5' },
      ],
    });
  });

  it('wallet says that nothing was read yet', async () => {
    expect((await get(`/wallet/${stranger.userId}`, stranger)).json()).toMatchObject({
      data: [],
      total_balance: '0',
      syncedAt: null,
      assets: [],
    });
  });

  it('the others tell exactly the fields of the contract', async () => {
    const first = async (route: string) =>
      (await get(`/${route}/${member.userId}?page=1&perPage=1`, admin)).json<{ data: Record<string, unknown>[] }>().data;
    expect(await first('spot_trade')).toEqual([
      {
        symbol: expect.any(String),
        price: '0.00012345',
        qty: '10.50000000',
        quoteQty: '0.00129623',
        date: expect.stringMatching(/Z$/),
        side: 'BUY',
        fee: '0.01050000',
        feeAsset: 'FFF',
      },
    ]);
    expect(await first('trade_history')).toEqual([
      {
        symbol: 'AAAUUU',
        price: '1.2300',
        qty: '7',
        quoteQty: '8.61',
        positionSide: 'BOTH',
        side: 'BUY',
        realizedPnl: '-0.00100000',
        date: expect.any(String),
      },
    ]);
    expect(await first('open_trade')).toEqual([
      {
        symbol: 'BBBUUU',
        price: '0.5',
        orig_qty: '10',
        executed_qty: '0',
        orig_type: 'LIMIT',
        position_side: 'BOTH',
        side: 'BUY',
        stop_price: '0',
        type: 'LIMIT',
        working_type: 'CONTRACT_PRICE',
        date: expect.any(String),
      },
    ]);
    expect(await first('open_position')).toEqual([
      {
        symbol: 'AAAUUU',
        entryPrice: '64983.68409777',
        breakEvenPrice: '64944.69388732',
        initialMargin: '82.90',
        leverage: '7',
        liquidationPrice: '0',
        marginAsset: 'UUU',
        markPrice: '63994.99948109',
        positionAmt: '-0.018',
        positionSide: 'BOTH',
        unRealizedProfit: '17.79632311',
        positionInitial_margin: '57.59549953',
        updateDate: expect.any(String),
      },
    ]);
    expect(await first('deposit_history')).toEqual([
      { coin: 'UUU', network: 'NET', amount: '3', walletType: '1', insertTime: expect.any(String), txId: '', status: '0' },
    ]);
    expect(await first('withdraw_history')).toEqual([
      {
        coin: 'BBB',
        network: 'NET',
        amount: '2.5',
        transactionFee: '0.0001',
        walletType: '0',
        applyTime: '2019-10-12T11:12:02.000Z',
        txId: 't',
        status: '6',
      },
    ]);
  });

  it('page without gap or overlap, newest first', async () => {
    const dates: string[] = [];
    let total = Infinity;
    for (let page = 1; dates.length < total; page++) {
      const response = await get(`/spot_trade/${member.userId}?page=${page}&perPage=700`, member);
      total = Number(response.headers['x-total-count']);
      const rows = response.json<{ data: { date: string }[] }>().data;
      expect(rows.length).toBeGreaterThan(0);
      dates.push(...rows.map(({ date }) => date));
    }
    expect(total).toBe(2036);
    expect(dates).toHaveLength(2036);
    expect(dates).toEqual([...dates].sort().reverse());
    const beyond = await get(`/spot_trade/${member.userId}?page=99&perPage=700`, member);
    expect({ rows: beyond.json<{ data: unknown[] }>().data, total: beyond.headers['x-total-count'] }).toEqual({ rows: [], total: '2036' });
  });

  it.each(['page=0', 'page=x', 'perPage=0', 'perPage=100000', 'perPage=1.5'])('refuse %s by name', async (query) => {
    const response = await get(`/spot_trade/${member.userId}?${query}`, member);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe(query.split('=')[0]);
  });
});

describe('the console’s resources', () => {
  it.each([...RESOURCES, 'members', 'sync-runs'])('%s is for admins alone', async (resource) => {
    expect((await get(`/admin/${resource}`)).statusCode).toBe(401);
    expect((await get(`/admin/${resource}`, member)).statusCode).toBe(403);
  });

  it.each(RESOURCES)('%s lists one member’s rows with ids of their own and the true total', async (resource) => {
    const response = await list(resource, { ...ofMember(), range: [0, 4] });
    const rows = response.json<{ id: string; userId: string }[]>();
    expect(response.statusCode).toBe(200);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.every(({ userId }) => userId === member.userId)).toBe(true);
    expect(response.headers['content-range']).toMatch(new RegExp(`^${resource} 0-${rows.length - 1}/\\d+$`));
  });

  it.each(RESOURCES)('%s refuses unknown sorts and filters, and a list of everybody', async (resource) => {
    const cases: [Record<string, unknown>, string][] = [
      [{ ...ofMember(), sort: ['account_id', 'ASC'] }, 'sort'],
      [{ ...ofMember(), sort: ['id', 'SIDEWAYS'] }, 'sort.1'],
      [ofMember({ account_id: 'x' }), 'filter.account_id'],
      [
        ofMember({ [resource.match(/trades|futures/) ? 'coin' : 'symbol']: 'UUU' }),
        `filter.${resource.match(/trades|futures/) ? 'coin' : 'symbol'}`,
      ],
      [{}, 'filter.userId'],
      [{ filter: { userId: 'x' } }, 'filter.userId'],
      [{ ...ofMember(), range: [5, 2] }, 'range'],
    ];
    for (const [query, field] of cases) {
      const response = await list(resource, query);
      expect(response.statusCode).toBe(400);
      expect(response.json<{ errors: { field: string }[] }>().errors[0]!.field.split('.')[0]).toBe(field.split('.')[0]);
    }
  });

  it('filter by symbol and coin, and sort both ways', async () => {
    const one = await list('spot-trades', ofMember({ symbol: 'HHHGGG' }));
    expect(one.headers['content-range']).toBe('spot-trades 0-1/2');
    expect((await list('spot-trades', { ...ofMember({ symbol: 'AAAUUU' }), range: [0, 0] })).headers['content-range']).toBe(
      'spot-trades 0-0/2030',
    );
    expect((await list('deposits', ofMember({ coin: 'OLD' }))).json()).toHaveLength(1);
    const ids = async (order: 'ASC' | 'DESC') =>
      (await list('spot-trades', { ...ofMember({ symbol: 'HHHGGG' }), sort: ['date', order] }))
        .json<{ id: string }[]>()
        .map(({ id }) => id);
    expect(await ids('ASC')).toEqual((await ids('DESC')).reverse());
  });

  it('tell members with the state of their sync', async () => {
    const response = await list('members');
    expect(response.headers['content-range']).toBe('members 0-0/1');
    const expected = {
      id: member.userId,
      fullName: 'Ann Walker',
      email: member.email,
      userType: 'trade club',
      createdDate: expect.any(String),
      venue: 'binance',
      keyState: 'valid',
      keyHint: '••••••••ey-1',
      keyRefusedAt: null,
      restricted: false,
      state: 'current',
      lastSyncedAt: expect.any(String),
      nextSyncAt: expect.any(String),
      lag: expect.any(Number),
      gaps: expect.any(Number),
      warnings: 1,
      futuresAvailable: true,
      unsearched: 0,
      complete: expect.any(Boolean),
      lastRun: { id: expect.any(String), kind: 'full', state: 'done', error: null },
      lastRunState: 'done',
      lastError: null,
      totalBalance: '12345678.123456789012345678',
    };
    expect(response.json()).toEqual([expected]);
    expect((await get(`/admin/members/${member.userId}`, admin)).json()).toEqual({ ...expected, coverage: expect.any(Array) });
    expect((await get(`/admin/members/${stranger.userId}`, admin)).statusCode).toBe(404);
    expect((await list('members', { filter: { q: 'walk' }, sort: ['lastSyncedAt', 'DESC'] })).json()).toHaveLength(1);
    expect((await list('members', { filter: { q: '%' } })).json()).toHaveLength(0);
    expect((await list('members', { sort: ['password_hash', 'ASC'] })).statusCode).toBe(400);
  });

  it('tell runs, and one run', async () => {
    const runs = (await list('sync-runs', { filter: { userId: member.userId, state: 'done' }, sort: ['startedAt', 'DESC'] })).json<
      { id: string }[]
    >();
    expect(runs[0]).toMatchObject({
      userId: member.userId,
      trigger: 'approval',
      state: 'done',
      error: null,
      warnings: ['The exchange does not tell conditional orders'],
    });
    expect((await get(`/admin/sync-runs/${runs[0]!.id}`, admin)).json()).toEqual(runs[0]);
    expect((await get(`/admin/sync-runs/${NOBODY}`, admin)).statusCode).toBe(404);
    expect((await list('sync-runs', { filter: { account: 'x' } })).statusCode).toBe(400);
  });
});

describe('an admin’s demand', () => {
  const demand = (userId: string, who: SignedIn) => call(api, 'POST', `/admin/members/${userId}/sync`, {}, { token: who.token });

  it('has the account read, by the worker, and is written down', async () => {
    const response = await demand(member.userId, admin);
    expect(response.statusCode).toBe(202);
    const { runId } = response.json<{ data: { runId: string } }>().data;
    expect(await finishedRun(runId)).toMatchObject({ state: 'done', rows: { spot_trades: 0 } });
    const audited = await api.em().execute(`select actor_id, target_id from audit_events where action = 'exchange.sync'`);
    expect(audited).toEqual([{ actor_id: admin.userId, target_id: member.userId }]);
  });

  it('is for admins, and for members with a usable key', async () => {
    expect((await demand(member.userId, member)).statusCode).toBe(403);
    expect((await demand(NOBODY, admin)).statusCode).toBe(404);
    expect((await demand(stranger.userId, admin)).statusCode).toBe(404);
    await api.em().execute(`update users set kyc_status = 'approved' where id = ?`, [stranger.userId]);
    expect((await demand(stranger.userId, admin)).statusCode).toBe(409);
    await api.em().execute(`update users set kyc_status = null where id = ?`, [stranger.userId]);
  });
});

describe('the schedule', () => {
  it('reads accounts that are due', async () => {
    const due = await api
      .em()
      .execute<{ next: string }[]>(
        `update exchange_accounts set next_sync_at = now() - interval '1 second' where user_id = ? returning next_sync_at as next`,
        [member.userId],
      );
    expect(due).toHaveLength(1);
    const handler = worker.get(SyncDueHandler, { strict: false });
    await RequestContext.create(api.em(), () => handler.handle());
    const run = await until('scheduled run', async () => {
      const rows = (await list('sync-runs', { filter: { userId: member.userId } })).json<{ trigger: string; state: string }[]>();
      return rows.find(({ trigger, state }) => trigger === 'schedule' && state === 'done') ?? null;
    });
    expect(run.state).toBe('done');
    const [account] = await api
      .em()
      .execute<{ later: boolean }[]>('select next_sync_at > now() as later from exchange_accounts where user_id = ?', [member.userId]);
    expect(account!.later).toBe(true);
  });

  it('goes on with a run that nobody works on', async () => {
    const [account] = await api.em().execute<{ id: string }[]>('select id from exchange_accounts where user_id = ?', [member.userId]);
    const runId = '01900000-0000-7000-8000-000000000001';
    await api.em().execute(
      `insert into sync_runs (id, account_id, user_id, trigger, state, progress_at) values (?, ?, ?, 'demand', 'running', now() -
          interval '5 minutes')`,
      [runId, account!.id, member.userId],
    );
    await RequestContext.create(api.em(), () => worker.get(SyncDueHandler, { strict: false }).handle());
    expect(await finishedRun(runId)).toMatchObject({ state: 'done' });
  });
});
