import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserRecordWire } from '../../../src/platform/wire/index.js';
import { call, PASSWORD, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, anotherAdmin, lettersTo, longAgo, somebodyWaits, standingOf, storedUser } from './people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

const toggle = (userId: string, as: SignedIn = admin, headers: Record<string, string> = {}) =>
  call(api, 'GET', `/userstatus/${userId}`, undefined, { token: as.token, headers });
const remove = (userId: string, as: SignedIn = admin) => call(api, 'DELETE', `/deleteuser/${userId}`, undefined, as);
const restore = (userId: string, as: SignedIn = admin) => call(api, 'GET', `/restoreuser/${userId}`, undefined, as);
const profile = (as: SignedIn) => call(api, 'GET', '/getuser', undefined, as);
const signInAs = ({ email }: SignedIn) => call(api, 'POST', '/signinuser', { email, password: PASSWORD });

/** An approved submission with an exchange sign-in, stored by itself. */
async function verified(userId: string): Promise<void> {
  const [file] = await api.em().execute<{ id: string }[]>(
    `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
        values (gen_random_uuid(), ?, 'id-card', 'image/jpeg', 1, ?, ?) returning id`,
    [userId, userId.slice(0, 30), Buffer.from('x')],
  );
  await api.em().execute(
    `insert into kyc_submissions (id, user_id, user_type, platform, address, id_card_file_id, proof_file_id, exchange_login,
        exchange_login_given, status) values (gen_random_uuid(), ?, 'hedge fund', 'binance', ?, ?, ?, ?, true, 'approved')`,
    [userId, Buffer.from('sealed address'), file!.id, file!.id, Buffer.from('sealed login')],
  );
}

describe('switching the status', () => {
  it('deactivates and activates again, with the list, a letter and a record each time', async () => {
    const member = await signedInMember(api);
    const off = await toggle(member.userId);
    expect(off.statusCode).toBe(200);
    expect(off.headers['cache-control']).toBe('no-store');
    expect(off.json<{ data: UserRecordWire[] }>().data.find(({ userId }) => userId === member.userId)).toMatchObject({
      status: 'deactivated',
    });
    expect(off.headers['x-total-count']).toBe(String(off.json<{ data: unknown[] }>().data.length));
    const on = await toggle(member.userId);
    expect(on.json<{ data: UserRecordWire[] }>().data.find(({ userId }) => userId === member.userId)).toMatchObject({ status: 'active' });
    expect((await lettersTo(api, member.userId)).slice(-2)).toEqual(['account-deactivated', 'account-activated']);
    expect(await actsOn(api, member.userId)).toEqual([
      { action: 'user.deactivate', actor_id: admin.userId },
      { action: 'user.activate', actor_id: admin.userId },
    ]);
  });

  it('ends the sessions at the very next request, and no session comes back', async () => {
    const member = await signedInMember(api);
    expect((await profile(member)).statusCode).toBe(200);
    await toggle(member.userId);
    expect((await profile(member)).statusCode).toBe(401);
    expect((await signInAs(member)).statusCode).toBe(403);
    await toggle(member.userId);
    expect((await profile(member)).statusCode).toBe(401);
    expect((await signInAs(member)).statusCode).toBe(200);
  });

  it('is a 404 for an id that names nobody, and a 409 for somebody in the rejected list', async () => {
    expect((await toggle(NOBODY)).statusCode).toBe(404);
    expect((await toggle('nonsense')).statusCode).toBe(404);
    const gone = await storedUser(api, { rejectedAt: new Date() });
    expect((await toggle(gone.id)).statusCode).toBe(409);
    expect(await standingOf(api, gone.id)).toMatchObject({ status: 'active', rejected: true });
  });

  it('cannot be made by a link, an image, a prefetch or another site', async () => {
    const user = await storedUser(api);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-purpose': 'prefetch' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of foreign) expect((await toggle(user.id, admin, headers)).statusCode).toBe(403);
    expect((await call(api, 'HEAD', `/userstatus/${user.id}`, undefined, admin)).statusCode).toBeGreaterThanOrEqual(404);
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'active' });
  });
});

describe('deleting', () => {
  it('moves the user to the rejected list, ends their sessions, writes to them and records it', async () => {
    const member = await signedInMember(api);
    const answer = await remove(member.userId);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ message: string }>().message).toBe('user deleted successfully');
    expect(answer.json<{ data: UserRecordWire[] }>().data.map(({ userId }) => userId)).not.toContain(member.userId);
    expect((await profile(member)).statusCode).toBe(401);
    expect((await signInAs(member)).statusCode).toBe(403);
    expect((await lettersTo(api, member.userId)).at(-1)).toBe('account-closed');
    expect(await actsOn(api, member.userId)).toEqual([{ action: 'user.delete', actor_id: admin.userId }]);
    const rejected = (await call(api, 'GET', '/getrejecteduser', undefined, admin)).json<{ data: UserRecordWire[] }>().data;
    expect(rejected.map(({ userId }) => userId)).toContain(member.userId);
  });

  it('throws the exchange credentials away at once', async () => {
    const user = await storedUser(api, { kycStatus: 'approved' });
    const account = crypto.randomUUID();
    await api.em().execute(
      `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, sync_enabled,
          next_sync_at) values (?, ?, 'binance', ?, ?, 'abcd', ?, 'valid', true, now())`,
      [account, user.id, Buffer.from('sealed key'), Buffer.from('sealed secret'), Buffer.from(account)],
    );
    await verified(user.id);
    expect((await remove(user.id)).statusCode).toBe(200);
    const [key] = await api
      .em()
      .execute('select api_key, secret_key, is_current, sync_enabled, next_sync_at from exchange_accounts where id = ?', [account]);
    expect(key).toEqual({ api_key: null, secret_key: null, is_current: false, sync_enabled: false, next_sync_at: null });
    const [kyc] = await api.em().execute('select exchange_login, exchange_login_given from kyc_submissions where user_id = ?', [user.id]);
    expect(kyc).toEqual({ exchange_login: null, exchange_login_given: true });
  });

  it('waits for a review under way, instead of both waiting for each other', async () => {
    const user = await storedUser(api, { kycStatus: 'approved' });
    await verified(user.id);
    const review = api.em();
    await review.begin();
    await review.execute('update kyc_submissions set decided_at = now() where user_id = ?', [user.id]);
    const [answer] = await Promise.all([
      remove(user.id),
      somebodyWaits(api, 'kyc_submissions')
        .then(() => review.execute(`update users set kyc_status = 'rejected' where id = ?`, [user.id]))
        .finally(() => review.commit()),
    ]);
    expect(answer.statusCode).toBe(200);
    expect(await standingOf(api, user.id)).toMatchObject({ rejected: true });
  });

  it('needs a sign-in or a confirmation of the last five minutes', async () => {
    const user = await storedUser(api);
    const other = await anotherAdmin(api);
    await longAgo(api, other);
    for (const response of [await remove(user.id, other), await call(api, 'DELETE', `/admin/users/${user.id}`, undefined, other)]) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ stepUp: true });
    }
    expect(await standingOf(api, user.id)).toMatchObject({ rejected: false });
    await api.em().execute(`update sessions set confirmed_at = now() where user_id = ?`, [other.userId]);
    expect((await remove(user.id, other)).statusCode).toBe(200);
  });

  it('is a 404 for nobody and a 409 the second time', async () => {
    expect((await remove(NOBODY)).statusCode).toBe(404);
    const user = await storedUser(api);
    expect((await remove(user.id)).statusCode).toBe(200);
    expect((await remove(user.id)).statusCode).toBe(409);
    expect(await actsOn(api, user.id)).toHaveLength(1);
  });
});

describe('restoring', () => {
  it('answers the remaining rejected list, writes to the user, records it, and revives no session', async () => {
    const member = await signedInMember(api);
    const other = await storedUser(api, { rejectedAt: new Date() });
    await remove(member.userId);
    const answer = await restore(member.userId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const left = answer.json<{ data: UserRecordWire[] }>().data.map(({ userId }) => userId);
    expect(left).toContain(other.id);
    expect(left).not.toContain(member.userId);
    expect((await profile(member)).statusCode).toBe(401);
    expect((await signInAs(member)).statusCode).toBe(200);
    expect((await lettersTo(api, member.userId)).slice(-2)).toEqual(['account-closed', 'account-restored']);
    expect((await actsOn(api, member.userId)).map(({ action }) => action)).toEqual(['user.delete', 'user.restore']);
  });

  it('gives the status back that the user had, and promises nobody a sign-in they do not have', async () => {
    const user = await storedUser(api, { status: 'deactivated' });
    await remove(user.id);
    await restore(user.id);
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'deactivated', rejected: false });
    expect(await lettersTo(api, user.id)).toEqual(['account-closed']);
  });

  it('needs a sign-in or a confirmation of the last five minutes', async () => {
    const user = await storedUser(api, { rejectedAt: new Date() });
    const other = await anotherAdmin(api);
    await longAgo(api, other);
    for (const response of [
      await restore(user.id, other),
      await call(api, 'POST', `/admin/rejected-users/${user.id}/restore`, undefined, other),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ stepUp: true });
    }
    expect(await standingOf(api, user.id)).toMatchObject({ rejected: true });
  });

  it('is a 404 for nobody and a 409 for somebody who is not rejected', async () => {
    expect((await restore(NOBODY)).statusCode).toBe(404);
    expect((await restore((await storedUser(api)).id)).statusCode).toBe(409);
  });
});

describe('an admin', () => {
  it('neither deactivates nor deletes their own account', async () => {
    const other = await anotherAdmin(api);
    const tries = [
      await toggle(other.userId, other),
      await remove(other.userId, other),
      await call(api, 'DELETE', `/admin/users/${other.userId}`, undefined, other),
      await call(api, 'PUT', `/admin/users/${other.userId}`, { status: 'deactivated' }, other),
      await call(api, 'PATCH', `/admin/users/${other.userId}`, { status: 'deactivated' }, other),
      await call(api, 'POST', `/admin/users/${other.userId}/deactivate`, undefined, other),
    ];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 409));
    expect(await standingOf(api, other.userId)).toEqual({ role: 'admin', status: 'active', rejected: false });
    expect((await profile(other)).statusCode).toBe(200);
  });

  it('deactivates another admin, whose token is refused at once', async () => {
    const other = await anotherAdmin(api);
    expect((await toggle(other.userId)).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getalluser', undefined, other)).statusCode).toBe(401);
    expect((await toggle(admin.userId, other)).statusCode).toBe(401);
  });
});
