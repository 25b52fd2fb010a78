import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserDetailWire, UserResourceWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, lettersTo, standingOf, storedUser } from './people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

interface Wish {
  sort?: [string, string];
  range?: [number, number];
  filter?: object;
}
const list = async (resource: string, wish: Wish = {}) => {
  const query = Object.entries(wish).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`);
  const response = await call(api, 'GET', `/admin/${resource}?${query.join('&')}`, undefined, admin);
  return {
    status: response.statusCode,
    range: response.headers['content-range'],
    rows: response.statusCode === 200 ? response.json<UserResourceWire[]>() : [],
    body: response.json<{ errors?: { field: string }[] }>(),
  };
};
const idsOf = ({ rows }: { rows: UserResourceWire[] }) => rows.map(({ id }) => id);

describe('the console lists users', () => {
  it('filtered by each field the list knows', async () => {
    const wanted = await storedUser(api, {
      country: 'Iceland',
      role: 'hedge fund',
      status: 'deactivated',
      kycStatus: 'rejected',
      paymentStatus: 'pending',
    });
    const other = await storedUser(api, { country: 'Iceland' });
    expect(idsOf(await list('users', { filter: { country: 'Iceland' } })).sort()).toEqual([wanted.id, other.id].sort());
    for (const filter of [
      { membership: 'hedge fund' },
      { status: 'deactivated' },
      { kyc: 'rejected' },
      { payment: 'pending' },
      { role: 'hedge fund' },
    ]) {
      expect(idsOf(await list('users', { filter: { ...filter, country: 'Iceland' } }))).toEqual([wanted.id]);
    }
    expect(idsOf(await list('users', { filter: { kyc: 'none', payment: 'none', country: 'Iceland' } }))).toEqual([other.id]);
    expect(idsOf(await list('users', { filter: { role: 'admin' } }))).toEqual([admin.userId]);
  });

  it.each(['createdDate', 'surName', 'firstName', 'email', 'country', 'id'] as const)('sorted by %s both ways', async (field) => {
    const people = [
      { surname: 'Ábel', otherName: 'zoe', email: 'm@sort.example', createdAt: new Date('2026-02-03') },
      { surname: 'brook', otherName: 'Yan', email: 'A@sort.example', createdAt: new Date('2026-02-01') },
      { surname: 'Carr', otherName: 'Xu', email: 'z@sort.example', createdAt: new Date('2026-02-02') },
    ];
    for (const person of people)
      await storedUser(api, { ...person, email: `${field}.${person.email}`, country: `Land ${person.otherName}` });
    const filter = { q: `${field}.` };
    const ascending = await list('users', { sort: [field, 'ASC'], filter });
    const descending = await list('users', { sort: [field, 'DESC'], filter });
    expect(ascending.range).toBe('users 0-2/3');
    expect(idsOf(descending)).toEqual(idsOf(ascending).reverse());
    const first = { createdDate: 'brook', firstName: 'Carr', email: 'brook', country: 'Carr' }[field as string];
    if (first) expect(ascending.rows[0]!.surName).toBe(first);
  });

  it('a range at a time, with the true total', async () => {
    for (let n = 0; n < 5; n++) await storedUser(api, { country: 'Malta' });
    const page = await list('users', { range: [2, 3], filter: { country: 'Malta' } });
    expect([page.rows.length, page.range]).toEqual([2, 'users 2-3/5']);
    expect((await list('users', { range: [10, 12], filter: { country: 'Malta' } })).range).toBe('users */5');
  });

  it('without the rejected, but finds them by their ids, so that what refers to them has a name', async () => {
    const gone = await storedUser(api, { country: 'Monaco', rejectedAt: new Date('2026-03-04T05:06:07Z') });
    const here = await storedUser(api, { country: 'Monaco' });
    expect(idsOf(await list('users', { filter: { country: 'Monaco' } }))).toEqual([here.id]);
    const many = await list('users', { filter: { id: [gone.id, here.id, NOBODY] } });
    expect(idsOf(many).sort()).toEqual([gone.id, here.id].sort());
    expect(many.rows.find(({ id }) => id === gone.id)).toMatchObject({ rejectedAt: '2026-03-04T05:06:07.000Z' });
    expect(idsOf(await list('users', { filter: { id: [] } }))).toEqual([]);
  });

  it.each([
    [{ sort: ['passwordHash', 'ASC'] as [string, string] }, 'sort'],
    [{ sort: ['phoneNumber', 'ASC'] as [string, string] }, 'sort'],
    [{ sort: ['email', 'ASC; drop table users'] as [string, string] }, 'sort'],
    [{ range: [0, 5000] as [number, number] }, 'range'],
    [{ filter: { password: 'x' } }, 'filter.password'],
    [{ filter: { status: 'rejected' } }, 'filter.status'],
    [{ filter: { kyc: null } }, 'filter.kyc'],
    [{ filter: { membership: 'admin' } }, 'filter.membership'],
    [{ filter: { id: ['x'] } }, 'filter.id'],
    [{ filter: { q: { $ne: 1 } } }, 'filter.q'],
  ])('and refuses %j', async (wish, field) => {
    const { status, body } = await list('users', wish);
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.field)).toEqual([field]);
  });
});

describe('one user of the console', () => {
  it('carries what only one record can', async () => {
    const referrer = await storedUser(api, { surname: 'Okafor', otherName: 'Tola' });
    const member = await signedInMember(api, 'hedge fund', { refferedBy: referrer.referralCode });
    const response = await call(api, 'GET', `/admin/users/${member.userId}`, undefined, admin);
    expect(response.statusCode).toBe(200);
    expect(response.json<UserDetailWire>()).toMatchObject({
      id: member.userId,
      userId: member.userId,
      role: 'hedge fund',
      membership: 'hedge fund',
      rejectedAt: null,
      emailConfirmedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      termsVersion: expect.any(String),
      lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
      referredBy: { id: referrer.id, fullName: 'Tola Okafor' },
    });
    expect(response.body).not.toMatch(/argon2|passwordHash|password_hash/);
    const quiet = (await call(api, 'GET', `/admin/users/${referrer.id}`, undefined, admin)).json<UserDetailWire>();
    expect(quiet).toMatchObject({ lastSignInAt: null, emailConfirmedAt: null, termsVersion: null, referredBy: null, referralNum: 1 });
  });

  it('is a 404 for an id that names nobody', async () => {
    for (const id of [NOBODY, 'nonsense']) expect((await call(api, 'GET', `/admin/users/${id}`, undefined, admin)).statusCode).toBe(404);
  });
});

describe('the console sets a status', () => {
  it.each(['PUT', 'PATCH'] as const)('by %s, answers the bare record, and does it once', async (method) => {
    const member = await signedInMember(api);
    for (let n = 0; n < 2; n++) {
      const response = await call(api, method, `/admin/users/${member.userId}`, { status: 'deactivated' }, admin);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ id: member.userId, status: 'deactivated' });
    }
    expect((await call(api, 'GET', '/getuser', undefined, member)).statusCode).toBe(401);
    expect((await lettersTo(api, member.userId)).filter((letter) => letter === 'account-deactivated')).toHaveLength(1);
    expect(await actsOn(api, member.userId)).toHaveLength(1);
  });

  it('by an action of its own', async () => {
    const user = await storedUser(api);
    const off = await call(api, 'POST', `/admin/users/${user.id}/deactivate`, undefined, admin);
    expect([off.statusCode, off.json()]).toMatchObject([
      200,
      { message: 'User deactivated', data: { id: user.id, status: 'deactivated' } },
    ]);
    const on = await call(api, 'POST', `/admin/users/${user.id}/activate`, {}, admin);
    expect([on.statusCode, on.json()]).toMatchObject([200, { message: 'User activated', data: { id: user.id, status: 'active' } }]);
  });

  it.each([{}, { status: 'rejected' }, { status: 'active', role: 'admin' }, { status: 'active', kyc: 'approved' }, { status: null }, []])(
    'and takes nothing else: %j',
    async (body) => {
      const user = await storedUser(api);
      for (const method of ['PUT', 'PATCH'] as const)
        expect((await call(api, method, `/admin/users/${user.id}`, body, admin)).statusCode).toBe(400);
      expect(await standingOf(api, user.id)).toEqual({ role: 'trade club', status: 'active', rejected: false });
    },
  );

  it('of nobody: 404; of somebody rejected: 409', async () => {
    const gone = await storedUser(api, { rejectedAt: new Date() });
    expect((await call(api, 'PUT', `/admin/users/${NOBODY}`, { status: 'active' }, admin)).statusCode).toBe(404);
    expect((await call(api, 'PUT', `/admin/users/${gone.id}`, { status: 'deactivated' }, admin)).statusCode).toBe(409);
  });
});

describe('the console deletes and restores', () => {
  it('and both lists follow', async () => {
    const user = await storedUser(api, { country: 'Andorra' });
    // The data provider sends this content type with nothing in the body.
    const deleted = await call(api, 'DELETE', `/admin/users/${user.id}`, undefined, {
      token: admin.token,
      headers: { 'content-type': 'text/plain' },
    });
    expect([deleted.statusCode, deleted.json()]).toMatchObject([200, { id: user.id, rejectedAt: expect.any(String) }]);
    expect(idsOf(await list('users', { filter: { country: 'Andorra' } }))).toEqual([]);
    const rejected = await list('rejected-users', { filter: { country: 'Andorra' } });
    expect(rejected.rows).toMatchObject([
      {
        id: user.id,
        userId: user.id,
        rejectedDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        rejectedTime: expect.stringMatching(/^\d{2}:\d{2}:\d{2}$/),
      },
    ]);
    expect(rejected.range).toBe('rejected-users 0-0/1');
    expect((await call(api, 'GET', `/admin/rejected-users/${user.id}`, undefined, admin)).json()).toMatchObject({
      id: user.id,
      rejectedDate: expect.any(String),
    });

    const restored = await call(api, 'POST', `/admin/rejected-users/${user.id}/restore`, undefined, admin);
    expect([restored.statusCode, restored.json()]).toMatchObject([
      200,
      { message: 'User restored', data: { id: user.id, rejectedAt: null } },
    ]);
    expect((await call(api, 'POST', `/admin/rejected-users/${user.id}/restore`, undefined, admin)).statusCode).toBe(409);
    expect((await call(api, 'GET', `/admin/rejected-users/${user.id}`, undefined, admin)).statusCode).toBe(404);
    expect((await call(api, 'POST', `/admin/rejected-users/${NOBODY}/restore`, undefined, admin)).statusCode).toBe(404);
  });

  it.each(['rejectedDate', 'createdDate', 'surName', 'email', 'id'])('rejected users sorted by %s', async (field) => {
    const { status } = await list('rejected-users', { sort: [field, 'ASC'], filter: { membership: 'trade club', q: 'marlow' } });
    expect(status).toBe(200);
  });

  it('and the rejected list refuses what it does not know', async () => {
    expect((await list('rejected-users', { filter: { kyc: 'pending' } })).status).toBe(400);
    expect((await list('rejected-users', { sort: ['country', 'ASC'] })).status).toBe(400);
  });
});
