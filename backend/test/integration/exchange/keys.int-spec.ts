import { RequestContext } from '@mikro-orm/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SealBroken } from '../../../src/platform/crypto/index.js';
import { KeyInUse, KeyNotUsable } from '../../../src/trading/exchange-accounts/index.js';
import { AccountKeysService } from '../../../src/trading/exchange-accounts/account-keys.service.js';
import { KeyFindingsService } from '../../../src/trading/exchange-accounts/key-findings.service.js';
import { CheckKeyHandler } from '../../../src/trading/exchange-accounts/check-key.handler.js';
import type { ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, otherAccount, startOtherVenue } from './other-venue.js';

let double: ExchangeDouble;
let worker: ExchangeWorker;

beforeAll(async () => {
  double = await startOtherVenue();
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = () => null;
  double.calls.length = 0;
  double.accounts.splice(0, double.accounts.length, otherAccount());
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
});
afterEach(async () => worker.stop());

const check = (key = KEY) => worker.exchange.checkKey({ venue: 'binance', ...key });
const refusedKey = { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } };

const accountRow = (accountId: string) => worker.accountRow(accountId);
const letters = () => worker.rows<{ letter: string; user_id: string }>('select letter, user_id from mail_deliveries');
/** As if `minutes` had passed since the key was refused first. */
const ageRefusal = (accountId: string, minutes: number) =>
  worker.rows('update exchange_accounts set key_refused_at = now() - make_interval(mins => ?) where id = ?', [minutes, accountId]);

describe('checking a key', () => {
  it('accepts one that only reads, and tells its account', async () => {
    expect(await check()).toEqual({
      outcome: 'ok',
      uid: '18446744073709',
      rights: { canRead: true, excessive: [], restrictedByAddress: true, expiresAt: null },
      futures: true,
      warnings: [],
    });
  });

  it('warns of one that works from any address', async () => {
    double.accounts[0]!.rights = { enableReading: true, ipRestrict: false };
    expect(await check()).toMatchObject({ outcome: 'ok', warnings: [expect.stringContaining('any IP address')] });
  });

  it('names every right beyond reading', async () => {
    double.accounts[0]!.rights = { enableReading: true, ipRestrict: true, enableWithdrawals: true, enableSpotAndMarginTrading: true };
    expect(await check()).toEqual({ outcome: 'too-powerful', rights: ['withdrawals', 'spot and margin trading'] });
  });

  it('says where futures data is out of its reach, and takes it', async () => {
    double.instead = ({ path }) => (path.startsWith('/fapi/') ? refusedKey : null);
    expect(await check()).toMatchObject({ outcome: 'ok', futures: false, warnings: ['Futures data is not available with this key'] });
    double.instead = ({ path }) => (path.startsWith('/fapi/') ? { status: 502, body: '' } : null);
    expect(await check()).toMatchObject({ outcome: 'ok', futures: null, warnings: [] });
  });

  it('does not take one whose rights it does not understand', async () => {
    for (const rights of [
      { enableReading: true, enableWithdrawals: undefined },
      { enableReading: true, enableFutures: 'yes' },
      { enableReading: 1 },
      { enableReading: true, permissions: ['WITHDRAW'] },
    ]) {
      double.accounts[0]!.rights = rights;
      expect(await check()).toEqual({ outcome: 'unclear' });
    }
  });

  it('refuses one that the exchange does not know, and a secret that does not fit', async () => {
    expect(await check({ apiKey: 'nobody', secretKey: 'x' })).toEqual({ outcome: 'refused', reason: expect.stringContaining('unknown') });
    expect(await check({ ...KEY, secretKey: 'wrong' })).toEqual({ outcome: 'refused', reason: expect.stringContaining('secret') });
    expect(await check({ apiKey: 'ключ', secretKey: 'x' })).toMatchObject({ outcome: 'refused' });
  });

  it('refuses one that may not even read', async () => {
    double.accounts[0]!.rights = { enableReading: false, ipRestrict: true };
    expect(await check()).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['is down', { status: 502, body: '<html>' }],
    ['cuts the connection', { reset: true }],
    ['answers nonsense', { body: '<html>please sign in</html>' }],
    ['has had enough of us', { status: 429, headers: { 'retry-after': '60' }, body: {} }],
    ['does not offer it', { status: 404, body: '' }],
  ])('cannot be told while the exchange %s', async (_, instead) => {
    double.instead = ({ path }) => (path.startsWith('/sapi/') ? instead : null);
    expect(await check()).toEqual({ outcome: 'unreachable' });
  });
});

describe('a key that is stored', () => {
  it('is sealed: neither half can be read in the database', async () => {
    const { accountId } = await worker.member(KEY);
    const row = await accountRow(accountId);
    expect(row).toMatchObject({
      key_state: 'valid',
      uid: '18446744073709',
      key_hint: KEY.apiKey.slice(-4),
      is_current: true,
      sync_enabled: false,
    });
    const [dump] = await worker.rows<{ text: string }>('select string_agg(a::text, chr(10)) as text from exchange_accounts a');
    for (const half of Object.values(KEY)) {
      expect(dump!.text).not.toContain(half);
      expect(dump!.text).not.toContain(Buffer.from(half).toString('hex'));
    }
  });

  it('opens in its own row, member and column alone', async () => {
    const { accountId } = await worker.member(KEY);
    double.instead = () => ({ status: 502, body: '' });
    const other = await worker.member({ apiKey: 'another-servers-key-2', secretKey: 'another-secret-2' });
    const open = () => worker.exchange.openKey(worker.em(), other.accountId);
    expect(await open()).toEqual({ apiKey: 'another-servers-key-2', secretKey: 'another-secret-2' });
    const from = (column: string, id: string) => `${column} = (select secret_key from exchange_accounts where id = '${id}')`;
    for (const change of [
      from('api_key', accountId),
      from('secret_key', accountId),
      from('passphrase', accountId),
      from('api_key', other.accountId),
      from('passphrase', other.accountId),
    ]) {
      const { api_key, secret_key } = await accountRow(other.accountId);
      await worker.rows(`update exchange_accounts set ${change} where id = ?`, [other.accountId]);
      await expect(open()).rejects.toThrow(SealBroken);
      await worker.rows('update exchange_accounts set api_key = ?, secret_key = ?, passphrase = null where id = ?', [
        api_key,
        secret_key,
        other.accountId,
      ]);
    }
  });

  it('serves one member only', async () => {
    await worker.member(KEY);
    const other = await worker.person();
    await expect(worker.attach(other, KEY)).rejects.toThrow(KeyInUse);
    await expect(worker.attach(other, KEY)).rejects.toMatchObject({ kind: 'invalid', fields: [{ field: 'apiKey' }] });
    expect(await worker.rows('select 1 from exchange_accounts where user_id = ?', [other])).toEqual([]);
  });

  it('serves one member only, also when two send it at the same moment', async () => {
    const people = await Promise.all([worker.person(), worker.person(), worker.person()]);
    const results = await Promise.allSettled(people.map((userId) => worker.attach(userId, KEY)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(KeyInUse);
  });

  it('keeps when its exchange ends it', async () => {
    const expiresAt = new Date('2031-05-06T07:08:09.000Z');
    const userId = await worker.person();
    const rights = { canRead: true, excessive: [], restrictedByAddress: false, expiresAt };
    const accountId = await worker.em().transactional((tx) =>
      worker.exchange.attachKey(tx, {
        userId,
        venue: 'bybit',
        ...KEY,
        check: { outcome: 'ok', uid: '1', rights, futures: true, warnings: [] },
      }),
    );
    expect(await accountRow(accountId)).toMatchObject({
      key_rights: { excessive: [], restrictedByAddress: false, expiresAt: expiresAt.toISOString() },
      futures_available: true,
    });
    const shown = await worker.get(AccountKeysService).load(worker.em(), accountId);
    await worker.get(KeyFindingsService).settle(worker.em(), shown!, { outcome: 'ok', uid: '1', rights: { ...rights, expiresAt: null } });
    expect(await accountRow(accountId)).toMatchObject({ key_rights: { expiresAt: null }, futures_available: true });
  });

  it('may be given again by its own member', async () => {
    const { userId, accountId } = await worker.member(KEY);
    expect(await worker.attach(userId, KEY)).toBe(accountId);
  });

  it('of the same account takes the place of the old one and goes on with its history', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await worker.sync(userId);
    const second = { apiKey: 'another-servers-key-9', secretKey: 'another-secret-9' };
    double.accounts.push({ ...otherAccount(), ...second });
    expect(await worker.attach(userId, second)).toBe(accountId);
    expect(await accountRow(accountId)).toMatchObject({ key_hint: 'ey-9', sync_enabled: false });
    expect(await worker.sync(userId)).toMatchObject({ state: 'done', rows: { spot_trades: 0 } });
  });

  it('of another account begins a ledger of its own', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await worker.sync(userId);
    const second = { apiKey: 'another-servers-key-9', secretKey: 'another-secret-9' };
    double.accounts.push({ ...otherAccount(), account: { uid: 42, balances: [] }, spot: {}, ...second });
    const next = await worker.attach(userId, second);
    expect(next).not.toBe(accountId);
    expect(await accountRow(accountId)).toMatchObject({ is_current: false, api_key: null, secret_key: null });
    expect(await worker.sync(userId)).toMatchObject({ state: 'done' });
    expect(await worker.rows('select account_id, count(*)::int as n from spot_trades group by 1', [])).toEqual([
      { account_id: accountId, n: 2036 },
    ]);
  });

  it('is gone from the database once it is removed', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await worker.em().transactional((tx) => worker.exchange.removeKey(tx, userId));
    expect(await accountRow(accountId)).toMatchObject({ api_key: null, secret_key: null, is_current: false, sync_enabled: false });
  });

  it('is summed up for reviewers without being opened', async () => {
    const { userId, accountId } = await worker.member(KEY);
    expect([...(await worker.exchange.keySummaries([accountId]))]).toEqual([
      [
        accountId,
        {
          accountId,
          userId,
          venue: 'binance',
          hint: 'ey-1',
          state: 'valid',
          rights: [],
          restrictedByAddress: true,
          checkedAt: expect.any(Date),
        },
      ],
    ]);
    expect((await worker.exchange.keySummaries([])).size).toBe(0);
  });
});

describe('a key that could not be checked when it was given', () => {
  const checkLater = (accountId: string) => RequestContext.create(worker.em(), () => worker.get(CheckKeyHandler).handle({ accountId }));
  let userId: string;
  let accountId: string;

  beforeEach(async () => {
    double.instead = () => ({ status: 502, body: '' });
    ({ userId, accountId } = await worker.member(KEY));
  });

  it('stays unchecked while the exchange is out of reach', async () => {
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'unchecked', uid: null });
    await checkLater(accountId);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'unchecked' });
  });

  it('is accepted later', async () => {
    double.instead = () => null;
    await checkLater(accountId);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'valid', uid: '18446744073709' });
  });

  it('is found too powerful later: it is not used, its member is told once', async () => {
    double.instead = () => null;
    double.accounts[0]!.rights = { enableReading: true, enableWithdrawals: true };
    await checkLater(accountId);
    await checkLater(accountId);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'too_powerful', key_rights: { excessive: ['withdrawals'] } });
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
    await expect(worker.request(userId, 'demand')).rejects.toThrow(KeyNotUsable);
    await expect(worker.request(userId)).rejects.toThrow('no run');
  });

  it('is found wrong later', async () => {
    double.instead = () => null;
    double.accounts.length = 0;
    await checkLater(accountId);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'invalid' });
    expect(await letters()).toHaveLength(1);
  });

  it('is checked by the first sync before anything is read', async () => {
    double.instead = () => null;
    double.accounts[0]!.rights = { enableReading: true, enableFutures: true };
    expect(await worker.sync(userId)).toMatchObject({ state: 'failed', error: expect.stringContaining('futures trading') });
    expect(double.callsOf('/api/v3/myTrades')).toEqual([]);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'too_powerful' });
  });

  it('of an account that was read before is put in the place of its old key', async () => {
    double.instead = () => null;
    const known = await worker.person();
    const oldKey = { apiKey: 'another-servers-key-7', secretKey: 'another-secret-7' };
    double.accounts.push({ ...otherAccount(), account: { uid: 77, balances: [] }, ...oldKey });
    const first = await worker.attach(known, oldKey);
    const newKey = { apiKey: 'another-servers-key-8', secretKey: 'another-secret-8' };
    double.accounts.push({ ...otherAccount(), account: { uid: 77, balances: [] }, ...newKey });
    const provisional = await worker
      .em()
      .transactional((tx) =>
        worker.exchange.attachKey(tx, { userId: known, venue: 'binance', ...newKey, check: { outcome: 'unreachable' } }),
      );
    const runId = await worker.request(known);
    expect(await worker.run(runId)).toEqual({ outcome: 'reschedule', afterMs: 0, spent: expect.any(Number) });
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    expect(await accountRow(provisional)).toMatchObject({ is_current: false, api_key: null });
    expect(await accountRow(first)).toMatchObject({ is_current: true, key_hint: 'ey-8', key_state: 'valid', sync_enabled: true });
    // The submission still names the provisional account; a reviewer sees the key where it is now.
    expect((await worker.exchange.keySummaries([provisional])).get(provisional)).toMatchObject({
      accountId: first,
      hint: 'ey-8',
      state: 'valid',
    });
  });
});

describe('a key that stops working', () => {
  let userId: string;
  let accountId: string;
  beforeEach(async () => {
    ({ userId, accountId } = await worker.member(KEY));
    await worker.sync(userId);
  });

  it('is asked once more ten minutes later, and is invalid then', async () => {
    double.instead = ({ path }) => (path === '/api/v3/account' ? refusedKey : null);
    expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'failed', error: expect.stringContaining('refuses the key') });
    const doubted = await accountRow(accountId);
    expect(doubted).toMatchObject({ key_state: 'valid' });
    expect(new Date(doubted['next_sync_at'] as string).getTime() - Date.now()).toBeLessThan(11 * 60_000);
    await worker.sync(userId, 'demand');
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'valid' });
    await ageRefusal(accountId, 10);
    await worker.sync(userId, 'demand');
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'invalid', next_sync_at: null });
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
    expect(await worker.rows(`select action from audit_events where target_id = ?`, [userId])).toEqual([
      { action: 'exchange.key-invalid' },
    ]);
  });

  it('is trusted again when the refusal passes', async () => {
    double.instead = ({ path }) => (path === '/api/v3/account' ? refusedKey : null);
    await worker.sync(userId, 'demand');
    double.instead = () => null;
    expect((await worker.sync(userId, 'demand')).state).toBe('done');
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'valid', key_refused_at: null });
  });

  it('while another one has taken its place ends the run, and no more', async () => {
    const second = { apiKey: 'another-servers-key-9', secretKey: 'another-secret-9' };
    double.accounts.push({ ...otherAccount(), ...second });
    await worker.rows('update exchange_accounts set key_refused_at = ? where id = ?', [new Date(Date.now() - 3_600_000), accountId]);
    double.instead = async ({ path }) => {
      if (path !== '/api/v3/account') return null;
      double.instead = () => null;
      await worker.attach(userId, second);
      return refusedKey;
    };
    expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'failed' });
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'valid', key_hint: 'ey-9', key_refused_at: null });
    expect(await letters()).toEqual([]);
  });

  it('for futures alone goes on with the rest, and what was stored stays', async () => {
    double.instead = ({ path }) => (path.startsWith('/fapi/') && path !== '/fapi/v1/exchangeInfo' ? refusedKey : null);
    expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'done', warnings: ['Futures data is not available with this key'] });
    expect(await worker.rows('select 1 from futures_positions where account_id = ?', [accountId])).toHaveLength(1);
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'valid' });
  });

  it('because it was given more rights is found out by the daily check', async () => {
    double.accounts[0]!.rights = { enableReading: true, ipRestrict: true, enableWithdrawals: true };
    expect((await worker.sync(userId, 'demand')).state).toBe('done');
    await worker.rows(`update exchange_accounts set key_checked_at = now() - interval '25 hours' where id = ?`, [accountId]);
    expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'failed', error: expect.stringContaining('withdrawals') });
    expect(await accountRow(accountId)).toMatchObject({ key_state: 'too_powerful', next_sync_at: null });
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
  });
});
