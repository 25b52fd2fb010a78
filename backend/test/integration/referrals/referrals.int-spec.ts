import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedUser } from '../users/people.js';

let api: TestApi;
let admin: SignedIn;
let referrer: SignedIn & { code: string };
let stranger: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  const member = await signedInMember(api);
  referrer = { ...member, code: await codeOf(member) };
  stranger = await signedInMember(api, 'hedge fund');
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
  await storedUser(api, { referredBy: referrer.userId, otherName: 'First', country: 'Ghana', createdAt: at(1) });
  await storedUser(api, { referredBy: referrer.userId, otherName: 'Second', status: 'deactivated', createdAt: at(2) });
  await storedUser(api, { referredBy: referrer.userId, otherName: 'Third', rejectedAt: at(5), status: 'deactivated', createdAt: at(3) });
});
afterAll(() => api.close());

async function codeOf({ userId }: { userId: string }): Promise<string> {
  const [row] = await api.em().execute<{ referral_code: string }[]>('select referral_code from users where id = ?', [userId]);
  return row!.referral_code;
}
const get = async (path: string, as?: SignedIn) => {
  const response = await call(api, 'GET', path, undefined, as ?? {});
  return {
    status: response.statusCode,
    data: response.json<{ data?: Record<string, string>[] }>().data,
    message: response.json<{ message: string }>().message,
    total: response.headers['x-total-count'],
    cache: response.headers['cache-control'],
  };
};

const forMembers = [
  { surName: 'Marlow', firstName: 'Third', country: 'Germany' },
  { surName: 'Marlow', firstName: 'Second', country: 'Germany' },
  { surName: 'Marlow', firstName: 'First', country: 'Ghana' },
];
const forAdmins = forMembers.map((person, index) => ({ ...person, status: ['rejected', 'deactivated', 'active'][index] }));

describe('my referrals', () => {
  it('are those who registered with my code, the newest first, whatever became of them, which I am not told', async () => {
    expect(await get('/getrefferals', referrer)).toMatchObject({ status: 200, data: forMembers, total: '3', cache: 'no-store' });
    expect((await get('/getrefferals', referrer)).data).toEqual(forMembers);
  });

  it('are mine alone', async () => {
    expect(await get('/getrefferals', stranger)).toMatchObject({ status: 200, data: [], total: '0' });
    expect(await get('/getrefferals', admin)).toMatchObject({ status: 200, data: [] });
    expect((await get('/getrefferals')).status).toBe(401);
  });

  it('come page by page', async () => {
    expect(await get('/getrefferals?page=2&perPage=2', referrer)).toMatchObject({ data: [forMembers[2]], total: '3' });
    expect((await get('/getrefferals?page=0', referrer)).status).toBe(400);
  });

  it('begin with a registration that names my code', async () => {
    const owner = await signedInMember(api);
    await signedInMember(api, 'hedge fund', { refferedBy: await codeOf(owner), otherName: 'Newcomer' });
    expect((await get('/getrefferals', owner)).data).toEqual([{ surName: 'Walker', firstName: 'Newcomer', country: 'Nigeria' }]);
  });
});

describe('the referrals of a code', () => {
  it('are shown to its owner as their own', async () => {
    expect((await get(`/getrefferalsuser/${referrer.code}`, referrer)).data).toEqual(forMembers);
  });

  it('are shown to admins with what became of everybody', async () => {
    expect(await get(`/getrefferalsuser/${referrer.code}`, admin)).toMatchObject({ status: 200, data: forAdmins, total: '3' });
    expect((await get(`/getrefferalsuser/${referrer.code}?perPage=1`, admin)).data).toEqual([forAdmins[0]]);
  });

  it('are kept from everybody else, who cannot tell a code that exists from one that does not', async () => {
    expect((await get(`/getrefferalsuser/${referrer.code}`)).status).toBe(401);
    const known = await get(`/getrefferalsuser/${referrer.code}`, stranger);
    expect(known.status).toBe(403);
    for (const code of ['AAAAAAAAAAAA', 'x', encodeURIComponent("' or 1=1 --"), referrer.userId])
      expect(await get(`/getrefferalsuser/${code}`, stranger)).toEqual(known);
  });

  it('are a 404 for an admin who names no code there is', async () => {
    for (const code of ['AAAAAAAAAAAA', 'x', referrer.code.toLowerCase() === referrer.code ? 'y' : referrer.code.toLowerCase()])
      expect((await get(`/getrefferalsuser/${code}`, admin)).status).toBe(404);
  });

  it('stay visible to admins once their owner is rejected', async () => {
    const owner = await storedUser(api, { rejectedAt: new Date() });
    await storedUser(api, { referredBy: owner.id });
    expect(await get(`/getrefferalsuser/${owner.referralCode}`, admin)).toMatchObject({ status: 200, total: '1' });
  });
});
