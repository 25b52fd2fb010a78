import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { Client, code, control, DAY, NOW, open, unlimited } from './support/client.ts';
import type { Fields } from './support/client.ts';

let sandbox: Sandbox;
let client: Client;
let truth: Fields;

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
  await unlimited(sandbox);
  client = new Client(sandbox, 'typical');
  truth = await control(sandbox, 'GET', 'truth/typical-1');
});
afterAll(() => sandbox.close());

const of = (list: unknown, symbol: string): Fields[] => (list as Fields[]).filter((r) => r['symbol'] === symbol);
const ids = (rows: Fields[]): number[] => rows.map((r) => Number(r['id']));

describe('myTrades', () => {
  const path = '/api/v3/myTrades';
  let all: Fields[];
  beforeAll(() => {
    all = of(truth['spotTrades'], 'BTCUSDT');
  });

  it('by fromId: from that id upwards, oldest first, a thousand at most', async () => {
    const first = await client.rows(path, { symbol: 'BTCUSDT', fromId: 0, limit: 1000 });
    expect(first).toEqual(all.slice(0, 1000));
    const last = Number(first[999]?.['id']);
    expect(await client.rows(path, { symbol: 'BTCUSDT', fromId: last, limit: 1000 })).toEqual(all.slice(999, 1999));
    expect(await client.rows(path, { symbol: 'BTCUSDT', fromId: last + 1, limit: 1000 })).toEqual(all.slice(1000, 2000));
  });

  it('without anything: the latest 500, oldest first', async () => {
    expect(ids(await client.rows(path, { symbol: 'BTCUSDT' }))).toEqual(ids(all.slice(-500)));
  });

  it('by startTime alone: the oldest from there', async () => {
    const start = Number(all[700]?.['time']);
    const page = await client.rows(path, { symbol: 'BTCUSDT', startTime: start, limit: 5 });
    expect(ids(page)).toEqual(ids(all.filter((r) => Number(r['time']) >= start).slice(0, 5)));
  });

  it('by endTime alone: the latest up to there', async () => {
    const end = Number(all[700]?.['time']);
    const page = await client.rows(path, { symbol: 'BTCUSDT', endTime: end, limit: 5 });
    expect(ids(page)).toEqual(ids(all.filter((r) => Number(r['time']) <= end).slice(-5)));
  });

  it('by a day, both ends included', async () => {
    const [start, end] = [Number(all[500]?.['time']), Number(all[500]?.['time']) + DAY];
    const page = await client.rows(path, { symbol: 'BTCUSDT', startTime: start, endTime: end, limit: 1000 });
    expect(ids(page)).toEqual(ids(all.filter((r) => Number(r['time']) >= start && Number(r['time']) <= end).slice(0, 1000)));
  });

  it('by order: its fills', async () => {
    const orderId = Number(all[1000]?.['orderId']);
    const page = await client.rows(path, { symbol: 'BTCUSDT', orderId, limit: 1000 });
    expect(ids(page)).toEqual(ids(all.filter((r) => r['orderId'] === orderId)));
    expect(page.length).toBeGreaterThan(1);
  });

  it('cuts a larger limit to 1000', async () => {
    expect(await client.rows(path, { symbol: 'BTCUSDT', fromId: 0, limit: 5000 })).toHaveLength(1000);
  });

  it.each([
    ['more than 24 hours', { startTime: 1, endTime: DAY + 2 }, -1127],
    ['fromId with a time', { fromId: 1, startTime: 1 }, -1128],
    ['orderId with a time', { orderId: 1, endTime: 1 }, -1128],
    ['a limit of none', { limit: 0 }, -1130],
    ['a limit that is no number', { limit: 'many' }, -1100],
  ])('refuses %s', async (_name, params, wire) => {
    const answer = await client.get(path, { symbol: 'BTCUSDT', ...params });
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 400, code: wire });
  });
});

describe('userTrades', () => {
  const path = '/fapi/v1/userTrades';

  it('reaches back six months by fromId and no further', async () => {
    const page = await client.rows(path, { symbol: 'BTCUSDT', fromId: 0, limit: 1000 });
    expect(page).toEqual(of(truth['futuresTrades'], 'BTCUSDT').slice(0, 1000));
    expect(Number(page[0]?.['time'])).toBeGreaterThan(NOW - 181 * DAY);
  });

  it('answers the last seven days when nothing is said', async () => {
    const expected = of(truth['futuresTrades'], 'BTCUSDT').filter((r) => Number(r['time']) >= NOW - 7 * DAY);
    expect(await client.rows(path, { symbol: 'BTCUSDT' })).toEqual(expected.slice(-500));
  });

  it('answers seven days from startTime', async () => {
    const startTime = NOW - 100 * DAY;
    const expected = of(truth['futuresTrades'], 'BTCUSDT').filter(
      (r) => Number(r['time']) >= startTime && Number(r['time']) <= startTime + 7 * DAY,
    );
    expect(await client.rows(path, { symbol: 'BTCUSDT', startTime, limit: 1000 })).toEqual(expected);
  });

  it.each([
    ['more than seven days', { startTime: NOW - 8 * DAY, endTime: NOW - 1 }, -4165],
    ['a start before the six months', { startTime: NOW - 200 * DAY }, -4166],
    ['fromId with a time', { fromId: 1, endTime: NOW }, -1128],
    ['an unknown contract', { symbol: 'STORJUSDT' }, -1121],
  ])('refuses %s', async (_name, params, wire) => {
    const answer = await client.get(path, { symbol: 'BTCUSDT', ...params });
    expect({ status: answer.status, code: code(answer) }).toEqual({ status: 400, code: wire });
  });
});

describe('deposits and withdrawals', () => {
  const deposits = '/sapi/v1/capital/deposit/hisrec';
  const crowded = { startTime: Date.UTC(2025, 1, 1), endTime: Date.UTC(2025, 1, 1) + 90 * DAY };

  it('page inside a window by offset', async () => {
    const first = await client.rows(deposits, { ...crowded, limit: 1000, offset: 0 });
    const second = await client.rows(deposits, { ...crowded, limit: 1000, offset: 1000 });
    expect(first).toHaveLength(1000);
    const expected = (truth['deposits'] as Fields[]).filter(
      (d) => Number(d['insertTime']) >= crowded.startTime && Number(d['insertTime']) <= crowded.endTime,
    );
    expect(expected.length).toBeGreaterThanOrEqual(1050);
    expect([...first, ...second]).toEqual(expected.reverse());
  });

  it('cover the last 90 days when nothing is said', async () => {
    const expected = (truth['deposits'] as Fields[]).filter((d) => Number(d['insertTime']) >= NOW - 90 * DAY);
    expect(await client.rows(deposits)).toEqual(expected.reverse());
  });

  it('filter by coin and status', async () => {
    const rows = await client.rows('/sapi/v1/capital/withdraw/history', { coin: 'USDT', status: 6 });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((r) => r['coin'] === 'USDT' && r['status'] === 6)).toBe(true);
  });

  it('refuse more than 90 days, also when the end is left out', async () => {
    expect(code(await client.get(deposits, { startTime: NOW - 91 * DAY, endTime: NOW }))).toBe(-4047);
    expect(code(await client.get(deposits, { startTime: NOW - 91 * DAY }))).toBe(-4047);
  });

  it('write whole seconds of UTC as the withdrawal time', async () => {
    const [row] = await client.rows('/sapi/v1/capital/withdraw/history');
    expect(row?.['applyTime']).toMatch(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});

describe('income', () => {
  it('writes tranId as a number beyond 2^53, digit by digit', async () => {
    const { text } = await client.get('/fapi/v1/income', { incomeType: 'COMMISSION', startTime: NOW - 80 * DAY, limit: 1000 });
    const written = [...text.matchAll(/"tranId":(\d+)/g)].map((m) => m[1] ?? '');
    expect(written.length).toBeGreaterThan(45);
    expect(new Set(written).size).toBe(written.length);
    for (const id of written) expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });

  it('ends after three months', async () => {
    const rows = await client.rows('/fapi/v1/income', { startTime: 1, limit: 1000 });
    expect(Math.min(...rows.map((r) => Number(r['time'])))).toBeGreaterThanOrEqual(NOW - 90 * DAY);
  });
});

describe('the transfer history', () => {
  const path = '/sapi/v1/asset/transfer';
  const page = async (of: Client, params: Record<string, string | number>) =>
    (await of.get(path, params)).json as { total: number; rows: Fields[] };
  const journalOf = (of: Client) => of.get('/fapi/v1/income', { incomeType: 'TRANSFER', startTime: NOW - 90 * DAY, limit: 1000 });

  it('tells what the journal of the futures wallet tells, with the same id, time and amount', async () => {
    const mover = new Client(sandbox, 'mover');
    const { json, text } = await journalOf(mover);
    const lines = json as Fields[];
    const types = ['MAIN_UMFUTURE', 'FUNDING_UMFUTURE', 'UMFUTURE_FUNDING', 'UMFUTURE_MAIN'];
    const asked = { startTime: Number(lines[0]?.['time']), endTime: NOW, size: 100 };
    const answers = await Promise.all(types.map((type) => mover.get(path, { type, ...asked })));
    const told = answers.flatMap((answer) => (answer.json as { rows: Fields[] }).rows);
    const amounts = told.map((row) => [row['timestamp'], Number(row['amount']) * (String(row['type']).endsWith('_UMFUTURE') ? 1 : -1)]);
    expect(lines.length).toBeGreaterThan(2);
    expect(amounts.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(lines.map((line) => [line['time'], Number(line['income'])]));
    const ids = (texts: string[]) => texts.flatMap((one) => [...one.matchAll(/"tranId":(\d+)/g)].map((match) => match[1])).sort();
    expect(ids(answers.map((answer) => answer.text))).toEqual(ids([text]));
  });

  it('tells moves to and from the funding wallet, of which the journal knows nothing', async () => {
    const mover = new Client(sandbox, 'mover');
    const since = { startTime: NOW - 180 * DAY, endTime: NOW };
    expect(await page(mover, { type: 'MAIN_FUNDING', ...since })).toMatchObject({
      total: 1,
      rows: [{ asset: 'USDT', amount: '700', type: 'MAIN_FUNDING', status: 'CONFIRMED' }],
    });
    expect((await page(mover, { type: 'FUNDING_MAIN', ...since })).rows.map((row) => row['amount'])).toEqual(['300']);
    expect(((await journalOf(mover)).json as Fields[]).map((line) => Number(line['income']))).not.toContain(-700);
  });

  it('ends after six months, and after a week where nothing is said', async () => {
    const moved = new Client(sandbox, 'new-news');
    expect((await page(moved, { type: 'MAIN_UMFUTURE', startTime: NOW - 400 * DAY })).total).toBe(1);
    expect((await page(moved, { type: 'MAIN_UMFUTURE' })).total).toBe(0);
    const older = new Client(sandbox, 'futures-only');
    expect((await page(older, { type: 'MAIN_UMFUTURE', startTime: NOW - 400 * DAY })).total).toBe(0);
    expect((await control(sandbox, 'GET', `truth/futures-only-1?at=${Date.UTC(2026, 5, 1)}`))['transfers']).toHaveLength(1);
  });

  it('goes page by page, newest first', async () => {
    const mover = new Client(sandbox, 'mover');
    const asked = { type: 'MAIN_UMFUTURE', startTime: NOW - 180 * DAY, endTime: NOW };
    const whole = await page(mover, { ...asked, size: 100 });
    expect(whole.rows.map((row) => row['amount'])).toEqual(['120.5', '3000']);
    const single = await Promise.all([1, 2, 3].map((current) => page(mover, { ...asked, current, size: 1 })));
    expect(single.map(({ total }) => total)).toEqual([2, 2, 2]);
    expect(single.flatMap(({ rows }) => rows)).toEqual(whole.rows);
  });

  it('wants a direction it knows', async () => {
    expect(code(await client.get(path))).toBe(-1102);
    expect(code(await client.get(path, { type: 'HERE_THERE' }))).toBe(-1130);
  });
});

describe('klines', () => {
  it('answer rows of twelve whose borders meet', async () => {
    const { json } = await open(sandbox, `/api/v3/klines?symbol=ETHBTC&interval=1h&limit=48&endTime=${NOW - DAY}`);
    const rows = json as (string | number)[][];
    expect(rows).toHaveLength(48);
    rows.forEach((row, i) => {
      expect(row).toHaveLength(12);
      const [, o, h, l, c] = row.map(Number);
      expect(h).toBeGreaterThanOrEqual(Math.max(o ?? 0, c ?? 0));
      expect(l).toBeLessThanOrEqual(Math.min(o ?? 0, c ?? 0));
      if (i > 0) expect([row[0], row[1]]).toEqual([Number(rows[i - 1]?.[0]) + 3_600_000, rows[i - 1]?.[4]]);
    });
  });

  it('of a day hold the hours of that day', async () => {
    const start = Date.UTC(2026, 9, 1);
    const day = ((await open(sandbox, `/api/v3/klines?symbol=BTCUSDT&interval=1d&startTime=${start}&limit=1`)).json as string[][])[0];
    const hours = (await open(sandbox, `/api/v3/klines?symbol=BTCUSDT&interval=1h&startTime=${start}&limit=24`)).json as string[][];
    expect(Number(day?.[2])).toBe(Math.max(...hours.map((h) => Number(h[2]))));
    expect(Number(day?.[3])).toBe(Math.min(...hours.map((h) => Number(h[3]))));
    expect([day?.[1], day?.[4]]).toEqual([hours[0]?.[1], hours[23]?.[4]]);
  });

  it('know their limits and their intervals', async () => {
    expect((await open(sandbox, '/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=9999')).json).toHaveLength(1000);
    expect((await open(sandbox, '/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=9999')).json).toHaveLength(1500);
    expect(code(await open(sandbox, '/api/v3/klines?symbol=BTCUSDT&interval=7m'))).toBe(-1120);
    expect(code(await open(sandbox, '/api/v3/klines?symbol=BTCUSDT'))).toBe(-1102);
  });
});

describe('funding rates', () => {
  const path = '/fapi/v1/fundingRate';
  const EIGHT_HOURS = 8 * 3_600_000;
  const rates = async (query: string) =>
    (await open(sandbox, `${path}?symbol=BTCUSDT&${query}`)).json as {
      symbol: string;
      fundingTime: number;
      fundingRate: string;
      markPrice: string;
    }[];

  it('come every eight hours from a start on, oldest first, a thousand at most', async () => {
    const start = Date.UTC(2025, 0, 1);
    const all = await rates(`startTime=${start}&limit=5000`);
    expect(all).toHaveLength(1000);
    all.forEach(({ fundingTime, fundingRate, markPrice }, n) => {
      expect(Math.floor(fundingTime / 60_000) * 60_000).toBe(start + n * EIGHT_HOURS);
      expect(Math.abs(Number(fundingRate))).toBeLessThanOrEqual(0.0001);
      expect(Number(markPrice)).toBeGreaterThan(0);
    });
    expect(await rates(`startTime=${start}`)).toEqual(all.slice(0, 100));
    expect(await rates(`startTime=${all[10]!.fundingTime}&endTime=${all[20]!.fundingTime}`)).toEqual(all.slice(10, 21));
    expect(await rates(`startTime=${all[10]!.fundingTime + 1}&endTime=${all[20]!.fundingTime - 1}`)).toEqual(all.slice(11, 20));
  });

  it('without a start are the latest, and none is told that is not settled yet', async () => {
    const latest = await rates('limit=3');
    expect(latest).toHaveLength(3);
    const [last] = latest.slice(-1);
    expect(last!.fundingTime).toBeLessThanOrEqual(NOW);
    expect(last!.fundingTime).toBeGreaterThan(NOW - EIGHT_HOURS);
    expect(await rates(`endTime=${last!.fundingTime - 1}&limit=2`)).toEqual(latest.slice(0, 2));
  });

  it('of a contract that there is not are refused, and have a counter of their own', async () => {
    expect(code(await open(sandbox, `${path}?symbol=STORJUSDT`))).toBe(-1121);
    const before = (await control(sandbox, 'GET', 'limits'))['fapi-funding'];
    await control(sandbox, 'POST', 'limits', { 'fapi-funding': 0 });
    expect((await open(sandbox, `${path}?symbol=BTCUSDT`)).status).toBe(429);
    expect((await open(sandbox, '/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1')).status).toBe(200);
    await control(sandbox, 'POST', 'limits', { 'fapi-funding': before });
  });

  it('are what positions paid: by each fee the position was a whole number of the contract’s steps', async () => {
    const fees = of(truth['income'], 'BTCUSDT').filter((row) => row['incomeType'] === 'FUNDING_FEE' && Number(row['income']) !== 0);
    expect(fees.length).toBeGreaterThan(5);
    for (const fee of fees.slice(0, 20)) {
      const time = Math.floor(Number(fee['time']) / EIGHT_HOURS) * EIGHT_HOURS;
      const [rate] = await rates(`startTime=${time}&limit=1`);
      expect(Math.floor(rate!.fundingTime / EIGHT_HOURS) * EIGHT_HOURS).toBe(time);
      const [[, price]] = (await open(sandbox, `/fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=${time}&limit=1`)).json as [
        [number, string],
      ];
      const steps = (Number(fee['income']) / (Number(rate!.fundingRate) * Number(price))) * 1000;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.001);
      expect(Math.abs(Math.round(steps))).toBeGreaterThan(0);
    }
  });
});

describe('exchangeInfo', () => {
  it('lists some 47 pairs, one of them closed, and none that is gone', async () => {
    const { json } = await open(sandbox, '/api/v3/exchangeInfo?showPermissionSets=false');
    const { symbols } = json as { symbols: { symbol: string; status: string; quoteAsset: string; permissionSets: string[] }[] };
    expect(symbols.length).toBeGreaterThan(45);
    expect(symbols.filter((s) => s.status === 'BREAK').map((s) => s.symbol)).toEqual(['SRMUSDT']);
    expect(symbols.map((s) => s.symbol)).not.toContain('ANCUSDT');
    expect(new Set(symbols.map((s) => s.quoteAsset))).toEqual(new Set(['USDT', 'BTC', 'USDC']));
    expect(symbols.every((s) => s.permissionSets.length === 0)).toBe(true);
  });

  it('answers one pair, or -1121', async () => {
    const one = (await open(sandbox, '/api/v3/exchangeInfo?symbol=BTCUSDT')).json as { symbols: { permissionSets: string[][] }[] };
    expect(one.symbols.map((s) => s.permissionSets)).toEqual([[['SPOT']]]);
    expect(code(await open(sandbox, '/api/v3/exchangeInfo?symbol=ANCUSDT'))).toBe(-1121);
  });
});

describe('strict mode', () => {
  let strict: Sandbox;
  let picky: Client;
  beforeAll(async () => {
    strict = await startSandbox({ now: () => NOW, strict: true });
    picky = new Client(strict, 'small');
  });
  afterAll(() => strict.close());

  it('refuses parameters nobody reads', async () => {
    expect(code(await picky.get('/api/v3/account', { since: 1 }))).toBe(-1104);
    expect((await picky.get('/api/v3/account', { omitZeroBalances: true })).status).toBe(200);
  });

  it('refuses a limit above the maximum', async () => {
    expect(code(await picky.get('/api/v3/myTrades', { symbol: 'BTCUSDT', limit: 1001 }))).toBe(-1130);
  });
});
