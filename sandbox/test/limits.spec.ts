import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { Client, code, control, NOW, open } from './support/client.ts';

let sandbox: Sandbox;
let now: number;
let client: Client;

beforeEach(async () => {
  now = NOW;
  sandbox = await startSandbox({ now: () => now });
  client = new Client(sandbox, 'small', 'read-only', { now: () => now });
});
afterEach(() => sandbox.close());

describe('weights', () => {
  it('add up in the header of each answer, also of errors', async () => {
    await client.get('/api/v3/account');
    const bad = await client.get('/api/v3/myTrades', { symbol: 'NOPE' });
    expect(bad.status).toBe(400);
    expect(bad.headers.get('x-mbx-used-weight-1m')).toBe('40');
    expect((await client.get('/fapi/v3/positionRisk')).headers.get('x-mbx-used-weight-1m')).toBe('5');
    expect((await client.get('/sapi/v1/asset/wallet/balance')).headers.get('x-sapi-used-ip-weight-1m')).toBe('60');
    expect((await client.get('/sapi/v1/capital/withdraw/history')).headers.get('x-sapi-used-uid-weight-1m')).toBe('18000');
  });

  it.each([
    ['/api/v3/time', 1],
    ['/api/v3/exchangeInfo', 20],
    ['/api/v3/ticker/24hr?type=MINI', 80],
    ['/api/v3/ticker/price', 4],
    ['/api/v3/klines?symbol=BTCUSDT&interval=1m', 2],
  ])('of %s is %d', async (path, weight) => {
    expect((await open(sandbox, path)).headers.get('x-mbx-used-weight-1m')).toBe(String(weight));
  });

  it('of a list depend on what is asked', async () => {
    await client.get('/fapi/v1/openOrders');
    expect((await client.get('/fapi/v1/openOrders', { symbol: 'BTCUSDT' })).headers.get('x-mbx-used-weight-1m')).toBe('41');
    await client.get('/api/v3/myTrades', { symbol: 'BTCUSDT' });
    expect((await client.get('/api/v3/myTrades', { symbol: 'BTCUSDT', orderId: 5 })).headers.get('x-mbx-used-weight-1m')).toBe('25');
  });

  it('are summed in the totals', async () => {
    await client.get('/api/v3/account');
    await client.get('/fapi/v3/account');
    expect(await control(sandbox, 'GET', 'totals')).toMatchObject({
      requests: 2,
      weight: 25,
      scopes: { api: { requests: 1, weight: 20 }, fapi: { requests: 1, weight: 5 } },
      statuses: { 200: 2 },
    });
  });
});

describe('the window', () => {
  it('of api and fapi can be made shorter, and exchangeInfo and the header say so', async () => {
    await control(sandbox, 'POST', 'limits', { windowSeconds: 2, api: 50 });
    const info = await open(sandbox, '/api/v3/exchangeInfo');
    expect(info.json).toMatchObject({
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'SECOND', intervalNum: 2, limit: 50 }, { rateLimitType: 'RAW_REQUESTS' }],
    });
    expect((await client.get('/api/v3/account')).headers.get('x-mbx-used-weight-2s')).toBe('40');
    expect((await client.get('/api/v3/account')).status).toBe(429);
    now += 2000;
    expect((await client.get('/api/v3/account')).status).toBe(200);
  });
});

describe('the limit', () => {
  it('is 6,000 a minute for api: then 429 with the rest of the minute, until the next one', async () => {
    now = NOW + 17_000;
    for (let i = 0; i < 300; i++) expect((await client.get('/api/v3/account')).status).toBe(200);
    const refused = await client.get('/api/v3/account');
    expect({ status: refused.status, code: code(refused), wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      code: -1003,
      wait: '43',
    });
    expect((await client.get('/fapi/v3/account')).status).toBe(200);
    now = NOW + 60_000;
    expect((await client.get('/api/v3/account')).status).toBe(200);
  });

  it('turns into 418 for api and fapi, not sapi, when it is ignored', async () => {
    await control(sandbox, 'POST', 'limits', { api: 20 });
    await client.get('/api/v3/account');
    for (let i = 0; i < 20; i++) expect((await client.get('/api/v3/account')).status).toBe(429);
    now += 2_000;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await client.get('/api/v3/account')).status);
    expect(statuses.slice(-3)).toEqual([418, 418, 418]);
    const banned = await client.get('/fapi/v3/account');
    expect({ status: banned.status, wait: banned.headers.get('retry-after') }).toEqual({ status: 418, wait: '120' });
    expect((await client.get('/sapi/v1/account/apiRestrictions')).status).toBe(200);
    now += 121_000;
    expect((await client.get('/fapi/v3/account')).status).toBe(200);
  });

  it('is counted for each sapi endpoint, and for withdrawals ten a second', async () => {
    for (let i = 0; i < 10; i++) expect((await client.get('/sapi/v1/capital/withdraw/history')).status).toBe(200);
    expect((await client.get('/sapi/v1/capital/withdraw/history')).status).toBe(429);
    expect((await client.get('/sapi/v1/capital/deposit/hisrec')).status).toBe(200);
    const other = new Client(sandbox, 'small', 'read-only', { n: 2, now: () => now });
    expect((await other.get('/sapi/v1/capital/withdraw/history')).status).toBe(200);
    now += 1_000;
    expect((await client.get('/sapi/v1/capital/withdraw/history')).status).toBe(200);
  });

  it('can be a ban from the control interface', async () => {
    await control(sandbox, 'POST', 'ban', { ms: 120_000 });
    expect((await client.get('/api/v3/account')).headers.get('retry-after')).toBe('120');
    now += 120_000;
    expect((await client.get('/api/v3/account')).status).toBe(200);
  });
});
