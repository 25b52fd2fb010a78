import { RequestContext } from '@mikro-orm/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { KeyNotUsable } from '../../../src/trading/exchange-accounts/index.js';
import { AccountKeysService } from '../../../src/trading/exchange-accounts/account-keys.service.js';
import { KeyFindingsService } from '../../../src/trading/exchange-accounts/key-findings.service.js';
import { CheckKeyHandler } from '../../../src/trading/exchange-accounts/check-key.handler.js';
import { CheckKeysDueHandler } from '../../../src/trading/exchange-accounts/check-keys-due.handler.js';
import type { ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { READING } from './key-world.js';
import { KEY, otherAccount, startOtherVenue } from './other-venue.js';

let double: ExchangeDouble;
let worker: ExchangeWorker;

beforeAll(async () => {
  double = await startOtherVenue();
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
});
afterAll(async () => {
  await worker.stop();
  await double.stop();
});

beforeEach(async () => {
  double.instead = () => null;
  double.calls.length = 0;
  double.accounts.splice(0, double.accounts.length, { ...otherAccount(), rights: READING });
  await worker.rows('delete from mail_deliveries');
  await worker.rows('delete from sync_runs');
  await worker.rows('delete from exchange_accounts');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const REFUSED = { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } };
const inContext = <T>(act: () => Promise<T>) => RequestContext.create(worker.em(), act);
const account = async (accountId: string) =>
  (await worker.rows<Record<string, unknown>>('select * from exchange_accounts where id = ?', [accountId]))[0]!;
const set = (accountId: string, columns: string) => worker.rows(`update exchange_accounts set ${columns} where id = ?`, [accountId]);
const letters = () => worker.rows<{ letter: string; user_id: string }>('select letter, user_id from mail_deliveries order by id');
const audit = async (userId: string) =>
  (await worker.rows<{ action: string }>(`select action from audit_events where target_id = ? order by at, id`, [userId])).map(
    ({ action }) => action,
  );

/** A second key at the exchange, of another account. */
function anotherKey(n: number) {
  const key = { apiKey: `another-servers-key-x${n}`, secretKey: `another-servers-secret-x${n}` };
  double.accounts.push({ ...otherAccount(), ...key, account: { uid: 9000 + n, balances: [] }, rights: READING });
  return key;
}

/** The accounts whose check one minute begins. */
async function begun(): Promise<string[]> {
  const ids: string[] = [];
  const enqueued = jest
    .spyOn(worker.get(JobQueue), 'enqueueAll')
    .mockImplementation(
      async (_job, entries) => void ids.push(...entries.map(({ payload }) => (payload as unknown as { accountId: string }).accountId)),
    );
  await inContext(() => worker.get(CheckKeysDueHandler).handle());
  enqueued.mockRestore();
  return ids.sort();
}
const daily = (accountId: string) => inContext(() => worker.get(CheckKeyHandler).handle({ accountId }));
const aDayLater = (accountId: string) => set(accountId, `key_checked_at = key_checked_at - interval '24 hours'`);
const tenMinutesLater = (accountId: string) => set(accountId, `key_refused_at = key_refused_at - interval '10 minutes'`);

describe('the keys that are due', () => {
  it('are those whose last check is a day old, however often their account is synced', async () => {
    const fresh = await worker.member(KEY);
    const [never, often, paused] = [
      await worker.member(anotherKey(1)),
      await worker.member(anotherKey(2)),
      await worker.member(anotherKey(3)),
    ];
    for (const { accountId } of [never, often, paused]) await aDayLater(accountId);
    await set(often.accountId, 'sync_enabled = true, last_synced_at = now(), next_sync_at = now()');
    await set(paused.accountId, `sync_enabled = true, next_sync_at = null`);
    expect(await begun()).toEqual([never.accountId, often.accountId, paused.accountId].sort());
    expect((await account(fresh.accountId))['key_state']).toBe('valid');
  });

  it('are not those that were stopped or removed, nor those of members who cannot sign in', async () => {
    const members = [await worker.member(KEY)];
    for (let n = 1; n <= 4; n++) members.push(await worker.member(anotherKey(n)));
    for (const { accountId } of members) await aDayLater(accountId);
    const [strong, dead, removed, away, deleted] = members;
    await set(strong!.accountId, `key_state = 'too_powerful'`);
    await set(dead!.accountId, `key_state = 'invalid'`);
    await set(removed!.accountId, 'api_key = null, secret_key = null');
    await worker.rows(`update users set status = 'deactivated' where id = ?`, [away!.userId]);
    await worker.rows('update users set rejected_at = now() where id = ?', [deleted!.userId]);
    expect(await begun()).toEqual([]);
  });

  it('are those refused ten minutes ago, and not those refused just now', async () => {
    const [now, then] = [await worker.member(KEY), await worker.member(anotherKey(1))];
    for (const { accountId } of [now, then]) {
      await aDayLater(accountId);
      await set(accountId, 'key_refused_at = now()');
    }
    await tenMinutesLater(then.accountId);
    expect(await begun()).toEqual([then.accountId]);
  });

  it('are those that could not be asked about when they were given', async () => {
    double.instead = () => ({ status: 502, body: '' });
    const { accountId } = await worker.member(KEY);
    await set(accountId, 'updated_at = now()');
    expect(await begun()).toEqual([]);
    await set(accountId, `updated_at = now() - interval '31 seconds'`);
    expect(await begun()).toEqual([accountId]);
  });

  it('are forty a minute at most, and which of them is left to chance', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await worker.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
        kyc_status)
       select gen_random_uuid(), 'crowd-' || n || '@example.com', surname, other_name, phone_number, country, date_of_birth, role,
         password_hash, 'crowd-' || n, kyc_status
       from users, generate_series(1, 100) n where id = ?`,
      [userId],
    );
    await worker.rows(
      `insert into exchange_accounts (id, user_id, venue, uid, api_key, secret_key, key_hint, fingerprint, key_state, key_checked_at)
       select gen_random_uuid(), u.id, a.venue, a.uid, a.api_key, a.secret_key, a.key_hint, sha256(u.email::bytea), 'valid', now() -
         interval '2 days'
       from users u, exchange_accounts a where u.email like 'crowd-%' and a.id = ?`,
      [accountId],
    );
    const [first, second] = [await begun(), await begun()];
    expect([first.length, second.length]).toEqual([40, 40]);
    expect(second).not.toEqual(first);
    await worker.rows(`delete from exchange_accounts where id <> ?`, [accountId]);
    await worker.rows(`delete from users where email like 'crowd-%'`);
  });
});

describe('the daily check', () => {
  it('notes that a key is as it was', async () => {
    const { accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    double.calls.length = 0;
    await daily(accountId);
    expect(double.callsOf('/sapi/v1/account/apiRestrictions')).toHaveLength(1);
    expect(Date.now() - new Date((await account(accountId))['key_checked_at'] as string).getTime()).toBeLessThan(3_600_000);
    await daily(accountId);
    expect(double.callsOf('/sapi/v1/account/apiRestrictions')).toHaveLength(1);
    expect(await letters()).toEqual([]);
  });

  it('stops a key that became too powerful at once: its runs end, it is shown, written down, and mailed once', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const runId = await worker.request(userId);
    await set(accountId, 'next_sync_at = now()');
    await aDayLater(accountId);
    double.accounts[0]!.rights = { ...READING, enableWithdrawals: true, enableInternalTransfer: true };
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({
      key_state: 'too_powerful',
      next_sync_at: null,
      key_rights: { excessive: ['withdrawals', 'internal transfers'] },
    });
    expect(await worker.record(runId)).toMatchObject({
      state: 'failed',
      error: 'The key may do more than read: withdrawals, internal transfers.',
    });
    const calls = double.calls.length;
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    await aDayLater(accountId);
    await daily(accountId);
    expect(double.calls).toHaveLength(calls);
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
    expect(await audit(userId)).toEqual(['exchange.key-too-powerful']);
    expect((await worker.exchange.keySummaries([accountId])).get(accountId)).toMatchObject({
      state: 'too_powerful',
      rights: ['withdrawals', 'internal transfers'],
    });
  });

  it('gives a dead key up when it is refused again ten minutes later, and asks no more; others go on', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const other = await worker.member(anotherKey(1));
    for (const id of [accountId, other.accountId]) await aDayLater(id);
    double.accounts.shift();
    await daily(accountId);
    await daily(other.accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid' });
    expect(await account(other.accountId)).toMatchObject({ key_state: 'valid', key_refused_at: null });
    double.calls.length = 0;
    await daily(accountId);
    expect(double.calls).toEqual([]);
    await tenMinutesLater(accountId);
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'invalid', next_sync_at: null });
    double.calls.length = 0;
    await tenMinutesLater(accountId);
    await daily(accountId);
    expect(double.calls).toEqual([]);
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
    expect(await audit(userId)).toEqual(['exchange.key-invalid']);
  });

  it('forgives a refusal that passes', async () => {
    const { accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    double.instead = ({ path }) => (path.startsWith('/sapi/') ? REFUSED : null);
    await daily(accountId);
    expect((await account(accountId))['key_refused_at']).not.toBeNull();
    double.instead = () => null;
    await tenMinutesLater(accountId);
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid', key_refused_at: null });
    expect(await letters()).toEqual([]);
  });

  it('takes a refusal of futures data for what it is', async () => {
    const { accountId } = await worker.member(KEY);
    expect(await account(accountId)).toMatchObject({ futures_available: true });
    await aDayLater(accountId);
    double.instead = ({ path }) => (path.startsWith('/fapi/') ? REFUSED : null);
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid', key_refused_at: null, futures_available: false });
    expect(await letters()).toEqual([]);
  });

  it('keeps what it knows of futures while they cannot be reached', async () => {
    const { accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    double.instead = ({ path }) => (path.startsWith('/fapi/') ? { status: 502, body: '' } : null);
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid', futures_available: true });
  });

  it('stops a key whose rights nobody understands any more, once that is sure', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    double.accounts[0]!.rights = { ...READING, enableWithdrawals: 'no' };
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid' });
    await tenMinutesLater(accountId);
    await daily(accountId);
    expect(await account(accountId)).toMatchObject({
      key_state: 'too_powerful',
      key_rights: { excessive: ['rights that we do not understand'] },
    });
    expect(await letters()).toEqual([{ letter: 'key-problem', user_id: userId }]);
  });

  it.each([
    ['is down', { status: 502, body: '<html>' }],
    ['answers nonsense', { body: '<html>please sign in</html>' }],
    ['has had enough of us', { status: 429, headers: { 'retry-after': '60' }, body: {} }],
    ['cuts the connection', { reset: true }],
  ])('changes nothing while the exchange %s', async (_, instead) => {
    const { accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    const before = await account(accountId);
    double.instead = ({ path }) => (path.startsWith('/sapi/') ? instead : null);
    await daily(accountId);
    expect(await account(accountId)).toEqual(before);
  });
});

describe('what is found of a key that was replaced meanwhile', () => {
  it('is no word about its successor', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    const next = { apiKey: 'another-servers-key-n', secretKey: 'another-servers-secret-n' };
    double.accounts.push({ ...otherAccount(), ...next, rights: READING });
    let replaced = false;
    double.instead = async ({ path }) => {
      if (replaced || !path.startsWith('/sapi/')) return null;
      replaced = true;
      double.instead = () => null;
      expect(await worker.attach(userId, next)).toBe(accountId);
      return REFUSED;
    };
    await set(accountId, `key_refused_at = now() - interval '11 minutes'`);
    await daily(accountId);
    expect(replaced).toBe(true);
    expect(await account(accountId)).toMatchObject({ key_state: 'valid', key_refused_at: null, key_hint: 'ey-n' });
    expect(await letters()).toEqual([]);
  });

  it('changes nothing where the key is gone', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const shown = await worker.get(AccountKeysService).load(worker.em(), accountId);
    await worker.em().transactional((tx) => worker.exchange.removeKey(tx, userId));
    expect(
      await worker.get(KeyFindingsService).settle(worker.em(), shown!, { outcome: 'too-powerful', rights: ['withdrawals'] }),
    ).toBeNull();
    expect(await account(accountId)).toMatchObject({ key_state: 'valid' });
    expect(await letters()).toEqual([]);
  });
});

describe('two accounts of one member', () => {
  const unreachable = (userId: string, key: { apiKey: string; secretKey: string }) =>
    worker
      .em()
      .transactional((tx) => worker.exchange.attachKey(tx, { userId, venue: 'binance', ...key, check: { outcome: 'unreachable' } }));
  const ledgers = (userId: string) =>
    worker.rows<{ id: string; uid: string | null; is_current: boolean }>(
      'select id, uid, is_current from exchange_accounts where user_id = ? order by created_at, id',
      [userId],
    );

  it('stay apart when the second could not be told when it was given', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const provisional = await unreachable(userId, anotherKey(5));
    expect(provisional).not.toBe(accountId);
    await daily(provisional);
    expect(await ledgers(userId)).toEqual([
      { id: accountId, uid: '18446744073709', is_current: false },
      { id: provisional, uid: '9005', is_current: true },
    ]);
  });

  it('are one again when what could not be told is the first one, and its run goes there too', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const again = { apiKey: 'another-servers-key-b', secretKey: 'another-servers-secret-b' };
    double.accounts.push({ ...otherAccount(), ...again, rights: READING });
    const provisional = await unreachable(userId, again);
    const runId = await worker.request(userId);
    await daily(provisional);
    expect(await account(provisional)).toMatchObject({ is_current: false, api_key: null, secret_key: null, passphrase: null });
    expect(await account(accountId)).toMatchObject({
      is_current: true,
      key_hint: 'ey-b',
      key_state: 'valid',
      sync_enabled: true,
      key_rights: { excessive: [], restrictedByAddress: true },
    });
    expect(await worker.rows('select account_id from sync_runs where id = ?', [runId])).toEqual([{ account_id: accountId }]);
  });

  it('never share a row, even where a key turns out to read another account than its row', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await aDayLater(accountId);
    double.accounts[0]!.account = { ...double.accounts[0]!.account, uid: 777 };
    await daily(accountId);
    const [first, second] = await ledgers(userId);
    expect(first).toEqual({ id: accountId, uid: '18446744073709', is_current: false });
    expect(second).toMatchObject({ uid: '777', is_current: true });
    expect(await account(accountId)).toMatchObject({ api_key: null, secret_key: null });
  });
});

describe('changes of one member’s key at one moment', () => {
  it('are made one after the other, whatever they are', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const keys = [KEY, anotherKey(1), anotherKey(2)];
    const checks = await Promise.all(keys.map((key) => worker.exchange.checkKey({ venue: 'binance', ...key })));
    const shown = await worker.get(AccountKeysService).load(worker.em(), accountId);
    const findings = worker.get(KeyFindingsService);
    const rights = { canRead: true, excessive: [], restrictedByAddress: true, expiresAt: null };
    await Promise.all(
      Array.from({ length: 4 }, (_, n) => [
        ...keys.map((key, i) =>
          worker.em().transactional((tx) =>
            worker.exchange.attachKey(tx, {
              userId,
              venue: 'binance',
              ...key,
              check: n % 2 === 0 ? checks[i]! : { outcome: 'unreachable' },
            }),
          ),
        ),
        findings.settle(worker.em(), shown!, { outcome: 'ok', uid: String(9001 + n), rights }),
        findings.settle(worker.em(), shown!, { outcome: 'refused', reason: 'unknown key' }),
        worker.request(userId),
      ])
        .flat()
        .map((change) =>
          Promise.resolve(change).catch((error: unknown) =>
            error instanceof KeyNotUsable || (error as Error).message === 'no run' ? null : Promise.reject(error),
          ),
        ),
    );
    const held = await worker.rows<{ id: string }>(
      'select id from exchange_accounts where user_id = ? and (is_current or api_key is not null)',
      [userId],
    );
    expect(held).toHaveLength(1);
    expect(await worker.get(AccountKeysService).load(worker.em(), held[0]!.id)).not.toBeNull();
    expect(await worker.exchange.openKey(worker.em(), held[0]!.id)).not.toBeNull();
  });
});
