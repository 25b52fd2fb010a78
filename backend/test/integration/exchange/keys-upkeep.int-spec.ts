import { RequestContext } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KeyUpkeepHandler } from '../../../src/trading/exchange-accounts/key-upkeep.handler.js';
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
  double.accounts.splice(0, double.accounts.length, { ...otherAccount(), rights: READING });
  await worker.rows('delete from mail_deliveries');
  await worker.rows('delete from sync_runs');
  await worker.rows('delete from exchange_accounts');
});

const account = async (accountId: string) =>
  (await worker.rows<Record<string, unknown>>('select * from exchange_accounts where id = ?', [accountId]))[0]!;
const set = (accountId: string, columns: string) => worker.rows(`update exchange_accounts set ${columns} where id = ?`, [accountId]);
const letters = () => worker.rows<{ letter: string; user_id: string }>('select letter, user_id from mail_deliveries order by id');
const audit = async (userId: string) =>
  (await worker.rows<{ action: string }>(`select action from audit_events where target_id = ? order by at, id`, [userId])).map(
    ({ action }) => action,
  );
const upkeep = () => RequestContext.create(worker.em(), () => worker.get(KeyUpkeepHandler).handle());

/** A second key at the exchange, of another account. */
function anotherKey(n: number) {
  const key = { apiKey: `another-servers-key-x${n}`, secretKey: `another-servers-secret-x${n}` };
  double.accounts.push({ ...otherAccount(), ...key, account: { uid: 9000 + n, balances: [] }, rights: READING });
  return key;
}

describe('a key that ends by itself', () => {
  const endIn = async (accountId: string, days: number) => {
    const end = new Date(Date.now() + days * 86_400_000).toISOString();
    await worker.rows(`update exchange_accounts set key_rights = key_rights || jsonb_build_object('expiresAt', ?::text) where id = ?`, [
      end,
      accountId,
    ]);
    return end;
  };

  it('is told of once two weeks before and once three days before', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const far = await endIn(accountId, 13.9);
    await upkeep();
    await upkeep();
    expect(await letters()).toEqual([{ letter: 'key-expires', user_id: userId }]);
    // Eleven days pass: the end is the same one, and near.
    const near = await endIn(accountId, 2.9);
    await worker.rows('update outbox set dedupe_key = replace(dedupe_key, ?, ?)', [far, near]);
    await upkeep();
    await upkeep();
    expect(await letters()).toHaveLength(2);
  });

  it('is told of once where it begins within the last three days', async () => {
    const { accountId } = await worker.member(KEY);
    await endIn(accountId, 1);
    await upkeep();
    await upkeep();
    expect(await letters()).toHaveLength(1);
  });

  it('is not told of too early or too late, nor where nothing is read with it', async () => {
    const members = [await worker.member(KEY)];
    for (let n = 1; n <= 4; n++) members.push(await worker.member(anotherKey(n)));
    const [early, late, stopped, removed, away] = members;
    await endIn(early!.accountId, 15);
    await endIn(late!.accountId, -1);
    for (const { accountId } of [stopped!, removed!, away!]) await endIn(accountId, 5);
    await set(stopped!.accountId, `key_state = 'too_powerful'`);
    await set(removed!.accountId, 'api_key = null');
    await worker.rows(`update users set status = 'deactivated' where id = ?`, [away!.userId]);
    await upkeep();
    expect(await letters()).toEqual([]);
  });
});

describe('a key that was stopped a month ago', () => {
  it.each(['invalid', 'too_powerful'])('is wiped where it is %s, and what was read stays', async (state) => {
    const { userId, accountId } = await worker.member(KEY);
    await set(accountId, `key_state = '${state}', passphrase = secret_key, key_checked_at = now() - interval '31 days'`);
    const before = await account(accountId);
    await upkeep();
    expect(await account(accountId)).toMatchObject({
      api_key: null,
      secret_key: null,
      passphrase: null,
      is_current: true,
      uid: before['uid'],
      key_state: state,
    });
    expect((await account(accountId))['fingerprint']).not.toEqual(before['fingerprint']);
    expect(await audit(userId)).toEqual(['exchange.key-wipe']);
    await upkeep();
    expect(await audit(userId)).toHaveLength(1);
    expect((await worker.exchange.keySummaries([accountId])).size).toBe(0);
  });

  it('is the only kind that is wiped', async () => {
    const [good, recent] = [await worker.member(KEY), await worker.member(anotherKey(1))];
    await set(good.accountId, `key_checked_at = now() - interval '100 days'`);
    await set(recent.accountId, `key_state = 'invalid', key_checked_at = now() - interval '29 days'`);
    await upkeep();
    for (const { accountId } of [good, recent]) expect((await account(accountId))['api_key']).not.toBeNull();
  });
});
