import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RejectedUserWire, UserRecordWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedUser } from './people.js';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.em().execute(`update users set referred_by_id = null`);
  await api.em().execute(`delete from users where id <> ?`, [admin.userId]);
});

const list = async (path: string) => {
  const response = await call(api, 'GET', path, undefined, admin);
  const { data } = response.json<{ data: UserRecordWire[] }>();
  return { status: response.statusCode, data, total: response.headers['x-total-count'], cache: response.headers['cache-control'] };
};
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));

describe('the list of users', () => {
  it('holds exactly the fields of the contract', async () => {
    const referrer = await storedUser(api, { createdAt: at(0) });
    const user = await storedUser(api, {
      referredBy: referrer.id,
      kycStatus: 'approved',
      paymentStatus: 'pending',
      createdAt: at(1),
      country: 'Kenya',
    });
    const { data, cache } = await list('/getalluser');
    expect(cache).toBe('no-store');
    expect(data.find(({ userId }) => userId === user.id)).toEqual({
      userId: user.id,
      surName: 'Marlow',
      firstName: 'Ines',
      email: user.email,
      phoneNumber: '+4912345678',
      country: 'Kenya',
      dob: '1990-01-02',
      membership: 'trade club',
      referralNum: 0,
      refferalId: user.referralCode,
      createdDate: at(1).toISOString(),
      kyc: 'approved',
      payment: 'pending',
      status: 'active',
    });
    expect(data.find(({ userId }) => userId === referrer.id)).toMatchObject({ referralNum: 1, kyc: null, payment: null });
  });

  it('is in order of registration, the newest first, with admins and without the rejected', async () => {
    const [old, gone, young] = [
      await storedUser(api, { createdAt: at(1) }),
      await storedUser(api, { createdAt: at(2), rejectedAt: at(9) }),
      await storedUser(api, { createdAt: at(3), status: 'deactivated' }),
    ];
    const { data, total } = await list('/getalluser');
    expect(data.map(({ userId }) => userId)).toEqual([admin.userId, young.id, old.id]);
    expect(data.map(({ userId }) => userId)).not.toContain(gone.id);
    expect(data[0]).toMatchObject({ membership: null, status: 'active' });
    expect(data[1]).toMatchObject({ status: 'deactivated' });
    expect(total).toBe('3');
  });

  it('pages, with the total of all pages', async () => {
    const users = [];
    for (let minute = 0; minute < 5; minute++) users.push(await storedUser(api, { createdAt: at(minute) }));
    const first = await list('/getalluser?page=1&perPage=2');
    const second = await list('/getalluser?page=2&perPage=2');
    const beyond = await list('/getalluser?page=9&perPage=2');
    expect([first.total, second.total, beyond.total]).toEqual(['6', '6', '6']);
    expect(first.data.map(({ userId }) => userId)).toEqual([admin.userId, users[4]!.id]);
    expect(second.data.map(({ userId }) => userId)).toEqual([users[3]!.id, users[2]!.id]);
    expect(beyond.data).toEqual([]);
  });

  it('counts as referrals whoever registered, whatever became of them', async () => {
    const referrer = await storedUser(api);
    await storedUser(api, { referredBy: referrer.id });
    await storedUser(api, { referredBy: referrer.id, status: 'deactivated' });
    await storedUser(api, { referredBy: referrer.id, rejectedAt: at(1) });
    const { data } = await list('/getalluser');
    expect(data.find(({ userId }) => userId === referrer.id)).toMatchObject({ referralNum: 3 });
  });
});

describe('the list of rejected users', () => {
  it('holds the rejected alone, the last rejected first, with date and time in UTC', async () => {
    await storedUser(api);
    const [early, late] = [
      await storedUser(api, { rejectedAt: new Date('2026-03-04T23:59:58Z') }),
      await storedUser(api, { rejectedAt: new Date('2026-03-05T00:00:01Z') }),
    ];
    const { data, total } = await list('/getrejecteduser');
    expect(data.map(({ userId }) => userId)).toEqual([late.id, early.id]);
    expect((data as RejectedUserWire[]).map(({ rejectedDate, rejectedTime }) => `${rejectedDate} ${rejectedTime}`)).toEqual([
      '2026-03-05 00:00:01',
      '2026-03-04 23:59:58',
    ]);
    expect(Object.keys(data[0]!).sort()).toEqual(
      [
        'userId',
        'surName',
        'firstName',
        'email',
        'phoneNumber',
        'country',
        'dob',
        'membership',
        'referralNum',
        'refferalId',
        'createdDate',
        'kyc',
        'payment',
        'status',
        'rejectedDate',
        'rejectedTime',
      ].sort(),
    );
    expect(total).toBe('2');
  });
});

describe('the figures of the dashboard', () => {
  it('equal the lists they stand for', async () => {
    await storedUser(api, { kycStatus: 'approved', paymentStatus: 'approved' });
    await storedUser(api, { kycStatus: 'approved', paymentStatus: 'pending', status: 'deactivated' });
    await storedUser(api, { kycStatus: 'pending' });
    await storedUser(api, { kycStatus: 'rejected', paymentStatus: 'rejected' });
    await storedUser(api, { kycStatus: 'approved', paymentStatus: 'approved', rejectedAt: at(1) });
    await storedUser(api, { kycStatus: 'pending', rejectedAt: at(1) });
    const { data } = (await call(api, 'GET', '/admindashboard', undefined, admin)).json<{ data: Record<string, number> }>();
    expect(data).toEqual({ allUser: 5, paidUser: 1, approveKyc: 2, verifyKyc: 2, pendingKyc: 1, rejectKyc: 1, signalSent: 0 });
    const filtered = async (filter: object) =>
      Number(
        (await call(api, 'GET', `/admin/users?filter=${encodeURIComponent(JSON.stringify(filter))}`, undefined, admin)).headers[
          'content-range'
        ]!.toString().split('/')[1],
      );
    expect(data).toMatchObject({
      allUser: Number((await list('/getalluser')).total),
      paidUser: await filtered({ payment: 'approved' }),
      approveKyc: await filtered({ kyc: 'approved' }),
      pendingKyc: await filtered({ kyc: 'pending' }),
      rejectKyc: await filtered({ kyc: 'rejected' }),
    });
  });
});

describe('visitors and members', () => {
  const routes = [
    ['GET', '/getalluser'],
    ['GET', '/getrejecteduser'],
    ['GET', '/admindashboard'],
    ['GET', '/userstatus/{id}'],
    ['DELETE', '/deleteuser/{id}'],
    ['GET', '/restoreuser/{id}'],
    ['GET', '/admin/users'],
    ['GET', '/admin/users/{id}'],
    ['PUT', '/admin/users/{id}'],
    ['PATCH', '/admin/users/{id}'],
    ['DELETE', '/admin/users/{id}'],
    ['POST', '/admin/users/{id}/deactivate'],
    ['POST', '/admin/users/{id}/activate'],
    ['GET', '/admin/rejected-users'],
    ['GET', '/admin/rejected-users/{id}'],
    ['POST', '/admin/rejected-users/{id}/restore'],
  ] as const;

  it.each(routes)('are kept from %s %s', async (method, path) => {
    const target = await storedUser(api);
    const body = method === 'PUT' || method === 'PATCH' ? { status: 'deactivated' } : undefined;
    const member = await signedInMember(api, 'hedge fund');
    expect((await call(api, method, path.replace('{id}', target.id), body)).statusCode).toBe(401);
    expect((await call(api, method, path.replace('{id}', target.id), body, member)).statusCode).toBe(403);
    const [row] = await api.em().execute('select status, rejected_at from users where id = ?', [target.id]);
    expect(row).toEqual({ status: 'active', rejected_at: null });
  });
});
