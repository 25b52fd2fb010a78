import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedAccount } from './stored-accounts.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;

const post = (path: string, who: SignedIn | null, body: object = {}) => call(api, 'POST', path, body, who ? { token: who.token } : {});
async function verified(account: Parameters<typeof storedAccount>[2] | null = {}): Promise<SignedIn & { accountId: string }> {
  const member = await signedInMember(api);
  await api.em().execute(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
  return { ...member, accountId: account ? await storedAccount(api, member.userId, account) : '' };
}
const runOf = (response: { json<T>(): T }) => response.json<{ data: { runId: string } }>().data.runId;
const endRuns = ({ accountId }: { accountId: string }) =>
  api.em().execute(`update sync_runs set state = 'done' where account_id = ?`, [accountId]);
const audited = (action: string, targetId: string) =>
  api
    .em()
    .execute<Record<string, unknown>[]>(
      'select actor_id, actor_role, detail from audit_events where action = ? and target_id = ? order by at, id',
      [action, targetId],
    );

beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

describe('a demand of a member', () => {
  it('starts a run, and while that is open answers its id', async () => {
    const member = await verified();
    const first = await post('/me/sync', member);
    expect(first.statusCode).toBe(202);
    const runId = runOf(first);
    for (let i = 0; i < 8; i++) expect(runOf(await post('/me/sync', member))).toBe(runId);
    expect(runOf(await post(`/admin/members/${member.userId}/sync`, admin))).toBe(runId);
    expect(await api.em().execute(`select trigger, state, user_id from sync_runs where account_id = ?`, [member.accountId])).toEqual([
      { trigger: 'demand', state: 'queued', user_id: member.userId },
    ]);
    expect((await audited('exchange.sync', member.userId)).map(({ actor_id }) => actor_id)).toEqual([member.userId, admin.userId]);
    await endRuns(member);
    expect(runOf(await post('/me/sync', member))).not.toBe(runId);
  });

  it('made twenty times at once is one run', async () => {
    const member = await verified();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? post(`/admin/members/${member.userId}/sync`, admin) : post('/me/sync', member))),
    );
    const ids = answers.filter(({ statusCode }) => statusCode === 202).map(runOf);
    expect(new Set(ids).size).toBe(1);
    expect(await api.em().execute(`select 1 from sync_runs where account_id = ?`, [member.accountId])).toHaveLength(1);
  });

  it('starts six runs an hour', async () => {
    const member = await verified();
    for (let i = 0; i < 6; i++) {
      expect((await post('/me/sync', member)).statusCode).toBe(202);
      await endRuns(member);
    }
    const seventh = await post('/me/sync', member);
    expect(seventh.statusCode).toBe(429);
    expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post(`/admin/members/${member.userId}/sync`, admin)).statusCode).toBe(202);
  });

  it('needs a verified member with a usable key', async () => {
    const newcomer = await signedInMember(api);
    await storedAccount(api, newcomer.userId);
    const cases: [SignedIn | null, number][] = [
      [null, 401],
      [admin, 403],
      [newcomer, 409],
      [await verified(null), 409],
      [await verified({ keyState: 'invalid' }), 409],
      [await verified({ keyState: 'too_powerful' }), 409],
    ];
    for (const [who, status] of cases) expect((await post('/me/sync', who)).statusCode).toBe(status);
    expect(await api.em().execute('select 1 from sync_runs where user_id = ?', [newcomer.userId])).toEqual([]);
  });
});

describe('a symbol added by hand', () => {
  const cursors = ({ accountId }: { accountId: string }) =>
    api
      .em()
      .execute<Record<string, unknown>[]>(
        'select dataset, symbol, state, covered::text, added_by from sync_cursors where account_id = ? order by dataset, symbol',
        [accountId],
      );

  it('waits for the next run, whoever adds it, and again is the same', async () => {
    const member = await verified();
    for (let i = 0; i < 2; i++) {
      const own = await post('/me/sync/symbols', member, { market: 'spot', symbol: ' btcusdt ' });
      expect([own.statusCode, own.json<{ data: object }>().data]).toEqual([201, { market: 'spot', symbol: 'BTCUSDT' }]);
    }
    expect(
      (await post(`/admin/members/${member.userId}/symbols`, admin, { market: 'futures', symbol: 'BTC-USDT_260327' })).statusCode,
    ).toBe(201);
    expect(await cursors(member)).toEqual([
      { dataset: 'futures_trades', symbol: 'BTC-USDT_260327', state: 'partial', covered: '{}', added_by: admin.userId },
      { dataset: 'spot_trades', symbol: 'BTCUSDT', state: 'partial', covered: '{}', added_by: member.userId },
    ]);
    expect(await audited('exchange.add-symbol', member.userId)).toEqual([
      expect.objectContaining({ actor_id: member.userId, actor_role: 'trade club', detail: { market: 'spot', symbol: 'BTCUSDT' } }),
      expect.objectContaining({ actor_id: member.userId }),
      expect.objectContaining({ actor_id: admin.userId, actor_role: 'admin' }),
    ]);
  });

  it('is not needed where the exchange tells all symbols together', async () => {
    const member = await verified({ venue: 'okx' });
    const response = await post('/me/sync/symbols', member, { market: 'spot', symbol: 'BTC-USDT' });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      'This exchange reports the trades of every symbol, so you do not need to add any',
    ]);
    expect(await cursors(member)).toEqual([]);
  });

  it('leaves a symbol that is read already as it is', async () => {
    const member = await verified();
    await api.em().execute(
      `insert into sync_cursors (account_id, dataset, symbol, state, cursor, row_count)
          values (?, 'spot_trades', 'ETHUSDT', 'complete', '77', 5)`,
      [member.accountId],
    );
    expect((await post('/me/sync/symbols', member, { market: 'spot', symbol: 'ETHUSDT' })).statusCode).toBe(201);
    expect(await cursors(member)).toEqual([
      { dataset: 'spot_trades', symbol: 'ETHUSDT', state: 'complete', covered: '{}', added_by: null },
    ]);
  });

  it('is one of fifty', async () => {
    const member = await verified();
    await api.em().execute(
      `insert into sync_cursors (account_id, dataset, symbol, state, row_count) select ?, 'spot_trades', 'FOUND' || n, 'partial', 0
          from generate_series(1, 60) n`,
      [member.accountId],
    );
    await api.em().execute(
      `insert into sync_cursors (account_id, dataset, symbol, state, added_by, row_count)
          select ?, 'spot_trades', 'S' || n, 'partial', ?, 0 from generate_series(1, 45) n`,
      [member.accountId, member.userId],
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post('/me/sync/symbols', member, { market: 'futures', symbol: `NEW${i}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 5 }, () => 409),
    ]);
    expect((await post('/me/sync/symbols', member, { market: 'spot', symbol: 'S1' })).statusCode).toBe(201);
  });

  it.each([
    [{}, ['market', 'symbol']],
    [{ market: 'margin', symbol: 'BTCUSDT' }, ['market']],
    [{ market: 'spot', symbol: 'B' }, ['symbol']],
    [{ market: 'spot', symbol: 'BTC/USDT' }, ['symbol']],
    [{ market: 'spot', symbol: `A${'B'.repeat(20)}` }, ['symbol']],
    [{ market: 'spot', symbol: '-BTC' }, ['symbol']],
    [{ market: 'spot', symbol: 'ΒTCUSDT' }, ['symbol']],
    [{ market: 'spot', symbol: 12 }, ['symbol']],
    [{ market: 'spot', symbol: 'BTCUSDT', accountId: NOBODY }, ['accountId']],
  ])('%j is refused by name', async (body, fields) => {
    const member = await verified();
    for (const response of [
      await post('/me/sync/symbols', member, body),
      await post(`/admin/members/${member.userId}/symbols`, admin, body),
    ]) {
      expect(response.statusCode).toBe(400);
      expect(
        response
          .json<{ errors: { field: string }[] }>()
          .errors.map(({ field }) => field)
          .sort(),
      ).toEqual(fields);
    }
    expect(await cursors(member)).toEqual([]);
  });

  it('is for admins, and for verified members with an account', async () => {
    const body = { market: 'spot', symbol: 'BTCUSDT' };
    const member = await verified();
    const newcomer = await signedInMember(api);
    await storedAccount(api, newcomer.userId);
    const cases: [string, SignedIn | null, number][] = [
      ['/me/sync/symbols', null, 401],
      ['/me/sync/symbols', admin, 403],
      ['/me/sync/symbols', newcomer, 409],
      ['/me/sync/symbols', await verified(null), 409],
      [`/admin/members/${member.userId}/symbols`, null, 401],
      [`/admin/members/${member.userId}/symbols`, member, 403],
      [`/admin/members/${newcomer.userId}/symbols`, admin, 404],
      [`/admin/members/${NOBODY}/symbols`, admin, 404],
      [`/admin/members/${NOBODY}/sync`, admin, 404],
    ];
    for (const [path, who, status] of cases) expect([path, (await post(path, who, body)).statusCode]).toEqual([path, status]);
  });
});
