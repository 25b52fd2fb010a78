import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { addAccount, addFills, addFuturesFills, SYMBOLS } from './long-history.js';

const FILLS = 120_000;
const FUTURES = 3000;

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let accountId: string;

beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  accountId = await addAccount(api.em(), member.userId);
  await addFills(api.em(), accountId, 0, FILLS - 1);
  await addFuturesFills(api.em(), accountId, FUTURES);
  // Somebody else's rows, at the same moments.
  const stranger = await addAccount(api.em(), (await signedInMember(api)).userId);
  await addFills(api.em(), stranger, 0, 99);
  await api.em().execute('analyze spot_trades');
}, 300_000);
afterAll(() => api.close());

interface Listed {
  status: number;
  rows: Record<string, string>[];
  total: number;
  capped: string | undefined;
  fields: string[];
}

async function list(route: string, query: string): Promise<Listed> {
  const response = await call(api, 'GET', `/${route}/${member.userId}?${query}`, undefined, { token: member.token });
  const body = response.json<{ data?: Record<string, string>[]; errors?: { field: string }[] }>();
  return {
    status: response.statusCode,
    rows: body.data ?? [],
    total: Number(response.headers['x-total-count']),
    capped: response.headers['x-total-capped'] as string | undefined,
    fields: (body.errors ?? []).map(({ field }) => field),
  };
}

/** What the database says, row by row, without any of our shortcuts. Each fill has a total of its own. */
async function truth(orderBy: string, where = 'true'): Promise<string[]> {
  const rows = await api
    .em()
    .execute<{ quote_qty: string }[]>(`select quote_qty from spot_trades where account_id = ? and ${where} order by ${orderBy}`, [
      accountId,
    ]);
  return rows.map(({ quote_qty: total }) => total);
}

const quote = ({ rows }: Listed) => rows.map(({ quoteQty }) => quoteQty);
const newestFirst = 'time desc, trade_id desc, symbol desc, buyer desc';

describe('a history of 120,000 fills', () => {
  it('shows every fill once, whole, page after page, in the order that its first page begins', async () => {
    const seen: (string | undefined)[] = [];
    for (let page = 1; page <= FILLS / 1000; page++) {
      const answer = await list('spot_trade', `page=${page}&perPage=1000`);
      expect([answer.total, answer.rows.length]).toEqual([FILLS, 1000]);
      seen.push(...quote(answer));
    }
    expect(new Set(seen).size).toBe(FILLS);
    expect(seen).toEqual(await truth(newestFirst));
  }, 300_000);

  it.each([
    ['sort=date&order=desc', newestFirst],
    ['sort=date&order=asc', 'time, trade_id, symbol, buyer'],
    ['sort=symbol&order=asc', 'symbol, time, trade_id, buyer'],
    ['sort=symbol&order=desc', 'symbol desc, time desc, trade_id desc, buyer desc'],
    ['symbol=CCCUUU', newestFirst],
    ['symbol=CCCUUU&order=asc', 'time, trade_id, symbol, buyer'],
  ])(
    'opens at any page, the last and those beyond it included: %s',
    async (query, orderBy) => {
      const expected = await truth(orderBy, query.startsWith('symbol=') ? `symbol = 'CCCUUU'` : undefined);
      const last = Math.ceil(expected.length / 25);
      for (const page of [1, 2, 40, 41, 42, 43, Math.floor(last / 3), Math.floor(last / 2), last - 300, last - 40, last - 1, last]) {
        const answer = await list('spot_trade', `${query}&page=${page}&perPage=25`);
        expect([page, answer.total, quote(answer)]).toEqual([page, expected.length, expected.slice((page - 1) * 25, page * 25)]);
      }
      for (const page of [last + 1, last + 5000])
        expect(await list('spot_trade', `${query}&page=${page}&perPage=25`)).toMatchObject({ rows: [], total: expected.length });
    },
    180_000,
  );

  it('keeps its pages right while fills are added at either end', async () => {
    const other = await signedInMember(api);
    const account = await addAccount(api.em(), other.userId);
    await addFills(api.em(), account, 1000, 9999);
    const middle = async (page: number) => {
      const response = await call(api, 'GET', `/spot_trade/${other.userId}?page=${page}&perPage=100`, undefined, { token: other.token });
      return [
        Number(response.headers['x-total-count']),
        response.json<{ data: { quoteQty: string }[] }>().data.map(({ quoteQty }) => quoteQty),
      ];
    };
    const expected = async (page: number) => {
      const rows = await api
        .em()
        .execute<{ quote_qty: string }[]>(`select quote_qty from spot_trades where account_id = ? order by ${newestFirst}`, [account]);
      return [rows.length, rows.slice((page - 1) * 100, page * 100).map(({ quote_qty: total }) => total)];
    };
    expect(await middle(45)).toEqual(await expected(45));
    await addFills(api.em(), account, 10_000, 10_999);
    expect(await middle(45)).toEqual(await expected(45));
    await addFills(api.em(), account, 0, 999);
    expect(await middle(45)).toEqual(await expected(45));
  }, 180_000);

  it('shows the right rows where a counter is wrong', async () => {
    const other = await signedInMember(api);
    const account = await addAccount(api.em(), other.userId);
    await addFills(api.em(), account, 0, 4999);
    await api.em().execute('update sync_cursors set row_count = row_count + 1000 where account_id = ?', [account]);
    const response = await call(api, 'GET', `/spot_trade/${other.userId}?page=24&perPage=100&order=asc`, undefined, { token: other.token });
    const rows = await api
      .em()
      .execute<{ quote_qty: string }[]>(
        'select quote_qty from spot_trades where account_id = ? order by time, trade_id, symbol, buyer limit 100 offset 2300',
        [account],
      );
    expect(response.json<{ data: { quoteQty: string }[] }>().data.map(({ quoteQty }) => quoteQty)).toEqual(
      rows.map(({ quote_qty: total }) => total),
    );
  }, 180_000);

  it('takes days of UTC, the last one whole, and counts them', async () => {
    const range = `time >= '2024-02-01T00:00:00Z' and time < '2024-02-04T00:00:00Z'`;
    const expected = await truth(newestFirst, range);
    expect(expected).toHaveLength(3600);
    for (const page of [1, 20, 30, 36]) {
      const answer = await list('spot_trade', `from=2024-02-01&to=2024-02-03&page=${page}&perPage=100`);
      expect([page, answer.total, quote(answer)]).toEqual([page, 3600, expected.slice((page - 1) * 100, page * 100)]);
    }
    const both = await list('spot_trade', 'from=2024-02-01&to=2024-02-03&symbol=AAAUUU&page=1&perPage=1000');
    expect(quote(both)).toEqual(await truth(newestFirst, `${range} and symbol = 'AAAUUU'`));
    expect(both.total).toBe(both.rows.length);
    expect(await list('spot_trade', 'from=2030-01-01&page=1')).toMatchObject({ rows: [], total: 0 });
    expect(await list('spot_trade', 'symbol=NOPE&page=1')).toMatchObject({ rows: [], total: 0 });
  }, 180_000);

  it('counts a range of days up to ten thousand rows, and still opens its pages beyond', async () => {
    const expected = await truth(newestFirst, `time >= '2024-01-02'`);
    const answer = await list('spot_trade', 'from=2024-01-02&page=1200&perPage=25');
    expect([answer.total, answer.capped, quote(answer)]).toEqual([10_001, '10000', expected.slice(1199 * 25, 1200 * 25)]);
  }, 180_000);

  it('is sorted by realised profit, ties by their time', async () => {
    const rows = await api
      .em()
      .execute<{ realized_pnl: string; time: string }[]>(
        'select realized_pnl, time from futures_trades where account_id = ? order by realized_pnl desc, time desc, trade_id desc',
        [accountId],
      );
    const expected = rows.map(({ realized_pnl: profit, time }) => [profit, new Date(time).toISOString()]);
    for (const page of [1, 21, 60, 61, 119, 120]) {
      const answer = await list('trade_history', `sort=realizedPnl&page=${page}&perPage=25`);
      expect([page, answer.total, answer.rows.map(({ realizedPnl, date }) => [realizedPnl, date])]).toEqual([
        page,
        FUTURES,
        expected.slice((page - 1) * 25, page * 25),
      ]);
    }
  });

  it('reads indexes and no whole table, wherever the page lies', async () => {
    for (const sql of [
      `select "time" from spot_trades where account_id = '${accountId}' order by "time" desc, "trade_id" desc, "symbol" desc, "buyer" desc
        limit 25`,
      `select "time" from spot_trades where account_id = '${accountId}' and ("time", "trade_id", "symbol", "buyer") >= ('2024-06-01', '1',
        'A', 'true') order by "time", "trade_id", "symbol", "buyer" limit 25 offset 200`,
      `select "time" from spot_trades where account_id = '${accountId}' and "symbol" = 'CCCUUU' order by "time" desc, "trade_id" desc,
        "symbol" desc, "buyer" desc limit 25`,
    ]) {
      const plan = (await api.em().execute<Record<string, string>[]>(`explain ${sql}`)).map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('names the symbols that there are, by alphabet', async () => {
    const names = async (who: SignedIn) =>
      (await call(api, 'GET', '/me/history/spot-trades/names', undefined, { token: who.token })).json<{ data: string[] }>().data;
    expect(await names(member)).toEqual(SYMBOLS);
    expect(await names(await signedInMember(api))).toEqual([]);
    expect((await call(api, 'GET', '/me/history/spot-trades/names', undefined, { token: admin.token })).statusCode).toBe(403);
  });

  it('is the console’s list too, at any depth', async () => {
    const expected = await truth(newestFirst);
    const query = new URLSearchParams({ filter: JSON.stringify({ userId: member.userId }), range: '[60000,60024]' });
    const response = await call(api, 'GET', `/admin/spot-trades?${query}`, undefined, { token: admin.token });
    expect(response.headers['content-range']).toBe(`spot-trades 60000-60024/${FILLS}`);
    expect(response.json<{ quoteQty: string }[]>().map(({ quoteQty }) => quoteQty)).toEqual(expected.slice(60_000, 60_025));
  });
});

describe('a wish that a history cannot grant', () => {
  it.each([
    ['sort=price', 'sort'],
    ['sort=toString', 'sort'],
    ['sort=time%22%3B%20drop%20table%20users', 'sort'],
    ['order=DESC', 'order'],
    ['symbol=', 'symbol'],
    [`symbol=${'X'.repeat(61)}`, 'symbol'],
    ['symbol=a%00b', 'symbol'],
    ['coin=BTC', 'coin'],
    ['from=2026-13-01', 'from'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=9999-12-31', 'to'],
    ['from=2026-02-03&to=2026-02-01', 'to'],
  ])('is refused by its name: %s', async (query, field) => {
    expect(await list('spot_trade', `page=1&${query}`)).toMatchObject({ status: 400, fields: [field] });
    expect((await call(api, 'GET', `/me/history/spot-trades.csv?${query}`, undefined, { token: member.token })).statusCode).toBe(400);
  });

  it('is text to the database, whatever it says', async () => {
    for (const symbol of [`' or 1=1 --`, '%', '_______', '=1+1', '\\', '"', '{AAAUUU}'])
      expect(await list('spot_trade', `page=1&symbol=${encodeURIComponent(symbol)}`)).toMatchObject({ status: 200, rows: [], total: 0 });
  });
});
