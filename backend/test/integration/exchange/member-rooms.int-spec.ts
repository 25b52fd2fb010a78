import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedPortfolio } from '../portfolio/stored-portfolio.js';
import { addAccount, addFills } from './long-history.js';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let accountId: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  accountId = await addAccount(api.em(), member.userId);
  await api.em().execute(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
  await addFills(api.em(), accountId, 1, 400);
  await api.em().execute(
    `insert into deposits (account_id, id, coin, network, amount, wallet_type, status, final, tx_id, inserted_at) values
       (?, 'a', 'USDT', 'TRX', '10', 0, 1, true, 'x', '2026-01-01T23:59:59.999Z'),
       (?, 'b', 'BTC', 'BTC', '1', 0, 1, true, 'y', '2026-01-02T00:00:00Z'),
       (?, 'c', 'USDT', 'TRX', '12', 0, 1, true, 'z', '2026-01-03T00:00:00Z')`,
    [accountId, accountId, accountId],
  );
}, 180_000);
beforeEach(() => api.em().execute('delete from rate_limits'));
afterAll(() => api.close());

const get = (path: string, who = admin) => call(api, 'GET', path, undefined, { token: who.token });
const list = async <R = Record<string, string>>(resource: string, filter: object = {}, sort?: [string, string]) => {
  const query = new URLSearchParams({
    filter: JSON.stringify({ userId: member.userId, ...filter }),
    range: '[0,999]',
    ...(sort && { sort: JSON.stringify(sort) }),
  });
  const response = await get(`/admin/${resource}?${query}`);
  return { status: response.statusCode, rows: response.json<R[]>(), errors: response.json<{ errors?: { field: string }[] }>().errors };
};
const own = async (query: string) =>
  (await get(`/spot_trade/${member.userId}?perPage=1000&${query}`, member))
    .json<{ data: { quoteQty: string }[] }>()
    .data.map(({ quoteQty }) => quoteQty);

describe('a history in the console', () => {
  it.each([
    ['date', 'ASC', {}, 'sort=date&order=asc'],
    ['symbol', 'ASC', {}, 'sort=symbol&order=asc'],
    ['symbol', 'DESC', { symbol: 'AAAUUU' }, 'sort=symbol&order=desc&symbol=AAAUUU'],
  ] as const)('is sorted by %s %s as the member’s own', async (by, order, filter, query) => {
    const { rows } = await list<{ quoteQty: string }>('spot-trades', filter, [by, order]);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ quoteQty }) => quoteQty)).toEqual(await own(query));
  });

  it('is of the days that are asked for, the last one whole', async () => {
    const ids = async (filter: object) =>
      (await list<{ coin: string; insertTime: string }>('deposits', filter)).rows.map(({ insertTime }) => insertTime.slice(0, 10));
    expect(await ids({ from: '2026-01-01', to: '2026-01-01' })).toEqual(['2026-01-01']);
    expect(await ids({ from: '2026-01-02' })).toEqual(['2026-01-03', '2026-01-02']);
    expect(await ids({ to: '2026-01-02', coin: 'BTC' })).toEqual(['2026-01-02']);
    expect(await ids({})).toHaveLength(3);
  });

  it('refuses what the member’s own refuses', async () => {
    expect(await list('deposits', { from: '2026-01-02', to: '2026-01-01' })).toMatchObject({
      status: 400,
      errors: [{ field: 'filter.to' }],
    });
    expect(await list('balances', { from: '2026-01-02' })).toMatchObject({ status: 400, errors: [{ field: 'filter.from' }] });
    expect(await list('deposits', {}, ['network', 'ASC'])).toMatchObject({ status: 400, errors: [{ field: 'sort' }] });
  });
});

describe('a member’s history as a file for an admin', () => {
  it('is the member’s own file, and written down with whose it is', async () => {
    const [theirs, mine] = [
      await get(`/me/history/deposits.csv?coin=USDT`, member),
      await get(`/admin/members/${member.userId}/history/deposits.csv?coin=USDT`),
    ];
    expect([mine.statusCode, mine.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(mine.body).toBe(theirs.body);
    expect(mine.body.split('\r\n')).toHaveLength(4);
    const written = await api
      .em()
      .execute<object[]>(
        `select actor_id, target_id, detail from audit_events where action = 'history.export' order by at desc, id desc limit 1`,
      );
    expect(written).toEqual([{ actor_id: admin.userId, target_id: member.userId, detail: { history: 'deposits' } }]);
  });

  it('names what it can be filtered by', async () => {
    expect((await get(`/admin/members/${member.userId}/history/deposits/names`)).json()).toMatchObject({ data: ['BTC', 'USDT'] });
  });

  it('is for admins who confirmed it lately, and of members that there are', async () => {
    const path = `/admin/members/${member.userId}/history/deposits.csv`;
    expect((await get(path, member)).statusCode).toBe(403);
    expect((await get(`/admin/members/${randomUUID()}/history/deposits.csv`)).statusCode).toBe(404);
    expect((await get(`/admin/members/${member.userId}/history/secrets.csv`)).statusCode).toBe(404);
    expect((await get(`${path}?sort=amount`)).statusCode).toBe(400);
    const late = await signedInAdmin(api);
    await api
      .em()
      .execute(`update sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = ?`, [late.userId]);
    expect((await get(path, late)).json()).toMatchObject({ statusCode: 403, stepUp: true });
  });
});

describe('the standing of a member', () => {
  const read = async () =>
    (await get(`/admin/members/${member.userId}`, await signedInAdmin(api))).json<{
      keyState: string;
      keyRefusedAt: string | null;
      restricted: boolean;
    }>();
  const account = (columns: string) => api.em().execute(`update exchange_accounts set ${columns} where id = ?`, [accountId]);

  it('says since when the exchange refuses the key', async () => {
    await account(`api_key = 'x', secret_key = 'x', key_state = 'valid', key_refused_at = null`);
    expect(await read()).toMatchObject({ keyState: 'valid', keyRefusedAt: null });
    await account(`key_refused_at = '2026-11-20T10:00:00Z'`);
    expect(await read()).toMatchObject({ keyState: 'valid', keyRefusedAt: '2026-11-20T10:00:00.000Z' });
    await account(`key_state = 'invalid', key_checked_at = '2026-11-20T10:12:00Z'`);
    expect(await read()).toMatchObject({ keyState: 'invalid', keyRefusedAt: '2026-11-20T10:00:00.000Z' });
    await account(`key_refused_at = null`);
    expect(await read()).toMatchObject({ keyState: 'invalid', keyRefusedAt: '2026-11-20T10:12:00.000Z' });
    await account(`key_state = 'too_powerful'`);
    expect(await read()).toMatchObject({ keyState: 'too_powerful', keyRefusedAt: null });
  });

  it('is restricted while a request to be erased waits', async () => {
    expect(await read()).toMatchObject({ restricted: false });
    await api
      .em()
      .execute(`insert into erasure_requests (id, user_id, state, answer_due_at) values (?, ?, 'restricted', now())`, [
        randomUUID(),
        member.userId,
      ]);
    expect(await read()).toMatchObject({ restricted: true });
    await api.em().execute(`update erasure_requests set state = 'withdrawn' where user_id = ?`, [member.userId]);
    expect(await read()).toMatchObject({ restricted: false });
  });
});

describe('a member’s days for an admin', () => {
  it('are the member’s own', async () => {
    await storedPortfolio(api, accountId, {
      days: ['2026-10-01', '2026-10-02', '2026-10-03'].map((day) => ({ day, equity: '100', index: '1' })),
    });
    const fresh = await signedInAdmin(api);
    const [mine, theirs] = [
      await get(`/me/portfolio/days?from=2026-10-02`, member),
      await get(`/admin/portfolios/${member.userId}/days?from=2026-10-02`, fresh),
    ];
    expect([theirs.statusCode, theirs.headers['cache-control'], theirs.json()]).toEqual([200, 'no-store', mine.json()]);
    expect(theirs.json<{ data: { day: string }[] }>().data.map(({ day }) => day)).toEqual(['2026-10-02', '2026-10-03']);
    expect((await get(`/admin/portfolios/${member.userId}/days`, member)).statusCode).toBe(403);
  });
});
