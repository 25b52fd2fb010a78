import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { Client, code, control, DAY, NOW, open, unlimited } from './support/client.ts';
import type { Fields } from './support/client.ts';

const TRADES = '/api/v3/myTrades';
const PAGE = { symbol: 'BTCUSDT', fromId: 0, limit: 10 };

let sandbox: Sandbox;
let client: Client;
let good: Fields[];

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
  await unlimited(sandbox);
  client = new Client(sandbox, 'typical');
  good = await client.rows(TRADES, PAGE);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', 'reset', { only: ['faults', 'log', 'clock'] });
});

const arm = (fault: Fields): Promise<Fields> => control(sandbox, 'POST', 'faults', { path: TRADES, ...fault });

describe('a fault', () => {
  it('passes the first ones, hits some, and is over', async () => {
    await arm({ skip: 1, times: 2, do: { status: 500 } });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await client.get(TRADES, PAGE)).status);
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
  });

  it('hits one member only, and one parameter only', async () => {
    await arm({ member: 'typical-1', params: { symbol: 'ETHUSDT' }, do: { status: 400, code: -1121, msg: 'Invalid symbol.' } });
    expect(code(await client.get(TRADES, { ...PAGE, symbol: 'ETHUSDT' }))).toBe(-1121);
    expect((await client.get(TRADES, PAGE)).status).toBe(200);
    expect((await new Client(sandbox, 'typical', 'read-only', { n: 2 }).get(TRADES, { ...PAGE, symbol: 'ETHUSDT' })).status).toBe(200);
  });

  it('hits a whole scope with a star, and nothing else', async () => {
    await arm({ path: '/fapi/*', do: { status: 401 } });
    expect(code(await client.get('/fapi/v3/account'))).toBe(-2015);
    expect((await client.get('/api/v3/account')).status).toBe(200);
  });

  it('hits the same share in every run', async () => {
    const run = async (): Promise<number[]> => {
      await control(sandbox, 'DELETE', 'faults');
      await arm({ probability: 0.4, do: { status: 503 } });
      const out = [];
      for (let i = 0; i < 20; i++) out.push((await client.get(TRADES, PAGE)).status);
      return out;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  it('shows in the log and counts weight like any answer', async () => {
    const { ids } = await arm({ times: 1, do: { status: 429, retryAfter: 7 } });
    await client.get(TRADES, PAGE);
    const [entry] = (await control(sandbox, 'GET', 'log?path=myTrades')) as unknown as Fields[];
    expect(entry).toMatchObject({
      name: `GET ${TRADES}`,
      status: 429,
      code: -1003,
      weight: 20,
      member: 'typical-1',
      fault: (ids as number[])[0],
    });
    expect(entry?.['params']).not.toHaveProperty('signature');
  });

  it('that is misspelt is refused', async () => {
    await expect(arm({ do: { stats: 500 } })).rejects.toThrow('unknown fault action: stats');
    await expect(arm({ time: 1, do: { status: 500 } })).rejects.toThrow('unknown field of a fault: time');
  });
});

describe('kinds', () => {
  it.each([
    ['429 with seconds', { status: 429, retryAfter: 7 }, { status: 429, code: -1003, wait: '7' }],
    ['429 with none', { status: 429, retryAfter: 0 }, { status: 429, code: -1003, wait: '0' }],
    ['418', { status: 418, retryAfter: 120 }, { status: 418, code: -1003, wait: '120' }],
    ['an unknown key', { status: 401 }, { status: 401, code: -2015, wait: null }],
    ['a bad signature', { status: 400, code: -1022 }, { status: 400, code: -1022, wait: null }],
    ['an inner error', { status: 500 }, { status: 500, code: -1001, wait: null }],
    ['overload', { status: 503 }, { status: 503, code: -1008, wait: null }],
  ])('%s', async (_name, action, expected) => {
    await arm({ do: action });
    const answer = await client.get(TRADES, PAGE);
    expect({ status: answer.status, code: code(answer), wait: answer.headers.get('retry-after') }).toEqual(expected);
    expect(answer.headers.get('x-sandbox')).toBe('1');
  });

  it("a proxy's page, with 200 or with 502", async () => {
    await arm({ times: 1, do: { html: true } });
    await arm({ times: 1, do: { html: true, status: 502 } });
    for (const status of [200, 502]) {
      const answer = await client.get(TRADES, PAGE);
      expect([answer.status, answer.headers.get('content-type'), answer.text.startsWith('<html>')]).toEqual([status, 'text/html', true]);
    }
  });

  it('JSON that ends in the middle', async () => {
    await arm({ do: { cutAt: 100 } });
    const answer = await client.get(TRADES, PAGE);
    expect([answer.status, answer.text.length, answer.json]).toEqual([200, 100, undefined]);
    expect(JSON.stringify(good).startsWith(answer.text)).toBe(true);
  });

  it('nothing, and an object instead of a list', async () => {
    await arm({ times: 1, do: { empty: true } });
    await arm({ times: 1, do: { json: {} } });
    expect((await client.get(TRADES, PAGE)).text).toBe('');
    expect((await client.get(TRADES, PAGE)).text).toBe('{}');
  });

  it('a broken connection', async () => {
    await arm({ times: 1, do: { reset: true } });
    await expect(client.get(TRADES, PAGE)).rejects.toThrow();
    expect((await client.get(TRADES, PAGE)).json).toEqual(good);
  });

  it('a late answer, which is still the right one', async () => {
    await arm({ times: 1, do: { delayMs: 300 } });
    const begun = performance.now();
    expect((await client.get(TRADES, PAGE)).json).toEqual(good);
    expect(performance.now() - begun).toBeGreaterThan(250);
  });

  it('edge rows twice, another order, the page before', async () => {
    await arm({ times: 1, do: { rows: 'duplicate' } });
    expect(await client.rows(TRADES, PAGE)).toEqual([good[0], ...good, good[9]]);
    await arm({ times: 1, do: { rows: 'shuffle' } });
    const shuffled = await client.rows(TRADES, PAGE);
    expect(shuffled).not.toEqual(good);
    expect(shuffled).toEqual(expect.arrayContaining(good));
    await arm({ skip: 1, times: 1, do: { rows: 'repeat' } });
    await client.rows(TRADES, PAGE);
    const next = { ...PAGE, fromId: Number(good[9]?.['id']) + 1 };
    expect(await client.rows(TRADES, next)).toEqual(good);
    expect((await client.rows(TRADES, next))[0]).not.toEqual(good[0]);
  });

  it('a key that grew too powerful', async () => {
    await arm({ path: '/sapi/v1/account/apiRestrictions', do: { merge: { enableWithdrawals: true } } });
    expect((await client.get('/sapi/v1/account/apiRestrictions')).json).toMatchObject({ enableReading: true, enableWithdrawals: true });
  });
});

describe('the clock', () => {
  it('moves, and old timestamps are refused', async () => {
    await control(sandbox, 'POST', 'clock', { offsetMs: 3_000 });
    expect((await open(sandbox, '/api/v3/time')).json).toEqual({ serverTime: NOW + 3_000 });
    await control(sandbox, 'POST', 'clock', { advanceMs: 60_000 });
    expect((await open(sandbox, '/api/v3/time')).json).toEqual({ serverTime: NOW + 63_000 });
    expect(code(await client.get('/api/v3/account'))).toBe(-1021);
  });

  it('stands still for the world while the exchange goes on', async () => {
    const before = await control(sandbox, 'GET', 'truth/typical-1');
    await control(sandbox, 'POST', 'clock', { freeze: true });
    await control(sandbox, 'POST', 'clock', { offsetMs: 5 * DAY });
    expect(await control(sandbox, 'GET', 'truth/typical-1')).toEqual(before);
    expect(await control(sandbox, 'GET', 'clock')).toMatchObject({ server: NOW + 5 * DAY, world: NOW, frozen: true });
    await control(sandbox, 'POST', 'clock', { advanceMs: DAY });
    expect(await control(sandbox, 'GET', 'clock')).toMatchObject({ server: NOW + 6 * DAY, world: NOW + DAY });
    const then = Date.UTC(2026, 11, 24);
    await control(sandbox, 'POST', 'clock', { freeze: then });
    expect(await control(sandbox, 'GET', 'clock')).toMatchObject({ server: then, world: then });
  });

  it('makes a revoked key stop at its moment', async () => {
    const key = new Client(sandbox, 'small', `revoked-at-${NOW + 1_000}`);
    expect((await key.get('/api/v3/account')).status).toBe(200);
    await control(sandbox, 'POST', 'clock', { advanceMs: 1_000 });
    expect(code(await key.get('/api/v3/account'))).toBe(-2015);
  });
});

describe('the control interface', () => {
  it('is closed without its token', async () => {
    for (const headers of [{}, { 'X-Control-Token': 'guess' }] as Record<string, string>[]) {
      expect((await open(sandbox, '/__control/clock', { headers })).status).toBe(403);
    }
  });

  it('names members and keys', async () => {
    const members = await control(sandbox, 'GET', 'members');
    expect((members['profiles'] as Fields[]).map((p) => p['name'])).toEqual([
      'empty',
      'small',
      'typical',
      'whale',
      'futures-only',
      'gone-symbol',
      'dust',
      'mover',
      'new-news',
      'any',
      'quiet',
    ]);
    const { apiKey } = members['example'] as { apiKey: string };
    expect(apiKey).toBe(client.apiKey);
  });

  it('says what it does not understand', async () => {
    await expect(control(sandbox, 'POST', 'clock', { offset: 1 })).rejects.toThrow('400');
    await expect(control(sandbox, 'GET', 'truth/nobody-1')).rejects.toThrow('unknown member');
    await expect(control(sandbox, 'POST', 'reset', { only: ['fault'] })).rejects.toThrow('reset takes');
    await expect(control(sandbox, 'GET', 'weather')).rejects.toThrow('unknown control request');
  });
});
