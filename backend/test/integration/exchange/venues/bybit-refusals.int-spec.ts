import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  Banned,
  ClockSkew,
  VenueUnavailable,
  KeyRejected,
  RateLimited,
  VenueRejected,
  RightsUnclear,
  WireShape,
  type TimeWindow,
} from '../../../../src/trading/venues/port/index.js';
import type { Instead } from '../exchange-double.js';
import { BybitDouble } from './bybit-double.js';
import { emptyAccount, execution, KEY, keyInfo } from './bybit-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { Row } from './venue-double.js';

const stand = new VenueStand('bybit', new BybitDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const week: TimeWindow = { from: new Date(START), to: new Date(START + 6 * 86_400_000) };
const EXECUTIONS = '/v5/execution/list';
const KEY_INFO = '/v5/user/query-api';

beforeEach(() => {
  double.only(emptyAccount({ executions: { spot: [execution(1, START)], linear: [] } }));
});

const said = (retCode: unknown, retMsg = 'refused', more: Row = {}): Instead => ({
  body: { retCode, retMsg, result: {}, retExtInfo: {}, time: Date.now(), ...more },
});
const list = (row: unknown): Instead => ({
  body: { retCode: 0, retMsg: 'OK', result: { category: 'spot', nextPageCursor: '', list: row } },
});

describe('a refusal', () => {
  const cases: [string, Instead, new (...parameters: never[]) => Error][] = [
    ['10006', said(10_006, 'Too many visits!'), RateLimited],
    ['429', { status: 429, body: '' }, RateLimited],
    ['403 access too frequent', { status: 403, body: 'access too frequent' }, Banned],
    ['10018', said(10_018, 'exceed ip rate limit'), Banned],
    ['10003', said(10_003, 'API key is invalid.'), KeyRejected],
    ['10004', said(10_004, `error sign! origin_string[1658384314791${KEY.apiKey}5000category=spot]`), KeyRejected],
    ['10005', said(10_005, 'Permission denied'), KeyRejected],
    ['10010', said(10_010, 'Unmatched IP'), KeyRejected],
    ['33004', said(33_004, 'Your api key has expired'), KeyRejected],
    ['401', { status: 401, body: '' }, KeyRejected],
    ['10016, which ccxt takes for a permanent one', said(10_016, 'Server error.'), VenueUnavailable],
    ['10000', said(10_000, 'Server Timeout'), VenueUnavailable],
    ['502 HTML', { status: 502, body: '<html>Bad Gateway</html>' }, VenueUnavailable],
    ['503 maintenance', { status: 503, body: 'System maintenance' }, VenueUnavailable],
    ['a cut connection', { reset: true }, VenueUnavailable],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }, VenueUnavailable],
    ['10009', said(10_009, 'Service Restricted'), VenueRejected],
    ['10001', said(10_001, 'Request parameter error'), VenueRejected],
    ['10028', said(10_028, 'only be accessed by unified account users'), VenueRejected],
    ['404', { status: 404, body: '<html>not found</html>' }, VenueRejected],
    ['200 with HTML', { body: '<html>please log in</html>' }, WireShape],
    ['200 with cut JSON', { body: '{"retCode":0,"retMsg":"OK","result":{"category":"spot","list":[{"symbol":"ETH' }, WireShape],
    ['200 with nothing', { body: '' }, WireShape],
    ['200 with {}', { body: {} }, WireShape],
    ['200 without a code', { body: { result: { list: [] } } }, WireShape],
    ['200 without a result', said(0, 'OK', { result: null }), WireShape],
    ['200 with an object instead of a list', list({}), WireShape],
    ['200 with a list of something else', list(['a', 'b']), WireShape],
    ['200 with a row without its fields', list([{ symbol: 'ETHUSDT', execId: 'x' }]), WireShape],
    ['200 with an amount that is none', list([execution(1, START, { execQty: 'NaN' })]), WireShape],
    ['200 with a side that is none', list([execution(1, START, { side: 'None' })]), WireShape],
    ['200 with a time that is none', list([execution(1, START, { execTime: 'yesterday' })]), WireShape],
  ];

  it.each(cases)('%s is told by its kind', async (_, instead, kind) => {
    double.answerOnce(EXECUTIONS, instead);
    expect(await failure(stand.fills.spot(week, null))).toBeInstanceOf(kind);
    expect(double.callsOf(EXECUTIONS)).toHaveLength(1);
    expect(stand.budget.underWay).toBe(0);
  });

  it.each(cases)('%s tells no signature, no key and nothing that was signed', async (_, instead) => {
    double.answerOnce(EXECUTIONS, instead);
    const error = await failure(stand.fills.spot(week, null));
    const told = `${error.message} ${JSON.stringify(error)} ${String(error.cause ?? '')} ${error.stack ?? ''}`;
    for (const secret of [KEY.secretKey, KEY.apiKey, String(double.callsOf(EXECUTIONS)[0]!.headers['x-bapi-sign'])])
      expect(told).not.toContain(secret);
  });

  it('of a whole key says so even where futures were asked for; of a missing permission it is futures alone', async () => {
    double.answerOnce('/v5/position/list', said(33_004), 2);
    expect(await failure(stand.client.positions())).toMatchObject({ name: 'KeyRejected', scope: 'spot' });
    double.answerOnce('/v5/position/list', said(10_005), 2);
    expect(await failure(stand.client.positions())).toMatchObject({ name: 'KeyRejected', scope: 'futures' });
  });

  it('of a wrong secret is one of the key', async () => {
    const wrong = await stand.gateway.open('bybit', { ...KEY, secretKey: 'another-secret' }, interactive);
    expect(await failure(wrong.account())).toMatchObject({
      name: 'KeyRejected',
      scope: 'spot',
      reason: 'the secret key does not belong to the API key',
    });
  });
});

describe('limits', () => {
  it('are counted by account and endpoint, and for our address beside', async () => {
    await stand.fills.spot(week, null);
    const taken = stand.budget.taken.filter(({ scope }) => scope.name !== 'address');
    expect(taken).toHaveLength(1);
    expect(taken[0]!.scope).toMatchObject({
      venue: 'bybit',
      name: expect.stringMatching(/^uid:[0-9a-f]{16}:\/v5\/execution\/list$/),
      limit: 50,
      windowMs: 1000,
    });
    expect(stand.budget.taken.filter(({ scope }) => scope.name === 'address')).toHaveLength(double.calls.length);
    expect(stand.budget.underWay).toBe(0);
  });

  it('never let more than 600 calls out in five seconds', async () => {
    await stand.fills.spot(week, null);
    const { limit, windowMs } = stand.budget.taken.find(({ scope }) => scope.name === 'address')!.scope;
    expect((limit * 5000) / windowMs).toBeLessThanOrEqual(600);
  });

  it('of our address do not leave the account’s weight under way', async () => {
    await stand.client.serverTime();
    stand.budget.close('bybit', 'address', 1000);
    expect(await failure(stand.fills.spot(week, null))).toBeInstanceOf(RateLimited);
    expect(stand.budget.underWay).toBe(0);
    expect(double.callsOf(EXECUTIONS)).toHaveLength(0);
  });

  it('that the headers announce count from then on', async () => {
    double.headers = { 'x-bapi-limit': '20', 'x-bapi-limit-status': '13', 'x-bapi-limit-reset-timestamp': String(Date.now()) };
    await stand.fills.spot(week, null);
    expect(stand.budget.answers.find(({ scope }) => scope.name.includes(EXECUTIONS))?.used).toBe(7);
    await stand.fills.spot(week, null);
    expect(stand.budget.taken.at(-1)!.scope.name).toBe('address');
    expect(stand.budget.taken.at(-2)!.scope).toMatchObject({ limit: 20 });
  });

  it.each([
    { 'x-bapi-limit': '0', 'x-bapi-limit-status': '0' },
    { 'x-bapi-limit': '99999', 'x-bapi-limit-status': '1' },
    { 'x-bapi-limit': '10', 'x-bapi-limit-status': '11' },
    { 'x-bapi-limit': 'many' },
  ])('in headers like %j change nothing', async (headers) => {
    double.headers = headers as Record<string, string>;
    await stand.fills.spot(week, null);
    await stand.fills.spot(week, null);
    expect(stand.budget.taken.at(-2)!.scope).toMatchObject({ limit: 50 });
    expect(stand.budget.answers.every(({ used }) => used === null)).toBe(true);
  });

  it('wait until the venue begins anew, and for this account alone', async () => {
    double.answerOnce(EXECUTIONS, {
      ...said(10_006, 'Too many visits!'),
      headers: { 'x-bapi-limit-reset-timestamp': String(Date.now() + 110_000) },
    });
    const error = (await failure(stand.fills.spot(week, null))) as RateLimited;
    expect(error.retryAfterMs).toBeGreaterThan(70_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(111_000);
    expect([...stand.budget.closed.keys()]).toEqual([expect.stringMatching(/^bybit uid:/)]);
    double.answerOnce('/v5/asset/deposit/query-record', said(10_006));
    expect(await failure(stand.client.deposits(week, null))).toMatchObject({ retryAfterMs: 60_000 });
  });

  it('of the address close everything for ten minutes', async () => {
    double.answerOnce(EXECUTIONS, { status: 403, body: 'access too frequent' });
    expect(await failure(stand.fills.spot(week, null))).toMatchObject({ retryAfterMs: 600_000 });
    const before = double.calls.length;
    expect(await failure(stand.client.account())).toBeInstanceOf(RateLimited);
    expect(double.calls).toHaveLength(before);
  });
});

describe('the clock', () => {
  it.each([-9000, 3000, 86_400_000])('is measured: %d ms of difference make no failure', async (offset) => {
    double.clockOffsetMs = offset;
    const begun = Date.now();
    await expect(stand.client.account()).resolves.toBeDefined();
    const told = (await stand.client.serverTime()).getTime();
    // No measurement is wrong by more than its answers took.
    expect(Math.abs(told - Date.now() - offset)).toBeLessThan(1000 + Date.now() - begun);
  });

  it('is measured anew when a stamp is refused, and the request goes out once more', async () => {
    await stand.fills.spot(week, null);
    double.clockOffsetMs = -5000;
    await expect(stand.fills.spot(week, null)).resolves.toBeDefined();
    expect(double.callsOf(EXECUTIONS)).toHaveLength(3);
  });

  it('that is never accepted ends with ClockSkew after one more try', async () => {
    double.answerOnce(EXECUTIONS, said(10_002, 'The request time exceeds the time window range.'), 9);
    expect(await failure(stand.fills.spot(week, null))).toBeInstanceOf(ClockSkew);
    expect(double.callsOf(EXECUTIONS)).toHaveLength(2);
  });
});

describe('a key', () => {
  const told = async (info: Row) => {
    double.answerOnce(KEY_INFO, { body: { retCode: 0, retMsg: '', result: info, retExtInfo: {}, time: Date.now() } });
    return stand.client.keyRights();
  };

  it('that is read-only may do nothing else, whatever its permissions are called', async () => {
    expect(await told(keyInfo())).toEqual({ canRead: true, excessive: [], restrictedByAddress: true, expiresAt: null });
  });

  it('that may write names what', async () => {
    const { excessive } = await told(
      keyInfo({ readOnly: 0, permissions: { Spot: ['SpotTrade'], Wallet: ['Withdraw'], Newest: ['BrandNewThing'] } }),
    );
    expect(excessive).toEqual(['reading and writing', 'spot trading', 'withdrawals', 'brand new thing']);
  });

  it('that may write without a permission is refused as well', async () => {
    expect((await told(keyInfo({ readOnly: 0, permissions: {} }))).excessive).toEqual(['reading and writing']);
  });

  it('of an unknown kind is too powerful', async () => {
    expect((await told(keyInfo({ readOnly: 2 }))).excessive).toContain('an unknown kind of key (2)');
  });

  it.each([
    ['a missing flag', { readOnly: undefined }],
    ['a flag as text', { readOnly: '1' }],
    ['a flag that is true', { readOnly: true }],
    ['no permissions', { permissions: null }],
    ['permissions as a list', { permissions: ['Spot'] }],
    ['a permission as text', { permissions: { Spot: 'SpotTrade' } }],
    ['addresses as text', { ips: '*' }],
    ['an end that is no time', { expiredAt: 'soon' }],
  ])('with %s is not understood', async (_, more: Row) => {
    expect(await failure(told(keyInfo(more)))).toBeInstanceOf(RightsUnclear);
  });

  it('whose rights do not come as an object is asked for again later', async () => {
    double.answerOnce(KEY_INFO, said(0, 'OK', { result: [] }));
    expect(await failure(stand.client.keyRights())).toBeInstanceOf(WireShape);
  });

  it('without permissions reads nothing', async () => {
    expect((await told(keyInfo({ permissions: { Spot: [], Wallet: null } }))).canRead).toBe(false);
  });

  it('that is bound to no address ends by itself', async () => {
    expect(await told(keyInfo({ ips: ['*'], deadlineDay: 66, expiredAt: '2027-12-22T07:20:25Z' }))).toMatchObject({
      restrictedByAddress: false,
      expiresAt: new Date('2027-12-22T07:20:25Z'),
    });
    const { expiresAt } = await told(keyInfo({ ips: ['*'], deadlineDay: 10, expiredAt: '' }));
    expect(Math.round((expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(10);
  });
});
