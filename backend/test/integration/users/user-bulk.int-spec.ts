import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserOutcomeWire, UserDetailWire, UserResourceWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, anotherAdmin, lettersTo, longAgo, standingOf, storedUser } from './people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

const bulk = async (ids: string[], action: string, as: SignedIn = admin) => {
  const response = await call(api, 'POST', '/admin/users/bulk', { ids, action }, as);
  return { status: response.statusCode, outcomes: response.json<{ data?: UserOutcomeWire[] }>().data ?? [], body: response.json<object>() };
};

describe('many users at once', () => {
  it('are each done, left as they were, or refused with a reason, in the order given', async () => {
    const [active, off, gone] = [
      await signedInMember(api),
      await storedUser(api, { status: 'deactivated' }),
      await storedUser(api, { rejectedAt: new Date() }),
    ];
    const { status, outcomes } = await bulk([gone.id, active.userId, NOBODY, off.id, admin.userId], 'deactivate');
    expect(status).toBe(200);
    expect(outcomes).toEqual([
      { id: gone.id, outcome: 'refused', reason: 'This user is in the rejected list. Restore them first' },
      { id: active.userId, outcome: 'done', reason: null },
      { id: NOBODY, outcome: 'refused', reason: 'There is no such user' },
      { id: off.id, outcome: 'unchanged', reason: null },
      { id: admin.userId, outcome: 'refused', reason: 'You cannot deactivate or delete your own account' },
    ]);
    expect((await call(api, 'GET', '/getuser', undefined, active)).statusCode).toBe(401);
    expect((await lettersTo(api, active.userId)).at(-1)).toBe('account-deactivated');
    expect(await actsOn(api, active.userId)).toEqual([{ action: 'user.deactivate', actor_id: admin.userId }]);
    expect(await actsOn(api, off.id)).toEqual([]);
    expect(await lettersTo(api, off.id)).toEqual([]);
    expect(await standingOf(api, gone.id)).toEqual({ role: 'trade club', status: 'active', rejected: true });
    expect((await bulk([active.userId, off.id], 'activate')).outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  });

  it('are each told once, however often they are named', async () => {
    const user = await storedUser(api);
    const { outcomes } = await bulk([user.id, user.id.toUpperCase(), user.id], 'deactivate');
    expect(outcomes).toEqual([{ id: user.id, outcome: 'done', reason: null }]);
    expect(await lettersTo(api, user.id)).toEqual(['account-deactivated']);
  });

  it('may be a hundred, and no more', async () => {
    const users = [];
    for (let n = 0; n < 100; n++) users.push((await storedUser(api)).id);
    const { outcomes } = await bulk(users, 'deactivate');
    expect(outcomes.map(({ id }) => id)).toEqual(users);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    expect((await bulk([...users, NOBODY], 'activate')).status).toBe(400);
    expect(await standingOf(api, users[0]!)).toMatchObject({ status: 'deactivated' });
  });

  it('need a sign-in or a confirmation of the last five minutes', async () => {
    const [user, other] = [await storedUser(api), await anotherAdmin(api)];
    await longAgo(api, other);
    expect(await bulk([user.id], 'deactivate', other)).toMatchObject({ status: 403, body: { stepUp: true } });
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'active' });
  });

  it('are not deleted', async () => {
    const user = await storedUser(api);
    expect((await bulk([user.id], 'delete')).status).toBe(400);
    expect(await standingOf(api, user.id)).toMatchObject({ rejected: false });
  });

  it('of two admins who deactivate each other, one is left', async () => {
    const [first, second] = [await anotherAdmin(api), await anotherAdmin(api)];
    const both = await Promise.all([bulk([second.userId], 'deactivate', first), bulk([first.userId], 'deactivate', second)]);
    const standings = [await standingOf(api, first.userId), await standingOf(api, second.userId)].map((standing) => standing?.status);
    expect(standings.sort()).toEqual(['active', 'deactivated']);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('what may be done with a user', () => {
  const listed = async (filter: object) =>
    (await call(api, 'GET', `/admin/users?filter=${encodeURIComponent(JSON.stringify(filter))}`, undefined, admin)).json<
      UserResourceWire[]
    >();

  it('stands on the record, for the admin who asks', async () => {
    const [active, off, gone, other] = [
      await storedUser(api),
      await storedUser(api, { status: 'deactivated' }),
      await storedUser(api, { rejectedAt: new Date() }),
      await anotherAdmin(api),
    ];
    const rows = await listed({ id: [active.id, off.id, gone.id, admin.userId, other.userId] });
    const ofUser = (id: string) => rows.find((row) => row.id === id);
    expect(ofUser(active.id)).toMatchObject({ may: ['deactivate', 'delete'], mayNot: {} });
    expect(ofUser(off.id)).toMatchObject({ may: ['activate', 'delete'], mayNot: {} });
    expect(ofUser(gone.id)).toMatchObject({ may: ['restore'], mayNot: {} });
    expect(ofUser(other.userId)).toMatchObject({ may: ['deactivate', 'delete'] });
    const reason = 'You cannot deactivate or delete your own account';
    expect(ofUser(admin.userId)).toMatchObject({ may: [], mayNot: { deactivate: reason, delete: reason } });
    expect((await call(api, 'GET', `/admin/users/${admin.userId}`, undefined, admin)).json<UserDetailWire>()).toMatchObject({
      may: [],
      mayNot: { delete: reason },
    });
    expect((await call(api, 'GET', `/admin/users/${admin.userId}`, undefined, other)).json<UserDetailWire>()).toMatchObject({
      may: ['deactivate', 'delete'],
      mayNot: {},
    });
    expect((await call(api, 'GET', `/admin/rejected-users/${gone.id}`, undefined, admin)).json<UserDetailWire>()).toMatchObject({
      may: ['restore'],
    });
  });

  it('says who asked to be erased', async () => {
    const users = [await storedUser(api), await storedUser(api), await storedUser(api), await storedUser(api)];
    const request = (userId: string, state: string, hour: number) =>
      api.em().execute(
        `insert into erasure_requests (id, user_id, state, requested_at, answer_due_at)
            values (gen_random_uuid(), ?, ?, '2026-11-01T00:00Z'::timestamptz + ? * interval '1 hour', now())`,
        [userId, state, hour],
      );
    await request(users[0]!.id, 'withdrawn', 1);
    await request(users[0]!.id, 'restricted', 2);
    await request(users[1]!.id, 'completed', 1);
    await request(users[2]!.id, 'restricted', 1);
    await api.em().execute(`update erasure_requests set state = 'refused' where user_id = ?`, [users[2]!.id]);
    const rows = await listed({ id: users.map(({ id }) => id) });
    expect(users.map(({ id }) => rows.find((row) => row.id === id)?.erasure)).toEqual(['restricted', 'completed', null, null]);
  });

  it('is found by whose referral code it is', async () => {
    const user = await storedUser(api);
    expect((await listed({ refferalId: user.referralCode })).map(({ id }) => id)).toEqual([user.id]);
    expect(await listed({ refferalId: 'nobodyscode1' })).toEqual([]);
  });
});
