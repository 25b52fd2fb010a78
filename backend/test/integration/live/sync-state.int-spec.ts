import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call } from '../../support/people.js';
import { storedAccount, storedCursor, storedRun, type StoredAccount } from './stored-accounts.js';
import { NEWEST, OPENED, SyncConsole, T1, T2, T3, type SyncState } from './sync-console.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let world: SyncConsole;

beforeAll(async () => {
  world = await SyncConsole.start();
});
afterAll(() => world.stop());

describe('a member’s sync', () => {
  it('is told whole where everything is here', async () => {
    const began = Date.now();
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    for (const symbol of ['BTCUSDT', 'ETHUSDT'])
      await storedCursor(world.api, accountId, 'spot_trades', { symbol, covered: [[OPENED, NEWEST]] });
    const runId = await storedRun(world.api, accountId, userId, 'done', { warnings: ['one', 'two'] });
    await world.api.em().execute('update exchange_accounts set unsearched_symbols = 12 where id = ?', [accountId]);
    const { coverage, ...state } = await world.stateOf(userId);
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
    expect((await world.list('members', { filter: { id: [userId] } })).rows).toEqual([{ ...state, lag: expect.any(Number) }]);
  });

  it('is as complete as its least complete symbol', async () => {
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    await storedCursor(world.api, accountId, 'spot_trades', {
      symbol: 'ETHUSDT',
      covered: [
        [OPENED, T1],
        [T2, NEWEST],
      ],
    });
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'ADAUSDT', covered: [[OPENED, T3]] });
    const { coverage, gaps, complete } = await world.stateOf(userId);
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
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'ETHUSDT', covered: [[OPENED, '2026-03-01T23:45:00.000Z']] });
    const { coverage, gaps, complete } = await world.stateOf(userId);
    expect({ gaps, complete, to: coverage[0]!.completeTo }).toEqual({ gaps: 0, complete: true, to: '2026-03-01T23:45:00.000Z' });
  });

  it('tells what the venue has forgotten, and from where on it tells at all', async () => {
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    await storedCursor(world.api, accountId, 'futures_trades', {
      symbol: 'BTCUSDT',
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
    });
    const { coverage, gaps, complete } = await world.stateOf(userId);
    expect(coverage[0]).toMatchObject({
      dataset: 'futures_trades',
      completeFrom: T1,
      horizon: T1,
      gaps: [{ from: T2, to: T3, reason: 'lost' }],
    });
    expect({ gaps, complete }).toEqual({ gaps: 1, complete: false });
  });

  it('of a venue that tells windows of a while back is lost where no window is left to read', async () => {
    const { userId, accountId } = await world.person({ venue: 'bybit' });
    await storedCursor(world.api, accountId, 'spot_trades', {
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
    });
    await storedCursor(world.api, accountId, 'futures_trades', {
      covered: [
        [T1, T2],
        [T3, NEWEST],
      ],
      horizon: T1,
      state: 'partial',
    });
    expect((await world.stateOf(userId)).coverage.map(({ gaps }) => gaps)).toEqual([
      [{ from: T2, to: T3, reason: 'lost' }],
      [{ from: T2, to: T3, reason: 'unread' }],
    ]);
  });

  it('tells windows that are not read yet', async () => {
    const { userId, accountId } = await world.person();
    await storedCursor(world.api, accountId, 'deposits', { covered: [[T2, NEWEST]], state: 'partial' });
    const { coverage, gaps, complete } = await world.stateOf(userId);
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
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'BTCUSDT', covered: [[OPENED, NEWEST]] });
    for (let n = 10; n < 65; n++)
      await storedCursor(world.api, accountId, 'spot_trades', { symbol: `OLD${n}`, state: 'gone', covered: [[OPENED, T1]] });
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'NEWUSDT', state: 'partial', addedBy: userId });
    await storedCursor(world.api, accountId, 'spot_trades', { symbol: 'FOUND', state: 'partial' });
    const { coverage, complete } = await world.stateOf(userId);
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
    const { userId, accountId } = await world.person();
    const spans = Array.from({ length: 70 }, (_, i): [string, string] => [
      new Date(Date.UTC(2020, i, 1)).toISOString(),
      new Date(Date.UTC(2020, i, 15)).toISOString(),
    ]);
    await storedCursor(world.api, accountId, 'deposits', { covered: spans });
    const [deposits] = (await world.stateOf(userId)).coverage;
    expect([deposits!.gaps.length, deposits!.gapCount]).toEqual([50, 70]);
    expect(deposits!.gaps[0]!.to).toBe(spans[69]![0]);
  });

  it.each([
    ['nothing was read', { lastSyncedAt: 'null' }],
    ['not every symbol was asked for', { verified: false }],
    ['the key does not reach futures', { futuresAvailable: false }],
  ] as [string, StoredAccount][])('is not complete while %s', async (_, account) => {
    const { userId, accountId } = await world.person(account);
    await world.capital(accountId);
    expect(await world.stateOf(userId)).toMatchObject({ gaps: 0, complete: false });
  });

  it('is not complete while balances are not explained', async () => {
    const { userId, accountId } = await world.person();
    await world.capital(accountId);
    expect((await world.stateOf(userId))['complete']).toBe(true);
    await world.api.em().execute('update exchange_accounts set unexplained_since = now() where id = ?', [accountId]);
    expect((await world.stateOf(userId))['complete']).toBe(false);
  });

  it('counts the warnings of the run that ended last, and shows the one under way', async () => {
    const { userId, accountId } = await world.person();
    await storedRun(world.api, accountId, userId, 'done', { warnings: ['a'] });
    await storedRun(world.api, accountId, userId, 'failed', { warnings: ['a', 'b', 'c'], error: 'The exchange is away' });
    expect(await world.stateOf(userId)).toMatchObject({ warnings: 3, lastRun: { state: 'failed', error: 'The exchange is away' } });
    await storedRun(world.api, accountId, userId, 'queued');
    expect(await world.stateOf(userId)).toMatchObject({ warnings: 3, lastRun: { state: 'queued', error: null } });
  });

  it('says when the balances were read, whatever ran since, and the same at every route', async () => {
    const { userId, accountId } = await world.person({ lastSyncedAt: 'now()', balancesReadAt: `now() - interval '35 minutes'` });
    await storedRun(world.api, accountId, userId, 'done', { kind: 'history' });
    const [row] = await world.api
      .em()
      .execute<{ at: string }[]>('select balances_read_at as at from exchange_accounts where id = ?', [accountId]);
    const at = new Date(row!.at).toISOString();
    const state = await world.stateOf(userId);
    expect(state).toMatchObject({ lastSyncedAt: at, state: 'behind', lastRun: { kind: 'history', state: 'done' } });
    expect(Number(state['lag'])).toBeGreaterThanOrEqual(35 * 60);
    const answers = await Promise.all(
      [`/wallet/${userId}`, '/admin/dashboard/sync'].map((path) => call(world.api, 'GET', path, undefined, { token: world.admin.token })),
    );
    expect(answers[0]!.json<{ syncedAt: string }>().syncedAt).toBe(at);
    const { oldest } = answers[1]!.json<{ data: { oldest: { userId: string; lastSyncedAt: string }[] } }>().data;
    expect(oldest.find((one) => one.userId === userId)?.lastSyncedAt ?? at).toBe(at);
    // Balances of a first sync that has not ended are stored, and not told as a whole yet.
    const first = await world.person({ lastSyncedAt: 'null', balancesReadAt: 'now()' });
    expect(await world.stateOf(first.userId)).toMatchObject({ lastSyncedAt: null, lag: null });
  });

  it('of a member without a key is none', async () => {
    const { userId } = await world.person(null);
    expect(await world.stateOf(userId)).toMatchObject({
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

describe('who may look', () => {
  it.each(['members', `members/${NOBODY}`, 'sync-runs', `sync-runs/${NOBODY}`, 'exchange-limits', 'futures-income'])(
    '%s is for admins alone',
    async (path) => {
      expect((await call(world.api, 'GET', `/admin/${path}`)).statusCode).toBe(401);
      expect((await world.get(`/admin/${path}`, world.member)).statusCode).toBe(403);
    },
  );

  it('a member sees their own, verified or not, and an admin has none', async () => {
    expect((await world.get('/me/sync', world.member)).json<{ data: SyncState }>().data).toMatchObject({
      state: 'none',
      keyState: 'none',
      complete: false,
      coverage: [],
      lastRun: null,
    });
    const accountId = await storedAccount(world.api, world.member.userId);
    await world.capital(accountId);
    const { data } = (await world.get('/me/sync', world.member)).json<{ data: SyncState }>();
    expect(data).toMatchObject({ venue: 'binance', state: 'current', complete: true });
    expect(data.coverage.map(({ dataset }) => dataset)).toEqual(['deposits', 'withdrawals']);
    expect((await world.get('/me/sync', world.admin)).statusCode).toBe(403);
    expect((await call(world.api, 'GET', '/me/sync')).statusCode).toBe(401);
  });
});
