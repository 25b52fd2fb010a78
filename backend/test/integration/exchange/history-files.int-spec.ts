import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HistoryReader } from '../../../src/trading/history/history.reader.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { addAccount, addFills } from './long-history.js';

const FILLS = 12_345;

let api: TestApi;
let member: SignedIn;
let stranger: SignedIn;
let accountId: string;

beforeAll(async () => {
  api = await createTestApi();
  member = await signedInMember(api);
  stranger = await signedInMember(api, 'hedge fund');
  accountId = await addAccount(api.em(), member.userId);
  await addFills(api.em(), accountId, 1, FILLS);
  await api.em().execute(
    `insert into deposits (account_id, id, coin, network, amount, wallet_type, status, final, tx_id, inserted_at) values
       (?, '=1+1', '@COIN', '+net', '-0.50', 0, 1, true, '=HYPERLINK("http://evil.example","paid")', '2026-01-02T03:04:05.006Z'),
       (?, 'two', 'USDT', 'TRX', '1000.000000000000000001', 0, 1, true, 'a,b "c"', '2026-01-01T00:00:00Z')`,
    [accountId, accountId],
  );
}, 180_000);
beforeEach(() => api.em().execute('delete from rate_limits'));
afterEach(() => void jest.restoreAllMocks());
afterAll(() => api.close());

const file = (path: string, who: SignedIn = member) => call(api, 'GET', `/me/history/${path}`, undefined, { token: who.token });
const lines = (body: string) => body.split('\r\n').slice(0, -1);

describe('a history as a file', () => {
  it('has every fill of the member and none of anybody else, newest first', async () => {
    const other = await addAccount(api.em(), stranger.userId);
    await addFills(api.em(), other, 500_000, 500_010);
    const response = await file('spot-trades.csv');
    const [header, ...rows] = lines(response.body);
    expect(response.statusCode).toBe(200);
    expect(header).toBe('Time (UTC),Symbol,Side,Price,Quantity,Total,Fee,Fee asset,Trade id');
    const expected = await api.em().execute<{ line: string }[]>(
      `select concat_ws(',', to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), symbol, case when buyer then 'BUY' else
        'SELL' end, price, qty, quote_qty, fee, fee_asset, trade_id) as line
       from spot_trades where account_id = ? order by time desc, trade_id desc, symbol desc, buyer desc`,
      [accountId],
    );
    expect(rows).toHaveLength(FILLS);
    expect(rows).toEqual(expected.map(({ line }) => line));
    expect(lines((await file('spot-trades.csv', stranger)).body)).toHaveLength(12);
  }, 180_000);

  it('is offered under a name that says what and when, and nothing about whose', async () => {
    const { headers } = await file('deposits.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="tidemark-deposits-\d{8}T\d{6}Z\.csv"$/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('keeps to the filter and the order that the table has', async () => {
    const rows = lines((await file('spot-trades.csv?symbol=AAAUUU&from=2024-01-02&to=2024-01-03&sort=date&order=asc')).body).slice(1);
    const expected = await api.em().execute<{ quote_qty: string }[]>(
      `select quote_qty from spot_trades where account_id = ? and symbol = 'AAAUUU' and time >= '2024-01-02Z' and time < '2024-01-04Z'
          order by time, trade_id, buyer`,
      [accountId],
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(rows.map((line) => line.split(',')[5])).toEqual(expected.map(({ quote_qty: total }) => total));
  });

  it('lets no text begin a formula, and keeps every digit of a figure', async () => {
    expect(lines((await file('deposits.csv')).body)).toEqual([
      'Time (UTC),Coin,Network,Amount,Wallet code,Status code,Transaction,Id',
      `2026-01-02T03:04:05.006Z,'@COIN,'+net,-0.50,0,1,"'=HYPERLINK(""http://evil.example"",""paid"")",'=1+1`,
      '2026-01-01T00:00:00.000Z,USDT,TRX,1000.000000000000000001,0,1,"a,b ""c""",two',
    ]);
  });

  it.each(['spot-trades', 'futures-trades', 'open-orders', 'positions', 'deposits', 'withdrawals'])(
    'of nothing is a header alone: %s',
    async (name) => {
      const newcomer = await signedInMember(api);
      expect(lines((await file(`${name}.csv`, newcomer)).body)).toEqual([expect.stringMatching(/^(Time|Updated) \(UTC\),(Symbol|Coin),/)]);
    },
  );

  it('is for members alone, and there is none of what is no history', async () => {
    expect((await call(api, 'GET', '/me/history/spot-trades.csv')).statusCode).toBe(401);
    expect((await file('spot-trades.csv', await signedInAdmin(api))).statusCode).toBe(403);
    for (const path of ['spot-trades', 'wallet.csv', 'spot-trades.csv.csv', 'constructor.csv', '.csv'])
      expect([path, (await file(path)).statusCode]).toEqual([path, 404]);
  });

  it('is written down as taken, without what stands in it', async () => {
    await file('withdrawals.csv?coin=SECRETCOIN');
    const [event] = await api
      .em()
      .execute<object[]>(`select actor_id, target_id, detail from audit_events where action = 'history.export' order by at desc limit 1`);
    expect(event).toEqual({ actor_id: member.userId, target_id: member.userId, detail: { history: 'withdrawals' } });
  });

  it('is made so many times an hour and no more', async () => {
    const statuses = [];
    for (let n = 0; n < 62; n++) statuses.push((await file('positions.csv')).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.slice(60)).toEqual([429, 429]);
    expect((await file('positions.csv', stranger)).statusCode).toBe(200);
  }, 180_000);

  it('is read in pieces of a few thousand rows', async () => {
    let pieces = 0;
    const all = HistoryReader.prototype.all;
    jest.spyOn(HistoryReader.prototype, 'all').mockImplementation(async function* (this: HistoryReader, ...wish: Parameters<typeof all>) {
      for await (const rows of all.apply(this, wish)) {
        pieces++;
        expect(rows.length).toBeLessThanOrEqual(2000);
        yield rows;
      }
    } as typeof all);
    await file('spot-trades.csv');
    expect(pieces).toBe(Math.ceil(FILLS / 2000));
  });

  it('breaks off where it cannot be read to its end, so that nobody takes a part for the whole', async () => {
    jest.spyOn(HistoryReader.prototype, 'all').mockImplementation(async function* () {
      yield [];
      throw new Error('the database went away');
    } as unknown as HistoryReader['all']);
    await api.app.listen(0, '127.0.0.1');
    const { port } = api.app.getHttpServer().address() as AddressInfo;
    const outcome = await new Promise<string>((done) => {
      request(
        { host: '127.0.0.1', port, path: '/api/v1/me/history/spot-trades.csv', headers: { authorization: member.token } },
        (response) => {
          response
            .resume()
            .once('end', () => done('whole'))
            .once('error', () => done('broken'));
        },
      )
        .once('error', () => done('broken'))
        .end();
    });
    expect(outcome).toBe('broken');
  });

  it('says in words what keeps it from being made at all', async () => {
    jest.spyOn(HistoryReader.prototype, 'all').mockImplementation(async function* () {
      yield* [];
      throw new Error('the database went away');
    } as unknown as HistoryReader['all']);
    const response = await file('spot-trades.csv');
    expect([response.statusCode, response.headers['content-type'], response.headers['content-disposition']]).toEqual([
      500,
      expect.stringContaining('application/json'),
      undefined,
    ]);
  });
});
