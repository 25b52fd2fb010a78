import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  Banned,
  VenueUnavailable,
  KeyRejected,
  RateLimited,
  VenueRejected,
  RightsUnclear,
  SymbolGone,
  WireShape,
} from '../../../src/trading/venues/port/index.js';
import { AdapterStand, failure, interactive } from './adapter-stand.js';
import { spotFill, wireJson, type DoubleAccount, type Instead } from './exchange-double.js';

const SECRET = 'secret-of-the-double-0123456789';
const account: DoubleAccount = {
  apiKey: 'key-of-the-double',
  secretKey: SECRET,
  account: { uid: 9007199254740993n, updateTime: 1, balances: [{ asset: 'AAA', free: '1.50000000', locked: '0.00000000' }] },
  spot: { AAABBB: [spotFill('AAABBB', 9007199254740993n, 1_700_000_000_000)] },
};

const stand = new AdapterStand(account);

const MY_TRADES = '/api/v3/myTrades';

describe('a refusal', () => {
  const cases: [string, Instead, new (...parameters: never[]) => Error][] = [
    ['429', { status: 429, headers: { 'retry-after': '7' }, body: { code: -1003, msg: 'Too much request weight used.' } }, RateLimited],
    ['418', { status: 418, headers: { 'retry-after': '120' }, body: { code: -1003, msg: 'banned' } }, Banned],
    ['401 -2015', { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } }, KeyRejected],
    ['401 -2014', { status: 401, body: { code: -2014, msg: 'API-key format invalid.' } }, KeyRejected],
    ['400 -1022', { status: 400, body: { code: -1022, msg: 'Signature for this request is not valid.' } }, KeyRejected],
    ['500 -1001', { status: 500, body: { code: -1001, msg: 'Internal error' } }, VenueUnavailable],
    ['503 -1008', { status: 503, body: { code: -1008, msg: 'Server is currently overloaded' } }, VenueUnavailable],
    ['400 -1000', { status: 400, body: { code: -1000, msg: 'An unknown error occurred' } }, VenueUnavailable],
    ['408 -1007', { status: 408, body: { code: -1007, msg: 'Timeout waiting for response' } }, VenueUnavailable],
    ['503 maintenance', { status: 503, body: 'System is under maintenance.' }, VenueUnavailable],
    ['502 HTML', { status: 502, body: '<html>Bad Gateway</html>' }, VenueUnavailable],
    ['504 HTML', { status: 504, body: '<html>Gateway Time-out</html>' }, VenueUnavailable],
    ['a cut connection', { reset: true }, VenueUnavailable],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }, VenueUnavailable],
    ['403 of a firewall', { status: 403, body: '<html>Forbidden</html>' }, Banned],
    ['451', { status: 451, body: '' }, VenueRejected],
    ['400 -1121', { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }, SymbolGone],
    ['400 -1127', { status: 400, body: { code: -1127, msg: 'Lookup interval is too big.' } }, VenueRejected],
    ['400 -1128', { status: 400, body: { code: -1128, msg: 'Combination of optional parameters invalid.' } }, VenueRejected],
    ['400 -1130', { status: 400, body: { code: -1130, msg: 'Invalid data sent for a parameter.' } }, VenueRejected],
    ['404', { status: 404, body: { msg: 'not found' } }, VenueRejected],
    ['an error with status 200', { status: 200, body: { code: -2015, msg: 'Invalid API-key' } }, KeyRejected],
    ['200 with HTML', { body: '<html>please log in</html>' }, WireShape],
    ['200 with cut JSON', { body: '[{"symbol": "AAABBB", "id": 1' }, WireShape],
    ['200 with nothing', { body: '' }, WireShape],
    ['200 with an object instead of a list', { body: {} }, WireShape],
    ['200 with a list of something else', { body: ['a', 'b'] }, WireShape],
    ['200 with a row without its fields', { body: [{ symbol: 'AAABBB', id: 1 }] }, WireShape],
    ['200 with rows of another symbol', { body: [spotFill('BBBAAA', 1, 1)] }, WireShape],
    ['200 with an amount that is none', { body: [spotFill('AAABBB', 1, 1, { qty: 'NaN' })] }, WireShape],
    ['200 with the word null', { body: 'null' }, WireShape],
  ];

  it.each(cases)('%s is told by its kind', async (_, instead, kind) => {
    stand.answerOnce(MY_TRADES, instead);
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toBeInstanceOf(kind);
    expect(stand.double.callsOf(MY_TRADES)).toHaveLength(1);
  });

  it.each(cases)('%s tells no signature, no key and no address', async (_, instead) => {
    stand.answerOnce(MY_TRADES, instead);
    const error = await failure(stand.fills.spot('AAABBB', '0'));
    const told = `${error.message} ${JSON.stringify(error)} ${String(error.cause ?? '')}`;
    for (const secret of [SECRET, account.apiKey, 'signature=', 'timestamp=']) expect(told).not.toContain(secret);
  });

  it('that quotes the request tells no signature', async () => {
    stand.answerOnce(MY_TRADES, {
      status: 400,
      body: { code: -1100, msg: `Illegal characters in 'symbol=AAA&signature=abcdef0123456789&timestamp=5'` },
    });
    const error = await failure(stand.fills.spot('AAABBB', '0'));
    expect(error.message).toContain('Illegal characters');
    expect(error.message).not.toContain('abcdef');
  });

  it('of a key that worked before is a refused key, not a rate limit', async () => {
    await stand.fills.spot('AAABBB', '0');
    stand.answerOnce(MY_TRADES, { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } });
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toMatchObject({ name: 'KeyRejected', scope: 'spot' });
  });

  it('of a key for futures alone says so', async () => {
    stand.answerOnce('/fapi/v3/positionRisk', {
      status: 401,
      body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' },
    });
    expect(await failure(stand.client.positions())).toMatchObject({ name: 'KeyRejected', scope: 'futures' });
  });

  it('names the symbol that is gone', async () => {
    stand.answerOnce(MY_TRADES, { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } });
    expect(await failure(stand.fills.spot('GONEBBB', '0'))).toMatchObject({ symbol: 'GONEBBB' });
  });

  it('for maintenance asks for five minutes', async () => {
    stand.answerOnce(MY_TRADES, { status: 503, body: 'System is under maintenance.' });
    expect(await failure(stand.fills.spot('AAABBB', '0'))).toMatchObject({ retryAfterMs: 300_000 });
  });

  it('of a key that is no key is told without a request', async () => {
    for (const bad of ['', 'two words', 'line\nbreak', 'ключ', 'x'.repeat(300)]) {
      expect(await failure(stand.gateway.open('binance', { apiKey: bad, secretKey: SECRET }, interactive))).toBeInstanceOf(KeyRejected);
      expect(await failure(stand.gateway.open('binance', { apiKey: 'key', secretKey: bad }, interactive))).toBeInstanceOf(KeyRejected);
    }
    expect(stand.double.calls).toHaveLength(0);
  });
});

describe('values', () => {
  it('keep every digit of ids beyond 2^53, with or without blanks in the JSON', async () => {
    const { rows } = await stand.fills.spot('AAABBB', '0');
    expect(rows[0]).toMatchObject({
      tradeId: '9007199254740993',
      orderId: '18014398509481987',
      price: '0.00012345',
      qty: '10.50000000',
      feeAsset: 'AAA',
    });
    expect(await stand.client.account()).toMatchObject({ uid: '9007199254740993', mark: '1' });
    const fill = JSON.stringify(spotFill('AAABBB', 1, 1), (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v));
    stand.answerOnce(MY_TRADES, {
      body: `[${fill.replace('"id":1', '"id":9007199254740993')}]`,
    });
    expect((await stand.fills.spot('AAABBB', '0')).rows[0]!.tradeId).toBe('9007199254740993');
  });

  it('keep the digits of amounts that come as JSON numbers', async () => {
    stand.answerOnce(MY_TRADES, {
      body:
        `[{"symbol":"AAABBB","id":1,"orderId":2,"price":0.123456789012345678,"qty":5,"quoteQty":1e-7,` +
        `"commission":"0","commissionAsset":"AAA","time":1,"isBuyer":true}]`,
    });
    expect((await stand.fills.spot('AAABBB', '0')).rows[0]).toMatchObject({
      price: '0.123456789012345678',
      qty: '5',
      quoteQty: '0.0000001',
    });
  });

  it('read compressed answers', async () => {
    stand.answerOnce(MY_TRADES, { headers: { 'content-encoding': 'gzip' }, body: gzipSync(wireJson([spotFill('AAABBB', 5, 6)])) });
    expect((await stand.fills.spot('AAABBB', '0')).rows).toHaveLength(1);
  });

  it('are not read where the compression is damaged', async () => {
    const whole = gzipSync(wireJson([spotFill('AAABBB', 5, 6)]));
    for (const body of [whole.subarray(0, 40), Buffer.from('no gzip at all')]) {
      stand.answerOnce(MY_TRADES, { headers: { 'content-encoding': 'gzip' }, body });
      expect(await failure(stand.fills.spot('AAABBB', '0'))).toBeInstanceOf(VenueUnavailable);
    }
  });

  it('are not read beyond five megabytes, compressed or not', async () => {
    const long = `[${' '.repeat(6 * 1024 * 1024)}]`;
    for (const instead of [{ body: long }, { headers: { 'content-encoding': 'gzip' }, body: gzipSync(long) }]) {
      stand.answerOnce(MY_TRADES, instead);
      expect(await failure(stand.fills.spot('AAABBB', '0'))).toBeInstanceOf(VenueUnavailable);
    }
  });

  it('leave a page open until the exchange sends a short one', async () => {
    stand.answerOnce(MY_TRADES, { body: Array.from({ length: 1000 }, (_, i) => spotFill('AAABBB', i + 1, 1)) });
    expect((await stand.fills.spot('AAABBB', '0')).last).toBe(false);
    expect((await stand.fills.spot('AAABBB', '0')).last).toBe(true);
  });
});

describe('a key', () => {
  const PATH = '/sapi/v1/account/apiRestrictions';

  it.each([
    ['enableWithdrawals', 'withdrawals'],
    ['enableInternalTransfer', 'internal transfers'],
    ['permitsUniversalTransfer', 'universal transfers'],
    ['enableSpotAndMarginTrading', 'spot and margin trading'],
    ['enableMargin', 'margin loans, repayments and transfers'],
    ['enableFutures', 'futures trading'],
    ['enableVanillaOptions', 'options trading'],
    ['enablePortfolioMarginTrading', 'portfolio margin trading'],
    ['enableFixApiTrade', 'trading through FIX'],
    ['enableSomethingNew', 'something new'],
  ])('with %s may do too much', async (right, name) => {
    stand.answerOnce(PATH, { body: { enableReading: true, enableWithdrawals: false, ipRestrict: true, createTime: 1, [right]: true } });
    expect(await stand.client.keyRights()).toEqual({ canRead: true, restrictedByAddress: true, excessive: [name], expiresAt: null });
  });

  it('that only reads does not', async () => {
    stand.answerOnce(PATH, {
      body: { enableReading: true, enableFixReadOnly: true, ipRestrict: false, enableWithdrawals: false, createTime: 1 },
    });
    expect(await stand.client.keyRights()).toEqual({ canRead: true, restrictedByAddress: false, excessive: [], expiresAt: null });
  });

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['a text instead of true', { enableReading: true, enableWithdrawals: 'true' }],
    ['a text instead of false', { enableReading: true, enableWithdrawals: 'false' }],
    ['a number', { enableReading: true, enableWithdrawals: 1 }],
    ['null', { enableReading: true, enableWithdrawals: null }],
    ['an object', { enableReading: true, enableWithdrawals: { spot: true } }],
    ['reading as a text', { enableReading: 'true', enableWithdrawals: false }],
    ['an unknown right as a text', { enableReading: true, enableWithdrawals: false, enableSomethingNew: 'yes' }],
    ['an unknown right as a list', { enableReading: true, enableWithdrawals: false, permissions: ['WITHDRAW'] }],
    ['no word about withdrawals', { enableReading: true, ipRestrict: true }],
    ['a right hidden in another field', { enableReading: true, enableWithdrawals: false, createTime: 'true' }],
  ])('whose rights are told as %s is not believed', async (_, body) => {
    stand.answerOnce(PATH, { body });
    const error = await failure(stand.client.keyRights());
    expect(error instanceof RightsUnclear || error instanceof WireShape).toBe(true);
  });
});
