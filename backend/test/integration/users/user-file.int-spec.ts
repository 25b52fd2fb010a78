import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { UserDirectoryService } from '../../../src/club/admin/user-directory.service.js';
import type { UserResourceWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, longAgo, storedUser } from './people.js';

const CROWD = 2345;
const header =
  'Surname,First name,Email,Phone number,Country,Date of birth,Membership,Referral code,Referrals,Created (UTC),KYC,Payment,Status,User id';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  // Many of one moment and of one name: what follows must be told apart by more than that.
  await api.em().execute(
    `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code, status,
      kyc_status, created_at)
     select gen_random_uuid(), 'crowd' || n || '@example.com', 'Same' || n % 3, 'Name' || n % 2, '+44' || (7000000000 + n), 'Malta',
       '1990-01-01', case when n % 2 = 0 then 'hedge fund' else 'trade club' end, 'x', lpad(n::text, 12, '0'), 'active',
       case when n % 5 = 0 then 'approved' end, '2026-03-01T00:00:00.123456Z'::timestamptz + n / 1500 * interval '1 microsecond'
     from generate_series(1, ${CROWD}) n`,
  );
  await api.em().execute('analyze users');
});
afterAll(async () => {
  jest.restoreAllMocks();
  await api.close();
});

const asked = (query: object) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&');
const file = (query: { filter?: object; sort?: [string, string] } = {}, as: SignedIn = admin) =>
  call(api, 'GET', `/admin/users.csv?${asked(query)}`, undefined, as);
const lines = (body: string) => body.split('\r\n').slice(0, -1);
const idsOf = (body: string) =>
  lines(body)
    .slice(1)
    .map((line) => line.split(',').at(-1)!);
const exports = () =>
  api
    .em()
    .execute<{ actor_id: string; target_type: string; detail: object }[]>(
      `select actor_id, target_type, detail from audit_events where action = 'user.export' order by at, id`,
    );

describe('the file of users', () => {
  it.each(['createdDate', 'surName', 'firstName', 'email', 'country', 'id'])(
    'has every user of the choice once, in the order of %s that the list has',
    async (field) => {
      for (const order of ['ASC', 'DESC']) {
        const sort: [string, string] = [field, order];
        const response = await file({ filter: { country: 'Malta' }, sort });
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': expect.stringMatching(/^attachment; filename="tidemark-users-\d{8}T\d{6}Z\.csv"$/),
        });
        const listed: string[] = [];
        for (let first = 0; first < CROWD; first += 1000) {
          const page = await call(
            api,
            'GET',
            `/admin/users?${asked({ filter: { country: 'Malta' }, sort, range: [first, first + 999] })}`,
            undefined,
            admin,
          );
          listed.push(...page.json<UserResourceWire[]>().map(({ id }) => id));
        }
        expect(listed).toHaveLength(CROWD);
        expect(idsOf(response.body)).toEqual(listed);
      }
      await api.em().execute('delete from rate_limits');
    },
  );

  it('holds what the filter chooses, and nobody else', async () => {
    const body = (await file({ filter: { country: 'Malta', kyc: 'approved', membership: 'hedge fund' } })).body;
    expect(idsOf(body)).toHaveLength(Math.floor(CROWD / 10));
    expect(lines(body)[1]).toMatch(/,hedge fund,.*,approved,not verified,active,/);
    const gone = await storedUser(api, { country: 'Oman', rejectedAt: new Date() });
    expect(lines((await file({ filter: { country: 'Oman' } })).body)).toEqual([header]);
    expect(idsOf((await file({ filter: { id: [gone.id] } })).body)).toEqual([gone.id]);
  });

  it('lets no text begin a formula, and keeps each in its cell', async () => {
    await storedUser(api, {
      surname: '=HYPERLINK("http://evil.example","paid")',
      otherName: '@SUM(A1)',
      phoneNumber: '+4912345678',
      country: 'Peru',
      createdAt: new Date('2026-03-04T05:06:07.008Z'),
      referralCode: '-referralCod',
      id: '6e0f1f5e-6f0b-4b6f-9d0c-6d2a7c1b2a3d',
      email: 'a,b@example.com',
    });
    expect(lines((await file({ filter: { country: 'Peru' } })).body)).toEqual([
      header,
      `"'=HYPERLINK(""http://evil.example"",""paid"")",'@SUM(A1),"a,b@example.com",'+4912345678,Peru,1990-01-02,trade ` +
        `club,'-referralCod,0,2026-03-04T05:06:07.008Z,not verified,not verified,active,6e0f1f5e-6f0b-4b6f-9d0c-6d2a7c1b2a3d`,
    ]);
  });

  it('is written down, without what was searched for', async () => {
    const before = (await exports()).length;
    await file({ filter: { q: 'somebody special', kyc: 'pending' }, sort: ['email', 'ASC'] });
    expect((await exports()).slice(before)).toEqual([
      { actor_id: admin.userId, target_type: 'users', detail: { sort: 'email', order: 'ASC', kyc: 'pending', searched: true } },
    ]);
  });

  it('is for admins alone, who have just shown that it is them', async () => {
    expect((await call(api, 'GET', '/admin/users.csv')).statusCode).toBe(401);
    expect((await file({}, await signedInMember(api))).statusCode).toBe(403);
    const other = await anotherAdmin(api);
    await longAgo(api, other);
    const response = await file({}, other);
    expect([response.statusCode, response.json()]).toMatchObject([403, { stepUp: true }]);
  });

  it.each(['range=[0,1]', 'filter={"password":"x"}', 'filter={', 'sort=["password_hash","ASC"]', 'page=1'])('refuses %s', async (query) => {
    const before = (await exports()).length;
    expect((await call(api, 'GET', `/admin/users.csv?${encodeURI(query)}`, undefined, admin)).statusCode).toBe(400);
    expect(await exports()).toHaveLength(before);
  });

  it('of more than a file may hold is refused, not cut', async () => {
    jest.spyOn(UserDirectoryService.prototype, 'exceeds').mockResolvedValueOnce(true);
    const response = await file();
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { message: 'A file can have up to 250,000 users. Narrow the list with a filter', errors: [{ field: 'filter' }] },
    ]);
    const directory = api.app.get(UserDirectoryService, { strict: false });
    const choice = { sort: 'createdAt', order: 'DESC', filter: { country: 'Malta' } } as const;
    jest.restoreAllMocks();
    expect([await directory.exceeds(CROWD, choice), await directory.exceeds(CROWD - 1, choice)]).toEqual([false, true]);
  });

  it('is made so many times an hour and no more', async () => {
    await api.em().execute('delete from rate_limits');
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await file({ filter: { country: 'Peru' } })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });
});
