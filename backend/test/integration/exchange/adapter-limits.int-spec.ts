import { describe, expect, it } from '@jest/globals';
import { ClockSkew, VenueUnavailable, RateLimited, type Banned, type FillsBySymbol } from '../../../src/trading/venues/port/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { AdapterStand, failure, interactive } from './adapter-stand.js';
import { spotFill, type DoubleAccount, type Instead } from './exchange-double.js';

const account: DoubleAccount = {
  apiKey: 'key-of-the-double',
  secretKey: 'secret-of-the-double-0123456789',
  account: { uid: 7, updateTime: 1, balances: [] },
  spot: { AAABBB: [spotFill('AAABBB', 1, 1_700_000_000_000)] },
};
const MY_TRADES = '/api/v3/myTrades';
const ACCOUNT = '/api/v3/account';
const tooMany = (retryAfter?: string): Instead => ({
  status: 429,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: { code: -1003, msg: 'Too much request weight used.' },
});

const stand = new AdapterStand(account);
const weightOf = (name: string) => stand.budget.taken.filter(({ scope }) => scope.name === name).map(({ weight }) => weight);
const lastScope = () => stand.budget.taken.at(-1)!.scope;

describe('limits', () => {
  it('close the scope of a 429 for all accounts until Retry-After is over, and no other', async () => {
    stand.answerOnce(MY_TRADES, tooMany('7'));
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toMatchObject({ scope: 'api', retryAfterMs: 7000 });
    expect([...stand.budget.closed]).toEqual([['binance api', 7000]]);
    const other = await stand.gateway.open('binance', { apiKey: 'another', secretKey: 'secret' }, interactive);
    expect(await failure(other.account())).toBeInstanceOf(RateLimited);
    expect(stand.double.callsOf(ACCOUNT)).toHaveLength(0);
    expect(await stand.client.keyRights()).toMatchObject({ canRead: true });
  });

  it.each([['0'], [undefined], ['soon']])('wait for the rest of the venue’s minute where Retry-After is %s', async (header) => {
    stand.double.clockOffsetMs = 25_000;
    stand.answerOnce(MY_TRADES, tooMany(header));
    const begun = Date.now();
    const { retryAfterMs } = (await failure(stand.fills.spot('AAABBB', '0'))) as RateLimited;
    expect(retryAfterMs).toBeGreaterThanOrEqual(1000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    // At least a second, where the minute is nearly over; it was counted while the call was under way, however long that took.
    const near = retryAfterMs === 1000 ? 2000 : 1000;
    const took = Date.now() - begun;
    const minuteAt = (ms: number) => Math.floor((begun + 25_000 + retryAfterMs + ms) / 60_000);
    expect(minuteAt(2 * took + near)).toBeGreaterThan(minuteAt(-took - near));
  });

  it.each<[string, Instead, number]>([
    ['a 418', { status: 418, headers: { 'retry-after': '120' }, body: { code: -1003, msg: 'banned' } }, 120_000],
    ['a firewall’s 403', { status: 403, body: '<html>Forbidden</html>' }, 600_000],
    ['maintenance', { status: 503, body: 'System is under maintenance.' }, 300_000],
  ])('close everything after %s', async (_, instead, ms) => {
    stand.answerOnce(MY_TRADES, instead);
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toMatchObject({ retryAfterMs: ms });
    expect([...stand.budget.closed]).toEqual([['binance *', ms]]);
    const before = stand.double.calls.length;
    expect(await failure(stand.client.positions())).toBeInstanceOf(RateLimited);
    expect(await failure(stand.client.keyRights())).toBeInstanceOf(RateLimited);
    expect(stand.double.calls.length).toBe(before);
  });

  it.each([
    ['as long as the message tells', `IP banned until ${Date.now() + 3_600_000}.`, {}, 3_000_000, 3_600_000],
    ['two minutes where nothing is told', 'banned', {}, 120_000, 120_000],
    ['two minutes where the message tells of the past', 'IP banned until 1500000000000.', {}, 120_000, 120_000],
    ['three days at most', 'banned', { 'retry-after': '99999999999' }, 259_200_000, 259_200_000],
  ])('close everything after a 418 for %s', async (_, msg, headers, least, most) => {
    stand.answerOnce(MY_TRADES, { status: 418, headers, body: { code: -1003, msg } });
    const { retryAfterMs } = (await failure(stand.fills.spot('AAABBB', '0'))) as Banned;
    expect(retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(retryAfterMs).toBeLessThanOrEqual(most);
  });

  it('stay open after other failures', async () => {
    stand.answerOnce(MY_TRADES, { status: 502, body: '<html>Bad Gateway</html>' });
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toBeInstanceOf(VenueUnavailable);
    expect(stand.budget.closed.size).toBe(0);
  });

  it('learn the venue’s own count from each answer', async () => {
    await stand.fills.spot('AAABBB', '0');
    expect(stand.budget.answers.at(-1)).toMatchObject({ used: null });
    stand.double.headers = { 'x-mbx-used-weight-1m': '5395' };
    await stand.fills.spot('AAABBB', '0');
    expect(stand.budget.answers.at(-1)).toMatchObject({ scope: { venue: 'binance', name: 'api' }, weight: 20, used: 5395 });
    stand.answerOnce(MY_TRADES, tooMany('7'));
    await failure(stand.fills.spot('AAABBB', '0'));
    expect(stand.budget.answers.at(-1)).toMatchObject({ weight: 20, used: 5395 });
  });

  it.each<[string, Instead]>([
    ['a good answer', { body: [] }],
    ['a refusal', tooMany('7')],
    ['a cut connection', { reset: true }],
    ['cut JSON', { body: '[{"symbol": "AA' }],
    ['a refused stamp', { status: 400, body: { code: -1021, msg: 'outside of the recvWindow' } }],
  ])('are answered for once a call: %s', async (_, instead) => {
    await stand.fills.spot('AAABBB', '0');
    stand.answerOnce(MY_TRADES, instead);
    await stand.fills.spot('AAABBB', '0').catch((error: unknown) => error);
    expect(stand.budget.taken.length).toBeGreaterThan(2);
    expect(stand.budget.answers.map(({ scope, weight }) => [scope.name, weight])).toEqual(
      expect.arrayContaining(stand.budget.taken.map(({ scope, weight }) => [scope.name, weight])),
    );
    expect(stand.budget.answers).toHaveLength(stand.budget.taken.length);
  });

  it('are answered for once where the work is called off under way, and the call ends at once', async () => {
    await stand.fills.spot('AAABBB', '0');
    const calledOff = new AbortController();
    const patient = (await stand.gateway.open('binance', account, { ...interactive, signal: calledOff.signal })).fills as FillsBySymbol;
    let letGo = (): void => undefined;
    stand.double.instead = async ({ path }) => {
      if (path === MY_TRADES) await new Promise<void>((resolve) => (letGo = resolve));
      return null;
    };
    const asked = stand.double.callsOf(MY_TRADES).length;
    const ended = failure(patient.spot('AAABBB', '0'));
    await eventually(() => expect(stand.double.callsOf(MY_TRADES)).toHaveLength(asked + 1));
    expect(stand.budget.underWay).toBe(20);
    let hasEnded = false;
    void ended.finally(() => (hasEnded = true));
    calledOff.abort(new Error('called off'));
    // Long before its own time-out: other calls come and go meanwhile.
    for (let n = 0; n < 5; n++) await stand.client.openOrders({ symbols: ['AAABBB'] });
    expect(hasEnded).toBe(true);
    expect((await ended).message).toBe('called off');
    expect(stand.budget.underWay).toBe(0);
    letGo();
  });

  it('are charged by what is asked', async () => {
    stand.double.contracts = ['AAABBB', 'CCCDDD'];
    await stand.client.openOrders();
    expect(weightOf('fapi').slice(-2)).toEqual([40, 40]);
    await stand.client.openOrders({ symbols: ['AAABBB', 'CCCDDD', 'AAABBB'] });
    expect(weightOf('fapi').slice(-4)).toEqual([1, 1, 1, 1]);
    const before = stand.budget.taken.length;
    expect(await stand.client.openOrders({ symbols: [] })).toEqual({ rows: [], missing: [] });
    expect(stand.budget.taken).toHaveLength(before);
  });

  it('are taken from the lane asked for', async () => {
    await stand.client.inLane('backfill').account();
    expect(stand.budget.taken.at(-1)).toMatchObject({ lane: 'backfill' });
    await (stand.client.inLane('backfill').fills as FillsBySymbol).spot('AAABBB', '0');
    expect(stand.budget.taken.at(-1)).toMatchObject({ lane: 'backfill' });
    await stand.client.account();
    expect(stand.budget.taken.at(-1)).toMatchObject({ lane: 'interactive' });
  });

  it('of an account are told apart from those of another', async () => {
    await stand.client.withdrawals({ from: new Date(0), to: new Date(1) }, null);
    const one = lastScope();
    const other = await stand.gateway.open('binance', { apiKey: 'another', secretKey: 'secret' }, interactive);
    await failure(other.withdrawals({ from: new Date(0), to: new Date(1) }, null));
    expect(lastScope().name).not.toBe(one.name);
    expect(lastScope()).toMatchObject({ windowMs: 1000, limit: 180_000 });
    expect(JSON.stringify(stand.budget.taken)).not.toContain(account.apiKey);
  });
});

describe('announced limits', () => {
  const weight = (interval: string, intervalNum: unknown, limit: unknown) => ({
    rateLimitType: 'REQUEST_WEIGHT',
    interval,
    intervalNum,
    limit,
  });
  const raw = { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 61 };

  it('are the documented ones before the venue told its own', async () => {
    await stand.client.account();
    expect(lastScope()).toEqual({ venue: 'binance', name: 'api', limit: 6000, windowMs: 60_000 });
    await stand.client.futuresAccount();
    expect(lastScope()).toEqual({ venue: 'binance', name: 'fapi', limit: 2400, windowMs: 60_000 });
  });

  it.each([
    ['lower', [raw, weight('MINUTE', 1, 1200)], { limit: 1200, windowMs: 60_000 }],
    ['higher', [weight('MINUTE', 1, 12_000), raw], { limit: 12_000, windowMs: 60_000 }],
    ['by the second', [weight('SECOND', 10, 500)], { limit: 500, windowMs: 10_000 }],
    ['of several windows, the shortest', [weight('HOUR', 1, 90_000), weight('MINUTE', 1, 3000)], { limit: 3000, windowMs: 60_000 }],
  ])('count where they are %s', async (_, rateLimits, expected) => {
    stand.double.announced = { api: { rateLimits } };
    await stand.client.account();
    expect(lastScope()).toMatchObject(expected);
    await stand.client.futuresAccount();
    expect(lastScope()).toMatchObject({ limit: 2400, windowMs: 60_000 });
  });

  it('of futures are the futures’ own', async () => {
    stand.double.announced = { fapi: { rateLimits: [weight('MINUTE', 1, 4800)] } };
    await stand.client.futuresAccount();
    expect(lastScope()).toMatchObject({ name: 'fapi', limit: 4800 });
    await stand.client.account();
    expect(lastScope()).toMatchObject({ name: 'api', limit: 6000 });
  });

  it('bring the count of their own window along', async () => {
    stand.double.announced = { api: { rateLimits: [weight('SECOND', 10, 500)] } };
    stand.double.headers = { 'x-mbx-used-weight-1m': '999', 'x-mbx-used-weight-10s': '40' };
    await stand.client.account();
    expect(stand.budget.answers.at(-1)).toMatchObject({ used: 40 });
  });

  it.each([
    ['none', undefined],
    ['no list', 'many'],
    ['zero', [weight('MINUTE', 1, 0)]],
    ['negative', [weight('MINUTE', 1, -6000)]],
    ['a text', [weight('MINUTE', 1, '6000000')]],
    ['a fraction', [weight('MINUTE', 0.5, 6000)]],
    ['beyond belief', [weight('MINUTE', 1, 1e12)]],
    ['of an unknown unit', [weight('FORTNIGHT', 1, 9), weight('constructor', 1, 9)]],
    ['of something else', [raw, null, 5, 'x', {}]],
  ])('that are %s change nothing', async (_, rateLimits) => {
    stand.double.announced = { api: { rateLimits } };
    await stand.client.account();
    expect(lastScope()).toMatchObject({ limit: 6000, windowMs: 60_000 });
  });

  it('are asked once a process, before the first call, by no one in a hurry, and nothing fails where they cannot be had', async () => {
    const urgent = await stand.gateway.open('binance', account, { lane: 'urgent', maxWaitMs: 0 });
    await urgent.account();
    expect(stand.double.callsOf('/api/v3/exchangeInfo')).toHaveLength(0);
    stand.answerOnce('/api/v3/exchangeInfo', { status: 500, body: { code: -1001, msg: 'Internal error' } }, 9);
    await Promise.all([stand.client.account(), stand.client.account()]);
    await stand.client.account();
    expect(stand.double.callsOf('/api/v3/exchangeInfo')).toHaveLength(1);
  });

  it('come with the symbols in one call', async () => {
    await stand.client.account();
    await stand.fills.spotSymbols();
    expect(stand.double.callsOf('/api/v3/exchangeInfo')).toHaveLength(1);
  });
});

describe('the clock', () => {
  it.each([-9000, -1500, 3000, 60_000, 86_400_000])('is measured: %d ms of difference make no failure', async (offset) => {
    stand.double.clockOffsetMs = offset;
    const begun = Date.now();
    await expect(stand.client.account()).resolves.toBeDefined();
    const told = (await stand.client.serverTime()).getTime();
    // No measurement is wrong by more than its answers took.
    const took = Date.now() - begun;
    expect(Math.abs(told - Date.now() - offset)).toBeLessThan(1000 + took);
    expect(Math.abs(stand.budget.taken.at(-1)!.aheadMs + offset)).toBeLessThan(1000 + took);
  });

  it('is measured once a host for all accounts', async () => {
    const other = await stand.gateway.open('binance', account, interactive);
    await Promise.all([
      stand.client.account(),
      other.account(),
      stand.client.keyRights(),
      other.wallets(),
      other.futuresAccount(),
      stand.client.positions(),
    ]);
    expect(stand.double.callsOf('/api/v3/time')).toHaveLength(3);
    expect(stand.double.callsOf('/fapi/v1/time')).toHaveLength(3);
  });

  it('of one host is not the other’s', async () => {
    stand.double.instead = ({ path }) => (path === '/fapi/v1/time' ? { body: { serverTime: Date.now() + 86_400_000 } } : null);
    await stand.client.account();
    expect(await failure(stand.client.futuresAccount())).toBeInstanceOf(ClockSkew);
    await stand.client.account();
    expect(stand.double.callsOf('/api/v3/time')).toHaveLength(3);
  });

  it('is measured anew when it is not accepted, and the request goes out once more', async () => {
    await stand.client.account();
    stand.double.clockOffsetMs = -5000;
    await expect(stand.client.account()).resolves.toBeDefined();
    expect(stand.double.callsOf(ACCOUNT)).toHaveLength(3);
    await stand.client.account();
    expect(stand.double.callsOf(ACCOUNT)).toHaveLength(4);
  });

  it('is measured once for all calls that were refused together, and nobody uses the old one meanwhile', async () => {
    await stand.client.account();
    stand.double.clockOffsetMs = -5000;
    let under = 0;
    let [letGo, answerClock] = [(): void => undefined, (): void => undefined];
    const together = new Promise<void>((resolve) => (letGo = resolve));
    const measured = new Promise<void>((resolve) => (answerClock = resolve));
    stand.double.instead = async ({ path }) => {
      // The three are under way together, and the clock is not measured before others have come along.
      if (path === ACCOUNT && ++under <= 3) await (under === 3 ? letGo() : together);
      if (path === '/api/v3/time') await measured;
      return null;
    };
    const first = [stand.client.account(), stand.client.account(), stand.client.account()];
    await eventually(() => expect(stand.double.callsOf('/api/v3/time').length).toBeGreaterThan(3));
    const later = [stand.client.account(), stand.client.wallets()];
    answerClock();
    await Promise.all([...first, ...later]);
    expect(stand.double.callsOf('/api/v3/time')).toHaveLength(6);
    expect(stand.double.callsOf(ACCOUNT)).toHaveLength(1 + 3 + 3 + 1);
  });

  it('that is never accepted ends with ClockSkew after one more try', async () => {
    stand.answerOnce(MY_TRADES, { status: 400, body: { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' } }, 9);
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toBeInstanceOf(ClockSkew);
    expect(stand.double.callsOf(MY_TRADES)).toHaveLength(2);
  });
});
