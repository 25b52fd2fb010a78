import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { KeyWorld, put, READING } from './key-world.js';

let world: KeyWorld;
let admin: SignedIn;
beforeAll(async () => {
  world = await KeyWorld.start();
  admin = await signedInAdmin(world.api);
});
afterAll(() => world.stop());
afterEach(() => {
  world.exchange.instead = () => null;
});

let lastUid = 5000;
const newUid = () => ++lastUid;

describe('DELETE /me/exchange-key', () => {
  it('wipes the key, ends its runs, keeps what was read, and says so once', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`insert into wallet_balances (account_id, position, name, balance) values (?, 0, 'Spot', 5)`, [member.accountId]);
    await world.confirm(member);
    const answer = await world.remove(member);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ data: { state: 'none', venue: 'binance', hint: null, checkedAt: null } });
    expect(await world.accountsOf(member)).toEqual([
      expect.objectContaining({ id: member.accountId, held: false, sync_enabled: false, due: false }),
    ]);
    expect(await world.rows('select key_hint from exchange_accounts where id = ?', [member.accountId])).toEqual([{ key_hint: '' }]);
    expect(await world.runsOf(member)).toEqual([expect.objectContaining({ state: 'failed', error: 'The key was removed by its owner' })]);
    expect((await call(world.api, 'GET', `/wallet/${member.userId}`, undefined, { token: member.token })).json()).toMatchObject({
      total_balance: '5',
    });
    expect(await world.lettersTo(member)).toEqual(['key-removed']);
    expect((await world.auditOf(member)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['exchange.key-remove', member.userId],
    ]);
    expect((await world.remove(member)).statusCode).toBe(409);
    expect((await world.check(member)).statusCode).toBe(409);
    expect((await call(world.api, 'POST', `/admin/members/${member.userId}/sync`, undefined, { token: admin.token })).json()).toMatchObject(
      { statusCode: 409, message: 'There is no exchange key' },
    );
    expect((await call(world.api, 'GET', `/admin/members/${member.userId}`, undefined, { token: admin.token })).json()).toMatchObject({
      keyState: 'none',
      keyHint: null,
    });
    const filtered = async (keyState: string) =>
      (
        await call(
          world.api,
          'GET',
          `/admin/members?filter=${encodeURIComponent(JSON.stringify({ keyState, id: [member.userId] }))}`,
          undefined,
          { token: admin.token },
        )
      ).json<unknown[]>();
    expect([(await filtered('none')).length, (await filtered('invalid')).length]).toEqual([1, 0]);
    expect(await world.lettersTo(member)).toHaveLength(1);
  });

  it('leaves the key free for whoever brings it next, and the account ready to go on', async () => {
    const uid = newUid();
    const member = await world.keyed(uid);
    await world.confirm(member);
    await world.remove(member);
    expect((await world.put(await world.verified(), put(member.key))).statusCode).toBe(200);
    expect((await world.put(member, put(world.key(uid)))).statusCode).toBe(200);
    expect(await world.accountsOf(member)).toEqual([
      expect.objectContaining({ id: member.accountId, held: true, key_state: 'valid', sync_enabled: true }),
    ]);
  });

  it('asks for a confirmation of its own: a fresh sign-in will not do, nor will an old confirmation', async () => {
    const member = await world.keyed(newUid());
    expect((await world.remove(member)).json()).toMatchObject({ statusCode: 403, stepUp: true });
    await world.age(member, 6, { confirmed: true });
    expect((await world.remove(member)).statusCode).toBe(403);
    expect(await world.keyOf(member)).toMatchObject({ state: 'valid' });
  });

  it('is for members with a session', async () => {
    await world.confirm(admin);
    expect((await world.remove({})).statusCode).toBe(401);
    expect((await world.remove(admin)).statusCode).toBe(403);
  });
});

describe('POST /me/exchange-key/check', () => {
  it('brings back a key whose owner took its surplus rights away, and has the account read at once', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`update sync_runs set state = 'done' where user_id = ?`, [member.userId]);
    world.atExchange(member.key).rights = { ...READING, enableWithdrawals: true };
    expect((await world.check(member)).json()).toMatchObject({ data: { state: 'too_powerful', rights: ['withdrawals'], warnings: [] } });
    expect((await world.check(member)).json()).toMatchObject({ data: { state: 'too_powerful' } });
    expect(await world.lettersTo(member)).toEqual(['key-problem']);
    expect(await world.runsOf(member)).toHaveLength(1);
    world.atExchange(member.key).rights = READING;
    expect((await world.check(member)).json()).toMatchObject({
      message: 'Your exchange key was checked',
      data: { state: 'valid', rights: [] },
    });
    expect((await world.runsOf(member)).at(-1)).toMatchObject({ trigger: 'demand', state: 'queued' });
    expect((await world.auditOf(member)).map(({ action }) => action)).toEqual([
      'exchange.key-too-powerful',
      'exchange.key-check',
      'exchange.key-check',
      'exchange.key-restored',
      'exchange.key-check',
    ]);
  });

  it('begins the syncs of a member who was approved while the key was stopped', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`update exchange_accounts set key_state = 'too_powerful', sync_enabled = false, next_sync_at = null where id = ?`, [
      member.accountId,
    ]);
    expect((await world.check(member)).statusCode).toBe(200);
    expect(await world.accountsOf(member)).toEqual([expect.objectContaining({ key_state: 'valid', sync_enabled: true })]);
  });

  it('does not begin the syncs of a member whose KYC waits', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`update users set kyc_status = 'pending' where id = ?`, [member.userId]);
    await world.rows(`update exchange_accounts set key_state = 'too_powerful', sync_enabled = false, next_sync_at = null where id = ?`, [
      member.accountId,
    ]);
    await world.rows('delete from sync_runs where user_id = ?', [member.userId]);
    expect((await world.check(member)).statusCode).toBe(200);
    expect(await world.accountsOf(member)).toEqual([expect.objectContaining({ key_state: 'valid', sync_enabled: false })]);
    expect(await world.runsOf(member)).toEqual([]);
  });

  it('doubts a key that worked before it gives it up', async () => {
    const member = await world.keyed(newUid());
    world.revoke(member.key);
    expect((await world.check(member)).json()).toMatchObject({ data: { state: 'valid', refusedAt: expect.stringMatching(/Z$/) } });
    await world.rows(`update exchange_accounts set key_refused_at = now() - interval '10 minutes' where id = ?`, [member.accountId]);
    expect((await world.check(member)).json()).toMatchObject({ data: { state: 'invalid' } });
    expect(await world.runsOf(member)).toEqual([
      expect.objectContaining({ state: 'failed', error: expect.stringContaining('does not accept the key') }),
    ]);
    expect(await world.lettersTo(member)).toEqual(['key-problem']);
  });

  it('changes nothing while the exchange is out of reach', async () => {
    const member = await world.keyed(newUid());
    const answer = await world.outOfReach(() => world.check(member));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('cannot be reached') });
    expect(await world.keyOf(member)).toMatchObject({ state: 'valid' });
  });

  it('is for members with a session and a key, ten times an hour', async () => {
    expect((await world.check({})).statusCode).toBe(401);
    expect((await world.check(admin)).statusCode).toBe(403);
    const member = await world.verified();
    for (let n = 0; n < 10; n++) expect((await world.check(member)).statusCode).toBe(409);
    const answer = await world.check(member);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /admin/members/{id}/check-key', () => {
  it('checks any member’s key for an admin, who is written down', async () => {
    const member = await world.keyed(newUid());
    world.atExchange(member.key).rights = { ...READING, enableSpotAndMarginTrading: true };
    const answer = await world.checkBy(admin, member.userId);
    expect(answer.json()).toMatchObject({
      message: 'The exchange key was checked',
      data: { state: 'too_powerful', rights: ['spot and margin trading'] },
    });
    expect(answer.body).not.toContain(member.key.apiKey);
    expect((await world.auditOf(member)).at(-1)).toEqual({
      action: 'exchange.key-check',
      actor_id: admin.userId,
      detail: { accountId: member.accountId, was: 'valid', state: 'too_powerful' },
    });
  });

  it('is for admins, and about members whose KYC is approved', async () => {
    const [member, other] = [await world.keyed(newUid()), await world.keyed(newUid())];
    expect((await world.checkBy({}, member.userId)).statusCode).toBe(401);
    for (const who of [member, other]) expect((await world.checkBy(who, member.userId)).statusCode).toBe(403);
    for (const id of [randomUUID(), 'nonsense', (await signedInMember(world.api)).userId])
      expect((await world.checkBy(admin, id)).statusCode).toBe(404);
    expect((await world.checkBy(admin, (await world.verified()).userId)).statusCode).toBe(409);
  });

  it('shows sixty keys an hour for one admin', async () => {
    const nobody = await world.verified();
    let last = await world.checkBy(admin, nobody.userId);
    for (let n = 0; n < 60 && last.statusCode === 409; n++) last = await world.checkBy(admin, nobody.userId);
    expect(last.statusCode).toBe(429);
  });
});
