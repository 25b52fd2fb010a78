import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, fieldsOf, routesOf, withNames } from '../../support/app-routes.js';
import { confirmedMember, freshEmail, PASSWORD, registration, signIn } from '../../support/people.js';
import { flawsOf, hostileCaller, namedFields, type HostileCaller } from './hostile-caller.js';

/** What nobody may say of themselves, in the spellings of the wire, of the domain and of the database. */
const privileges = {
  id: '00000000-0000-4000-8000-000000000000',
  userId: '00000000-0000-4000-8000-000000000000',
  userRole: 'admin',
  teamRole: 'owner',
  team_role: 'owner',
  isAdmin: true,
  kycStatus: 'approved',
  kyc_status: 'approved',
  kyc: 'approved',
  paymentStatus: 'approved',
  payment_status: 'approved',
  payment: 'approved',
  refferalId: 'mine',
  refferal_id: 'mine',
  referralCode: 'mine',
  referral_code: 'mine',
  rejectedAt: null,
  rejected_at: null,
  securityEpoch: 99,
  security_epoch: 99,
  imageFileId: '00000000-0000-4000-8000-000000000000',
  image_file_id: '00000000-0000-4000-8000-000000000000',
  emailConfirmedAt: '2020-01-01T00:00:00Z',
  email_confirmed_at: '2020-01-01T00:00:00Z',
  passwordHash: 'x',
  password_hash: 'x',
  createdAt: '2020-01-01T00:00:00Z',
  termsVersion: 'none',
  color: 'black',
  balance: '1000000',
};

describe('nobody gives themselves a right', () => {
  let caller: HostileCaller;
  beforeAll(async () => {
    caller = await hostileCaller();
  });
  afterAll(() => caller.close());

  const json = (path: string, body: object, token?: string, method: 'POST' | 'PUT' | 'PATCH' = 'POST') =>
    caller.send(`/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(token && { token }),
    });
  const rowOf = async (email: string) => {
    const [row] = await caller.api.em().execute<Record<string, unknown>[]>('select * from users where lower(email) = lower(?)', [email]);
    return row;
  };

  it('by signing up', async () => {
    const email = freshEmail();
    const response = await json('/signupuser', { ...registration({ email }), ...privileges, status: 'active' });
    expect([response.statusCode, flawsOf(response)]).toEqual([201, []]);
    expect(await rowOf(email)).toMatchObject({
      role: 'trade club',
      kyc_status: null,
      payment_status: null,
      status: 'active',
      rejected_at: null,
      security_epoch: 0,
      image_file_id: null,
      email_confirmed_at: null,
      color: null,
      id: expect.not.stringMatching(/^0{8}/),
      referral_code: expect.not.stringMatching(/^mine$/),
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
  });

  it.each(['admin', 'Admin', 'ADMIN', 'hedge fund', 'trade club ', ['trade club'], { $ne: null }, null, 1, true])(
    'by signing up as %p with the membership of another',
    async (role) => {
      const email = freshEmail();
      const response = await json('/signupuser', registration({ email, role }));
      expect([response.statusCode, namedFields(response)]).toEqual([400, ['role']]);
      expect(await rowOf(email)).toBeUndefined();
    },
  );

  it('by changing their profile', async () => {
    const { email } = await confirmedMember(caller.api);
    const { token } = await signIn(caller.api, email, PASSWORD);
    const before = await rowOf(email);
    const own = { surname: 'Walker', otherName: 'Ann', email, phoneNumber: '+2348012345678', country: 'Nigeria' };
    const response = await json(
      '/updateprofile',
      { ...own, ...privileges, role: 'admin', membership: 'hedge fund', status: 'deactivated', dob: '1950-01-01', password: 'x' },
      token,
    );
    expect([response.statusCode, flawsOf(response)]).toEqual([200, []]);
    expect({ ...(await rowOf(email)), updated_at: null }).toEqual({ ...before, updated_at: null });
  });

  it('nor does anybody else: no route writes what it was not made for', async () => {
    const { email } = await confirmedMember(caller.api);
    const before = await rowOf(email);
    await caller.signIn();
    const routes = routesOf(caller.api).filter(
      ({ method, path, body }) => body === 'json' && method !== 'GET' && path.startsWith('/api/v1/admin/') && path.includes(':'),
    );
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) {
      const strangers = Object.keys({ ...privileges, role: 'admin' }).filter((name) => !(name in fieldsOf(route.schema)));
      const response = await caller.send(addressOf(withNames(route.path), before?.['id'] as string), {
        method: route.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...privileges, role: 'admin' }),
        token: caller.tokenFor(route) ?? '',
      });
      expect([route.path, response.statusCode, flawsOf(response), namedFields(response)]).toEqual([
        route.path,
        400,
        [],
        expect.arrayContaining(strangers.slice(0, 5)),
      ]);
    }
    expect(await rowOf(email)).toEqual(before);
  });
});

describe('a name', () => {
  let caller: HostileCaller;
  beforeAll(async () => {
    caller = await hostileCaller();
  });
  afterAll(() => caller.close());

  const register = async (surname: string, otherName: string) => {
    const email = freshEmail();
    const response = await caller.send('/api/v1/signupuser', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration({ email, surname, otherName })),
    });
    return { email, response };
  };

  it.each([
    ['O’Brien-Smith', 'Seán'],
    ["D'Angelo", 'María José'],
    ['Nguyễn', 'Thị Ánh'],
    ['Adébáyọ̀', 'Ṣọlá'],
    ['Παπαδόπουλος', 'Ελένη'],
    ['王', '小明'],
    ['العربي', 'محمد'],
    ['כהן', 'יעל'],
    ['Müller'.normalize('NFD'), 'Zoë'.normalize('NFD')],
    ['गुप्ता', 'प्रिया'],
    ['St. John', 'J.'],
    ['İbrahimoğlu', 'Ayşe'],
    ['x'.repeat(100), 'A'],
  ])('such as %s %s comes back as it is, in one form', async (surname, otherName) => {
    const { email, response } = await register(surname, otherName);
    expect([response.statusCode, flawsOf(response)]).toEqual([201, []]);
    await caller.api.em().execute('update users set email_confirmed_at = now() where email = ?', [email]);
    const { token } = await signIn(caller.api, email);
    const profile = (await caller.send('/api/v1/getuser', { method: 'GET', token })).json<{ data: Record<string, string> }>().data;
    expect(profile).toMatchObject({
      surName: surname.normalize('NFC'),
      otherName: otherName.normalize('NFC'),
      fullName: `${otherName} ${surname}`.normalize('NFC'),
    });
  });

  it.each([
    '😀',
    'Ann\u202eevil',
    'Ann\u200b',
    'Ann\u0000',
    'An\ud800n',
    '<b>Ann</b>',
    '=Ann',
    '+Ann',
    '-Ann',
    '@Ann',
    'Ann\n',
    'Ann\tWalker',
    'Ann 2',
    '1Ann',
    '\u0301Ann',
    '{{name}}',
    'Ann%00',
    "' or 1=1",
    '',
    ' ',
    '.',
    'x'.repeat(101),
    'http://evil.example',
    'Ann\u00a0Walker',
    'Ａｎｎ/',
  ])('such as %p is refused by its field', async (surname) => {
    const { email, response } = await register(surname, 'Ann');
    if (surname === 'Ann\n') return expect(response.statusCode).toBe(201); // blanks at the ends go
    expect([response.statusCode, namedFields(response), flawsOf(response)]).toEqual([400, ['surname'], []]);
    expect(await caller.api.em().execute('select 1 from users where email = ?', [email])).toEqual([]);
  });
});
