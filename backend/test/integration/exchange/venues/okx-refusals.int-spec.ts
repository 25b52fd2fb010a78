import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadCcxt } from '../../../../src/trading/venues/adapters/ccxt/ccxt-wire.js';
import { VenueGateway } from '../../../../src/trading/venues/adapters/index.js';
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
import { OkxDouble } from './okx-double.js';
import { config, emptyAccount, fill, KEY } from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { Row } from './venue-double.js';

const stand = new VenueStand('okx', new OkxDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const month: TimeWindow = { from: new Date(START), to: new Date(START + 28 * 86_400_000) };
const FILLS = '/api/v5/trade/fills-history';
const CONFIG = '/api/v5/account/config';

beforeEach(() => {
  double.only(emptyAccount({ fills: { SPOT: [fill(1, START)] } }));
});

const said = (code: unknown, msg = 'refused', status = 200): Instead => ({ status, body: { code, data: [], msg } });
const data = (rows: unknown): Instead => ({ body: { code: '0', data: rows, msg: '' } });

describe('a refusal', () => {
  const cases: [string, Instead, new (...parameters: never[]) => Error][] = [
    ['50011', said('50011', 'Rate limit reached.'), RateLimited],
    ['429 50011', said('50011', 'Too Many Requests', 429), RateLimited],
    ['50061', said('50061', 'maximum order rate limit'), RateLimited],
    ['429 without a body', { status: 429, body: '' }, RateLimited],
    ['429 50013 systems are busy', said('50013', 'Systems are busy.', 429), VenueUnavailable],
    ['50111', said('50111', 'Invalid OK-ACCESS-KEY.', 401), KeyRejected],
    ['50113', said('50113', 'Invalid signature.', 401), KeyRejected],
    ['50105', said('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.', 401), KeyRejected],
    ['50114', said('50114', 'Invalid authorization.', 401), KeyRejected],
    ['50110', said('50110', 'Your IP 192.0.2.1 is not included in your API key’s IP whitelist.', 401), KeyRejected],
    ['50119', said('50119', 'API key doesn’t exist'), KeyRejected],
    ['50120', said('50120', 'This API key doesn’t have permission'), KeyRejected],
    ['401 without a body', { status: 401, body: '' }, KeyRejected],
    ['503 50001', said('50001', 'Service temporarily unavailable.', 503), VenueUnavailable],
    ['500 50026', said('50026', 'System error.', 500), VenueUnavailable],
    ['400 50004', said('50004', 'API endpoint request timeout.', 400), VenueUnavailable],
    ['502 HTML', { status: 502, body: '<html>Bad Gateway</html>' }, VenueUnavailable],
    ['a cut connection', { reset: true }, VenueUnavailable],
    ['403 of a firewall', { status: 403, body: '<html>Forbidden</html>' }, Banned],
    ['50121', said('50121', 'You can’t access our services through the IP address'), VenueRejected],
    ['400 51000', said('51000', 'Parameter instType error', 400), VenueRejected],
    ['410 50005', said('50005', 'API endpoint is inactive or unavailable.', 410), VenueRejected],
    ['404', { status: 404, body: '<html>not found</html>' }, VenueRejected],
    ['200 with HTML', { body: '<html>please log in</html>' }, WireShape],
    ['200 with cut JSON', { body: '{"code":"0","data":[{"instId":"BTC-' }, WireShape],
    ['200 with nothing', { body: '' }, WireShape],
    ['200 with {}', { body: {} }, WireShape],
    ['200 without a code', { body: { data: [] } }, WireShape],
    ['200 with an object instead of a list', data({}), WireShape],
    ['200 with a list of something else', data(['a']), WireShape],
    ['200 with a row without its fields', data([{ instType: 'SPOT', instId: 'BTC-USDT', billId: '1' }]), WireShape],
    ['200 with an amount that is none', data([fill(1, START, { fillSz: 'Infinity' })]), WireShape],
    ['200 with an id that is none', data([fill(1, START, { billId: 'x' })]), WireShape],
  ];

  it.each(cases)('%s is told by its kind', async (_, instead, kind) => {
    double.answerOnce(FILLS, instead);
    expect(await failure(stand.fills.spot(month, null))).toBeInstanceOf(kind);
    expect(double.callsOf(FILLS)).toHaveLength(1);
    expect(stand.budget.underWay).toBe(0);
  });

  it.each(cases)('%s tells no signature, no part of the key', async (_, instead) => {
    double.answerOnce(FILLS, instead);
    const error = await failure(stand.fills.spot(month, null));
    const told = `${error.message} ${JSON.stringify(error)} ${String(error.cause ?? '')} ${error.stack ?? ''}`;
    for (const secret of [KEY.secretKey, KEY.apiKey, KEY.passphrase, String(double.callsOf(FILLS)[0]!.headers['ok-access-sign'])])
      expect(told).not.toContain(secret);
  });

  it('of a whole key says so even where futures were asked for; of a missing permission it is futures alone', async () => {
    double.answerOnce('/api/v5/account/positions', said('50111', 'Invalid', 401));
    expect(await failure(stand.client.positions())).toMatchObject({ name: 'KeyRejected', scope: 'spot' });
    double.answerOnce('/api/v5/account/positions', said('50120'));
    expect(await failure(stand.client.positions())).toMatchObject({ name: 'KeyRejected', scope: 'futures' });
  });

  it('of a wrong secret is one of the key', async () => {
    const wrong = await stand.gateway.open('okx', { ...KEY, secretKey: 'another-secret' }, interactive);
    expect(await failure(wrong.account())).toMatchObject({ name: 'KeyRejected', reason: 'the secret key does not belong to the API key' });
  });
});

describe('limits', () => {
  it('are counted by account and endpoint, for what is public by address and endpoint', async () => {
    await stand.fills.spot(month, null);
    await stand.client.prices();
    const scopes = stand.budget.taken.map(({ scope, weight }) => ({
      name: scope.name.replace(/uid:[0-9a-f]{16}/, 'uid'),
      callsASecond: (scope.limit / weight) * (1000 / scope.windowMs),
    }));
    expect(scopes).toContainEqual({ name: `uid:${FILLS}`, callsASecond: 5 });
    expect(scopes).toContainEqual({ name: 'address:/api/v5/market/tickers', callsASecond: 10 });
    expect(scopes).toContainEqual({ name: 'address:/api/v5/public/time', callsASecond: 5 });
  });

  it('close one endpoint for one account', async () => {
    double.answerOnce(FILLS, said('50011'));
    expect(await failure(stand.fills.spot(month, null))).toMatchObject({ retryAfterMs: 2000 });
    expect(await failure(stand.fills.spot(month, null))).toBeInstanceOf(RateLimited);
    expect(double.callsOf(FILLS)).toHaveLength(1);
    await expect(stand.client.account()).resolves.toBeDefined();
  });

  it('of a firewall close everything', async () => {
    double.answerOnce(FILLS, { status: 403, body: '<html>Forbidden</html>' });
    expect(await failure(stand.fills.spot(month, null))).toMatchObject({ retryAfterMs: 600_000 });
    expect(await failure(stand.client.account())).toBeInstanceOf(RateLimited);
  });
});

describe('the clock', () => {
  it.each([-60_000, 40_000, 86_400_000])('is measured: %d ms of difference make no failure', async (offset) => {
    double.clockOffsetMs = offset;
    await expect(stand.client.account()).resolves.toBeDefined();
  });

  it('is measured anew when a stamp is refused, and the request goes out once more', async () => {
    await stand.fills.spot(month, null);
    double.clockOffsetMs = -60_000;
    await expect(stand.fills.spot(month, null)).resolves.toBeDefined();
    expect(double.callsOf(FILLS)).toHaveLength(3);
  });

  it('that is never accepted ends with ClockSkew after one more try', async () => {
    double.answerOnce(FILLS, said('50102', 'Timestamp request expired.', 401), 9);
    expect(await failure(stand.fills.spot(month, null))).toBeInstanceOf(ClockSkew);
    expect(double.callsOf(FILLS)).toHaveLength(2);
  });
});

describe('a key', () => {
  const told = async (more: Row) => {
    double.answerOnce(CONFIG, data([config(more)]));
    return stand.client.keyRights();
  };

  it('that only reads may do nothing else', async () => {
    expect(await told({})).toEqual({ canRead: true, excessive: [], restrictedByAddress: true, expiresAt: null });
    expect(await told({ ip: '' })).toMatchObject({ restrictedByAddress: false });
  });

  it.each([
    ['read_only,trade', ['trading']],
    ['read_only,withdraw,trade', ['withdrawals', 'trading']],
    ['read_only, brand_new_thing', ['brand new thing']],
    ['read_only,%%', ['an unknown right']],
    ['read_only,constructor', ['constructor']],
  ])('with %j may do too much', async (perm, excessive) => {
    expect(await told({ perm })).toMatchObject({ canRead: true, excessive });
  });

  it('that does not read is none for us', async () => {
    expect(await told({ perm: '' })).toMatchObject({ canRead: false, excessive: [] });
  });

  it.each([
    ['no rights', { perm: undefined }],
    ['rights as a list', { perm: ['read_only'] }],
    ['addresses as a list', { ip: [] }],
  ])('with %s is not understood', async (_, more: Row) => {
    expect(await failure(told(more))).toBeInstanceOf(RightsUnclear);
  });

  it('about which nothing or two things are told is asked for again later', async () => {
    for (const rows of [[], [config(), config()]]) {
      double.answerOnce(CONFIG, data(rows));
      expect(await failure(stand.client.keyRights())).toBeInstanceOf(WireShape);
    }
  });
});

it('the region’s host is where keys are sent to', async () => {
  const { createWire, close } = await loadCcxt({ venue: 'okx', base: double.url, hostname: 'eea.okx.com' });
  let host = '';
  await createWire(null).request(
    'publicGetPublicTime',
    {},
    { timeDifference: 0, signal: undefined, onAnswer: ({ url }) => void (host = url.hostname), kind: 'time' },
  );
  expect(host).toBe('eea.okx.com');
  await close();
});

it('a gateway takes the region’s host', async () => {
  const gateway = new VenueGateway(stand.budget, double.url, { okx: 'eea.okx.com' });
  await expect((await gateway.open('okx', KEY, interactive)).account()).resolves.toBeDefined();
  await gateway.onApplicationShutdown();
});
