import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WeightBudget } from '../../../src/trading/venues/budget/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { storedUser } from '../users/people.js';
import { storedAccount, storedCursor, storedRun, type StoredAccount } from './stored-accounts.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const OPENED = '2017-07-01T00:00:00.000Z';
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-02-01T00:00:00.000Z';
const T3 = '2026-03-01T00:00:00.000Z';
const NEWEST = '2026-03-02T00:00:00.000Z';

interface Coverage {
  dataset: string;
  completeFrom: string | null;
  completeTo: string | null;
  horizon: string | null;
  gaps: { from: string; to: string; reason: string }[];
  gapCount: number;
  symbols: { done: number; reading: number; gone: string[]; wanted: string[] };
}
type State = Record<string, unknown> & { coverage: Coverage[] };

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;

const get = (path: string, who = admin) => call(api, 'GET', path, undefined, { token: who.token });
const list = async (resource: string, query: Record<string, unknown> = {}) => {
  const response = await get(
    `/admin/${resource}?${new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
    )}`,
  );
  return {
    status: response.statusCode,
    rows: response.statusCode === 200 ? response.json<Record<string, unknown>[]>() : [],
    range: response.headers['content-range'],
  };
};
/** A verified member with an account. */
async function person(account: StoredAccount | null = {}): Promise<{ userId: string; accountId: string }> {
  const { id } = await storedUser(api, { kycStatus: 'approved' });
  return { userId: id, accountId: account ? await storedAccount(api, id, account) : '' };
}
const stateOf = async (userId: string) => (await get(`/admin/members/${userId}`)).json<State>();
/** Deposits and withdrawals read whole, so that a test says only what it is about. */
const capital = async (accountId: string) => {
  for (const dataset of ['deposits', 'withdrawals']) await storedCursor(api, accountId, dataset, { covered: [[OPENED, NEWEST]] });
};

beforeAll(async () => {
  api = await createTestApi();
  [admin, member] = [await signedInAdmin(api), await signedInMember(api)];
});
afterAll(() => api.close());

describe('a member’s sync', () => {
  it('is told whole where everything is here', async () => {
    const began = Date.now();
    const { userId, accountId } = await person();
    await capital(accountId);
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) await storedCursor(api, accountId, 'spot_trades', { symbol, covered: [[OPENED, NEWEST]] });
    const runId = await storedRun(api, accountId, userId, 'done', { warnings: ['one', 'two'] });
    await api.em().execute('update exchange_accounts set unsearched_symbols = 12 where id = ?', [accountId]);
    const { coverage, ...state } = await stateOf(userId);
    expect(state).toMatchObject({
      unsearched: 12,
      id: userId,
      venue: 'binance',
      keyState: 'valid',
      keyHint: '••••••••ab12',
      state: 'current',
      gaps: 0,
      warnings: 2,
      futuresAvailable: true,
      complete: true,
      lastRun: { id: runId, kind: null, state: 'done', error: null },
      lastRunState: 'done',
      lastError: null,
    });
    expect(state['lag']).toBeGreaterThanOrEqual(0);
    expect(state['lag']).toBeLessThanOrEqual((Date.now() - began) / 1000 + 1);
    const whole = { completeFrom: OPENED, completeTo: NEWEST, horizon: null, gaps: [], gapCount: 0 };
    const none = { done: 0, reading: 0, gone: [], wanted: [] };
    expect(coverage).toEqual([
      { dataset: 'spot_trades', ...whole, symbols: { ...none, done: 2 } },
      { dataset: 'deposits', ...whole, symbols: none },
      { dataset: 'withdrawals', ...whole, symbols: none },
    ]);
    // Seconds pass between the two.
    expect((await list('members', { filter: { id: [userId] } })).rows).toEqual([{ ...state, lag: expect.any(Number) }]);
  });

  it('is as complete as its least complete symbol', async () => {
    const { userId, accountId } = await person();
    await capital(accountId);
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    await storedCursor(api, accountId, 'spot_trades', {
      symbol: 'ETHUSDT',
      covered: [
        [OPENED, T1],
        [T2, NEWEST],
      ],
    });
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'ADAUSDT', covered: [[OPENED, T3]] });
    const { coverage, gaps, complete } = await stateOf(userId);
    expect(coverage[0]).toMatchObject({
      completeFrom: OPENED,
      completeTo: T3,
      gapCount: 2,
      gaps: [
        { from: T3, to: NEWEST, reason: 'unread' },
        { from: T1, to: T2, reason: 'unread' },
      ],
    });
    expect({ gaps, complete }).toEqual({ gaps: 2, complete: false });
  });

  it('does not call it a gap that symbols are read one after the other', async () => {
    const { userId, accountId } = await person();
    await capital(accountId);
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'ETHUSDT', covered: [[OPENED, '2026-03-01T23:45:00.000Z']] });
    const { coverage, gaps, complete } = await stateOf(userId);
    expect({ gaps, complete, to: coverage[0]!.completeTo }).toEqual({ gaps: 0, complete: true, to: '2026-03-01T23:45:00.000Z' });
  });

  it('tells what the venue has forgotten, and from where on it tells at all', async () => {
    const { userId, accountId } = await person();
    await capital(accountId);
    await storedCursor(api, accountId, 'futures_trades', {
      symbol: 'BTCUSDT',
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
    });
    const { coverage, gaps, complete } = await stateOf(userId);
    expect(coverage[0]).toMatchObject({
      dataset: 'futures_trades',
      completeFrom: T1,
      horizon: T1,
      gaps: [{ from: T2, to: T3, reason: 'lost' }],
    });
    expect({ gaps, complete }).toEqual({ gaps: 1, complete: false });
  });

  it('of a venue that tells windows of a while back is lost where no window is left to read', async () => {
    const { userId, accountId } = await person({ venue: 'bybit' });
    await storedCursor(api, accountId, 'spot_trades', {
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
    });
    await storedCursor(api, accountId, 'futures_trades', {
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
      state: 'partial',
    });
    expect((await stateOf(userId)).coverage.map(({ gaps }) => gaps)).toEqual([
      [{ from: T2, to: T3, reason: 'lost' }],
      [{ from: T2, to: T3, reason: 'unread' }],
    ]);
  });

  it('tells windows that are not read yet', async () => {
    const { userId, accountId } = await person();
    await storedCursor(api, accountId, 'deposits', { covered: [[T2, NEWEST]], state: 'partial' });
    const { coverage, gaps, complete } = await stateOf(userId);
    expect(coverage).toEqual([
      expect.objectContaining({
        dataset: 'deposits',
        completeFrom: T2,
        completeTo: NEWEST,
        gaps: [{ from: OPENED, to: T2, reason: 'unread' }],
      }),
    ]);
    expect({ gaps, complete }).toEqual({ gaps: 1, complete: false });
  });

  it('names symbols that are gone, and those that people added', async () => {
    const { userId, accountId } = await person();
    await capital(accountId);
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    for (let n = 10; n < 65; n++)
      await storedCursor(api, accountId, 'spot_trades', { symbol: `OLD${n}`, state: 'gone', covered: [[OPENED, T1]] });
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'NEWUSDT', state: 'partial', addedBy: userId });
    await storedCursor(api, accountId, 'spot_trades', { symbol: 'FOUND', state: 'partial' });
    const { coverage, complete } = await stateOf(userId);
    expect(coverage[0]!.symbols).toEqual({
      done: 1,
      reading: 1,
      gone: Array.from({ length: 50 }, (_, i) => `OLD${i + 10}`),
      wanted: ['NEWUSDT'],
    });
    expect(coverage[0]).toMatchObject({ completeFrom: null, completeTo: null, gaps: [{ from: OPENED, to: NEWEST, reason: 'unread' }] });
    expect(complete).toBe(false);
  });

  it('lists fifty gaps and counts them all', async () => {
    const { userId, accountId } = await person();
    const spans = Array.from({ length: 70 }, (_, i): [string, string] => [
      new Date(Date.UTC(2020, i, 1)).toISOString(),
      new Date(Date.UTC(2020, i, 15)).toISOString(),
    ]);
    await storedCursor(api, accountId, 'deposits', { covered: spans });
    const [deposits] = (await stateOf(userId)).coverage;
    expect([deposits!.gaps.length, deposits!.gapCount]).toEqual([50, 70]);
    expect(deposits!.gaps[0]!.to).toBe(spans[69]![0]);
  });

  it.each([
    ['nothing was read', { lastSyncedAt: 'null' }],
    ['not every symbol was asked for', { verified: false }],
    ['the key does not reach futures', { futuresAvailable: false }],
  ] as [string, StoredAccount][])('is not complete while %s', async (_, account) => {
    const { userId, accountId } = await person(account);
    await capital(accountId);
    expect(await stateOf(userId)).toMatchObject({ gaps: 0, complete: false });
  });

  it('is not complete while balances are not explained', async () => {
    const { userId, accountId } = await person();
    await capital(accountId);
    expect((await stateOf(userId))['complete']).toBe(true);
    await api.em().execute('update exchange_accounts set unexplained_since = now() where id = ?', [accountId]);
    expect((await stateOf(userId))['complete']).toBe(false);
  });

  it('counts the warnings of the run that ended last, and shows the one under way', async () => {
    const { userId, accountId } = await person();
    await storedRun(api, accountId, userId, 'done', { warnings: ['a'] });
    await storedRun(api, accountId, userId, 'failed', { warnings: ['a', 'b', 'c'], error: 'The exchange is away' });
    expect(await stateOf(userId)).toMatchObject({ warnings: 3, lastRun: { state: 'failed', error: 'The exchange is away' } });
    await storedRun(api, accountId, userId, 'queued');
    expect(await stateOf(userId)).toMatchObject({ warnings: 3, lastRun: { state: 'queued', error: null } });
  });

  it('says when the balances were read, whatever ran since, and the same at every route', async () => {
    const { userId, accountId } = await person({ lastSyncedAt: 'now()', balancesReadAt: `now() - interval '35 minutes'` });
    await storedRun(api, accountId, userId, 'done', { kind: 'history' });
    const [row] = await api
      .em()
      .execute<{ at: string }[]>('select balances_read_at as at from exchange_accounts where id = ?', [accountId]);
    const at = new Date(row!.at).toISOString();
    const state = await stateOf(userId);
    expect(state).toMatchObject({ lastSyncedAt: at, state: 'behind', lastRun: { kind: 'history', state: 'done' } });
    expect(Number(state['lag'])).toBeGreaterThanOrEqual(35 * 60);
    const answers = await Promise.all(
      [`/wallet/${userId}`, '/admin/dashboard/sync'].map((path) => call(api, 'GET', path, undefined, { token: admin.token })),
    );
    expect(answers[0]!.json<{ syncedAt: string }>().syncedAt).toBe(at);
    const { oldest } = answers[1]!.json<{ data: { oldest: { userId: string; lastSyncedAt: string }[] } }>().data;
    expect(oldest.find((one) => one.userId === userId)?.lastSyncedAt ?? at).toBe(at);
    // Balances of a first sync that has not ended are stored, and not told as a whole yet.
    const first = await person({ lastSyncedAt: 'null', balancesReadAt: 'now()' });
    expect(await stateOf(first.userId)).toMatchObject({ lastSyncedAt: null, lag: null });
  });

  it('of a member without a key is none', async () => {
    const { userId } = await person(null);
    expect(await stateOf(userId)).toMatchObject({
      venue: null,
      keyState: 'none',
      keyHint: null,
      state: 'none',
      lastSyncedAt: null,
      nextSyncAt: null,
      lag: null,
      gaps: 0,
      warnings: 0,
      futuresAvailable: null,
      complete: false,
      lastRun: null,
      totalBalance: null,
      coverage: [],
    });
  });
});

describe('the console’s list of members', () => {
  const mine: Record<string, string> = {};
  const names = ({ rows }: { rows: Record<string, unknown>[] }) =>
    rows.map(({ id }) => Object.keys(mine).find((name) => mine[name] === id)).filter(Boolean);

  beforeAll(async () => {
    mine['fresh'] = (await person()).userId;
    mine['late'] = (await person({ lastSyncedAt: `now() - interval '31 minutes'` })).userId;
    mine['never'] = (await person({ lastSyncedAt: 'null', venue: 'bybit', keyState: 'unchecked' })).userId;
    mine['stopped'] = (await person({ lastSyncedAt: `now() - interval '2 days'`, keyState: 'invalid', venue: 'okx' })).userId;
    mine['keyless'] = (await person(null)).userId;
  });
  const among = (filter: object, more: object = {}) => list('members', { filter: { id: Object.values(mine), ...filter }, ...more });

  it.each([
    [{ state: 'behind' }, ['late', 'never', 'stopped']],
    [{ state: 'current' }, ['fresh']],
    [{ state: 'none' }, ['keyless']],
    [{ keyState: 'none' }, ['keyless']],
    [{ keyState: 'invalid' }, ['stopped']],
    [{ keyState: 'valid' }, ['fresh', 'late']],
    [{ venue: 'bybit' }, ['never']],
    [{ venue: 'binance', state: 'behind' }, ['late']],
  ])('filters by %j', async (filter, expected) => {
    const found = await among(filter, { sort: ['createdDate', 'ASC'] });
    expect(names(found)).toEqual(expected);
    expect(found.range).toBe(`members 0-${expected.length - 1}/${expected.length}`);
    // Counted apart from the rows.
    expect((await among(filter, { range: [0, 0] })).range).toBe(`members 0-0/${expected.length}`);
  });

  it('sorts by lag, members who were never read last', async () => {
    expect(names(await among({}, { sort: ['lag', 'DESC'] })).slice(0, 3)).toEqual(['stopped', 'late', 'fresh']);
    expect(names(await among({}, { sort: ['lag', 'ASC'] })).slice(0, 3)).toEqual(['fresh', 'late', 'stopped']);
  });

  it.each([{ state: 'asleep' }, { keyState: 'x' }, { venue: 'kraken' }, { gaps: 1 }])('refuses %j', async (filter) => {
    expect((await list('members', { filter })).status).toBe(400);
  });
});

describe('sync runs', () => {
  it('tell venue, progress and how long they took, and no steps', async () => {
    const { userId, accountId } = await person({ venue: 'okx' });
    const done = await storedRun(api, accountId, userId, 'done', { trigger: 'demand', kind: 'balances', warnings: ['w'] });
    const open = await storedRun(api, accountId, userId, 'running');
    const { rows } = await list('sync-runs', { filter: { userId }, sort: ['createdAt', 'DESC'] });
    expect(rows.map(({ id }) => id)).toEqual([open, done]);
    expect(rows[1]).toEqual({
      id: done,
      userId,
      venue: 'okx',
      trigger: 'demand',
      kind: 'balances',
      state: 'done',
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      duration: 60,
      progress: { spot_trades: { done: 2, of: 5 } },
      rows: { spot_trades: 3 },
      warnings: ['w'],
      error: null,
    });
    expect(rows[0]!['duration']).toBeGreaterThanOrEqual(90);
    expect((await get(`/admin/sync-runs/${done}`)).json()).toEqual(rows[1]);
    expect((await list('sync-runs', { filter: { userId, trigger: 'demand' } })).rows.map(({ id }) => id)).toEqual([done]);
    expect((await list('sync-runs', { filter: { id: [open] } })).rows.map(({ id }) => id)).toEqual([open]);
    expect((await list('sync-runs', { filter: { trigger: 'x' } })).status).toBe(400);
  });
});

describe('the exchanges’ limits', () => {
  it('are told, closed ones first', async () => {
    const budget = api.app.get(WeightBudget, { strict: false });
    const scope = (name: string, limit: number) => ({ venue: 'binance' as const, name, limit, windowMs: 60_000 });
    const use = async (name: string, limit: number, weight: number) => {
      await budget.take({ scope: scope(name, limit), weight, lane: 'urgent', maxWaitMs: 60_000, aheadMs: 0 });
      budget.answered(scope(name, limit), weight, null);
    };
    await use('api', 6000, 600);
    budget.close('binance', 'api', 600_000);
    // The shared counters hear of a closing in the background, and a window may end at any moment.
    const data = await until('the closed scope and the one in use', async () => {
      await use('fapi', 2400, 1);
      const { data: scopes } = (await get('/admin/exchange-limits')).json<{ data: Record<string, unknown>[] }>();
      return scopes.length === 2 && scopes.some(({ closedUntil }) => closedUntil !== null) ? scopes : null;
    });
    expect(data.map(({ venue, scope: name, closedUntil }) => [venue, name, closedUntil !== null])).toEqual([
      ['binance', 'api', true],
      ['binance', 'fapi', false],
    ]);
    expect(data[1]).toMatchObject({ limit: 2400 });
    expect(data[1]).toMatchObject({ reason: null });
    expect(data[0]).toMatchObject({ reason: 'limit', closedUntil: expect.stringMatching(/Z$/) });
  });

  it('that nobody can tell are a 503', async () => {
    const budget = api.app.get(WeightBudget, { strict: false });
    const status = budget.status.bind(budget);
    budget.status = () => Promise.reject(new Error('no store'));
    const response = await get('/admin/exchange-limits');
    budget.status = status;
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      503,
      'How much of the limits is used cannot be told at the moment',
    ]);
  });
});

describe('the futures journal', () => {
  it('is listed, newest first, and counted by contract', async () => {
    const { userId, accountId } = await person();
    const rows = [
      ['COMMISSION', '1', 'USDT', 'BTCUSDT', '-0.01', '77', T1],
      ['FUNDING_FEE', '2', 'USDT', 'ETHUSDT', '0.5', null, T2],
      ['TRANSFER', '3', 'BNB', '', '10', null, T3],
    ];
    for (const row of rows)
      await api
        .em()
        .execute(
          `insert into futures_income (account_id, kind, tran_id, asset, symbol, amount, trade_id, "time") values (?, ?, ?, ?, ?, ?, ?, ?)`,
          [accountId, ...row],
        );
    await storedCursor(api, accountId, 'futures_income', { covered: [[T1, NEWEST]], horizon: T1 });
    await api.em().execute(`update sync_cursors set row_count = 3 where account_id = ?`, [accountId]);
    const all = await list('futures-income', { filter: { userId } });
    expect(all.rows.map(({ id }) => id)).toEqual([
      `${accountId}:TRANSFER:3:BNB`,
      `${accountId}:FUNDING_FEE:2:USDT`,
      `${accountId}:COMMISSION:1:USDT`,
    ]);
    expect(all.rows[2]).toEqual({
      id: `${accountId}:COMMISSION:1:USDT`,
      userId,
      kind: 'COMMISSION',
      asset: 'USDT',
      amount: '-0.01',
      symbol: 'BTCUSDT',
      tradeId: '77',
      date: T1,
    });
    expect((await list('futures-income', { filter: { userId }, range: [0, 0] })).range).toBe('futures-income 0-0/3');
    expect((await list('futures-income', { filter: { userId, symbol: 'ETHUSDT' }, range: [0, 0] })).range).toBe('futures-income 0-0/1');
  });
});

describe('a list of trades by symbol', () => {
  it('is counted also where the venue tells all symbols together', async () => {
    const { userId, accountId } = await person({ venue: 'bybit' });
    for (const [id, symbol] of [
      ['1', 'AAAUSDT'],
      ['2', 'AAAUSDT'],
      ['3', 'BBBUSDT'],
    ] as const) {
      await api.em().execute(
        `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, "time")
            values (?, ?, ?, true, '1', true, '1', '1', '1', '0', 'BNB', now())`,
        [accountId, symbol, id],
      );
    }
    await storedCursor(api, accountId, 'spot_trades', { covered: [[T1, NEWEST]], horizon: T1 });
    await api.em().execute(`update sync_cursors set row_count = 3 where account_id = ?`, [accountId]);
    expect((await list('spot-trades', { filter: { userId, symbol: 'AAAUSDT' }, range: [0, 0] })).range).toBe('spot-trades 0-0/2');
    expect((await list('spot-trades', { filter: { userId }, range: [0, 0] })).range).toBe('spot-trades 0-0/3');
  });
});

describe('who may look', () => {
  it.each(['members', `members/${NOBODY}`, 'sync-runs', `sync-runs/${NOBODY}`, 'exchange-limits', 'futures-income'])(
    '%s is for admins alone',
    async (path) => {
      expect((await call(api, 'GET', `/admin/${path}`)).statusCode).toBe(401);
      expect((await get(`/admin/${path}`, member)).statusCode).toBe(403);
    },
  );

  it('a member sees their own, verified or not, and an admin has none', async () => {
    expect((await get('/me/sync', member)).json<{ data: State }>().data).toMatchObject({
      state: 'none',
      keyState: 'none',
      complete: false,
      coverage: [],
      lastRun: null,
    });
    const accountId = await storedAccount(api, member.userId);
    await capital(accountId);
    const { data } = (await get('/me/sync', member)).json<{ data: State }>();
    expect(data).toMatchObject({ venue: 'binance', state: 'current', complete: true });
    expect(data.coverage.map(({ dataset }) => dataset)).toEqual(['deposits', 'withdrawals']);
    expect((await get('/me/sync', admin)).statusCode).toBe(403);
    expect((await call(api, 'GET', '/me/sync')).statusCode).toBe(401);
  });
});
