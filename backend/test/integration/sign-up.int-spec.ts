import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailTokenRepository } from '../../src/club/auth/mail-token.repository.js';
import { Sealer } from '../../src/platform/crypto/index.js';
import { limits, RateLimits } from '../../src/platform/rate-limits/index.js';
import { outboxSealContext } from '../../src/platform/outbox/outbox.service.js';
import { call, confirmedMember, freshEmail, PASSWORD, registration, signIn } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const signUp = (overrides: Record<string, unknown> = {}) => call(api, 'POST', '/signupuser', registration(overrides));
const count = async (table: string, where = 'true', values: unknown[] = []) => {
  const [row] = await api.em().execute<{ n: string }[]>(`select count(*) as n from ${table} where ${where}`, values);
  return Number(row?.n);
};
const everything = async () =>
  Promise.all(['users', 'mail_tokens', 'mail_deliveries', 'outbox', 'audit_events', 'sessions'].map((table) => count(table)));

/** The token in the mail that waits for `email`: sealed in the outbox, and nowhere in clear. */
async function tokenFor(email: string): Promise<string> {
  const [row] = await api.em().execute<{ id: string; payload: Buffer }[]>(
    `select o.id, o.payload from outbox o join mail_deliveries d on d.outbox_id = o.id where d.address = ? and d.letter =
        'confirm-email' order by o.id desc limit 1`,
    [email],
  );
  if (!row) throw new Error('no mail waits');
  const { data } = JSON.parse(api.app.get(Sealer).open(row.payload, outboxSealContext(row.id)).toString()) as { data: { token: string } };
  expect(row.payload.toString('latin1')).not.toContain(data.token);
  return data.token;
}
const confirm = (token: string) => call(api, 'GET', '/confirmemail', undefined, { token: `Bearer ${token}` });

describe('signing up', () => {
  it('stores a member as the specification names them, with the password hashed exactly as typed', async () => {
    const password = '  Spaces before & after 9  ';
    const email = freshEmail('Ann.Walker').replace('ann', 'Ann');
    const response = await signUp({
      email,
      password,
      surname: ' O’Neil ',
      country: 'united states of america',
      isAdmin: true,
      userRole: 'admin',
      kycStatus: 'approved',
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ message: expect.any(String), data: { email: email.toLowerCase() } });
    const [user] = await api.em().execute<Record<string, unknown>[]>('select * from users where email = ?', [email.toLowerCase()]);
    expect(user).toMatchObject({
      surname: 'O’Neil',
      other_name: 'Ann',
      role: 'trade club',
      country: 'United States',
      date_of_birth: '1990-05-17',
      kyc_status: null,
      payment_status: null,
      status: 'active',
      email_confirmed_at: null,
      terms_version: expect.any(String),
    });
    expect(user?.['referral_code']).toMatch(/^[\w-]{12}$/);
    expect(user?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    await api.em().execute('update users set email_confirmed_at = now() where email = ?', [email.toLowerCase()]);
    await expect(signIn(api, email, password.trim())).rejects.toThrow('401');
    await signIn(api, email.toUpperCase(), password);
  });

  it.each<[string, unknown, string]>([
    ['surname', '=cmd|x', 'surname'],
    ['surname', undefined, 'surname'],
    ['otherName', '<b>', 'otherName'],
    ['email', 'ann@localhost', 'email'],
    ['email', { $ne: null }, 'email'],
    ['email', ['a@example.com'], 'email'],
    ['phoneNumber', 'call me', 'phoneNumber'],
    ['phoneNumber', 8012345678, 'phoneNumber'],
    ['country', 'Atlantis', 'country'],
    ['country', '', 'country'],
    ['dob', '1990-02-30', 'dob'],
    ['dob', '17.05.1990', 'dob'],
    ['membership', 'admin', 'membership'],
    ['role', 'admin', 'role'],
    ['role', 'hedge fund', 'role'],
    ['role', undefined, 'role'],
    ['password', 'short', 'password'],
    ['password', 'Password123!', 'password'],
    ['password', 12345678901234, 'password'],
    ['refferedBy', 'AAAAAAAAAAAA', 'refferedBy'],
    ['refferedBy', 'not a code', 'refferedBy'],
    ['refferedBy', 7, 'refferedBy'],
  ])('answers 400 naming the field for %s = %j, and stores nothing', async (field, value, named) => {
    const before = await everything();
    const response = await signUp({ [field]: value });
    expect(response.statusCode).toBe(400);
    const failure = response.json<{ message: string; errors: { field: string; message: string }[] }>();
    expect(failure.errors.map((error) => error.field)).toEqual([named]);
    expect(failure.message).toBe(failure.errors[0]?.message);
    expect(await everything()).toEqual(before);
  });

  it('names every wrong field at once', async () => {
    const response = await call(api, 'POST', '/signupuser', {});
    expect(
      response
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .sort(),
    ).toEqual(['country', 'dob', 'email', 'membership', 'otherName', 'password', 'phoneNumber', 'role', 'surname']);
  });

  it('turns the under-aged away in the words of the specification', async () => {
    // Half a year from either birthday: 17 on the day of any run, and on the next.
    const born = new Date(Date.now() - 17.5 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    const response = await signUp({ dob: born });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'Your age (17) is not allowed to register with us.', errors: [{ field: 'dob' }] });
  });

  it('remembers who invited whom, and takes no code of an admin or a rejected user', async () => {
    const { email } = await confirmedMember(api);
    const [inviter] = await api
      .em()
      .execute<{ id: string; referral_code: string }[]>('select id, referral_code from users where email = ?', [email]);
    const invited = freshEmail();
    expect((await signUp({ email: invited, refferedBy: inviter?.referral_code })).statusCode).toBe(201);
    const [row] = await api.em().execute<{ referred_by_id: string }[]>('select referred_by_id from users where email = ?', [invited]);
    expect(row?.referred_by_id).toBe(inviter?.id);
    await api.em().execute('update users set rejected_at = now() where id = ?', [inviter?.id]);
    expect((await signUp({ refferedBy: inviter?.referral_code })).statusCode).toBe(400);
    expect((await signUp({ refferedBy: '' })).statusCode).toBe(201);
  });

  it('stops a network that signs up without end, and no other', async () => {
    const from = (network: string) => call(api, 'POST', '/signupuser', registration(), { headers: { 'x-forwarded-for': network } });
    const counters = api.app.get(RateLimits, { strict: false });
    for (let i = 1; i < limits.signUpNetwork.points; i++) await counters.count('signUpNetwork', '192.0.2.0/24');
    expect((await from('192.0.2.10')).statusCode).toBe(201);
    const stopped = await from('192.0.2.11');
    expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await from('198.51.100.10')).statusCode).toBe(201);
  });

  it('counts against the mails that a network may cause, and stops where they are used up', async () => {
    const from = (network: string) => call(api, 'POST', '/signupuser', registration(), { headers: { 'x-forwarded-for': network } });
    const counters = api.app.get(RateLimits, { strict: false });
    for (let i = 1; i < limits.mailFromNetwork.points; i++) await counters.count('mailFromNetwork', '192.0.9.0/24');
    expect((await from('192.0.9.10')).statusCode).toBe(201);
    expect((await from('192.0.9.11')).statusCode).toBe(429);
    expect((await from('198.51.109.10')).statusCode).toBe(201);
  });

  it('stops a network that guesses at referral codes, and no other', async () => {
    const from = (network: string) => (refferedBy: string) =>
      call(api, 'POST', '/signupuser', registration({ refferedBy }), { headers: { 'x-forwarded-for': network } });
    const guess = from('203.0.113.7');
    for (let i = 0; i < limits.unknownReferral.points; i++) expect((await guess('AAAAAAAAAAAA')).statusCode).toBe(400);
    const stopped = await guess('AAAAAAAAAAAA');
    expect([stopped.statusCode, Number(stopped.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await from('198.51.100.7')('AAAAAAAAAAAA')).statusCode).toBe(400);
  });

  it('answers the same for an email that is taken, changes nothing, and mails its owner', async () => {
    const { email } = await confirmedMember(api);
    const [before] = await api.em().execute('select * from users where email = ?', [email]);
    const fresh = freshEmail();
    const [taken, free] = [
      await signUp({ email: email.toUpperCase(), surname: 'Mallory' }),
      await signUp({ email: fresh, surname: 'Mallory' }),
    ];
    expect(taken.statusCode).toBe(free.statusCode);
    expect(taken.body).toBe(free.body.replace(fresh, email));
    expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers));
    expect(await api.em().execute('select * from users where email = ?', [email])).toEqual([before]);
    expect(await count('mail_deliveries', "address = ? and letter = 'address-already-registered'", [email])).toBe(1);
  });

  it('makes one account of two sign-ups at once', async () => {
    const email = freshEmail();
    const responses = await Promise.all([1, 2, 3, 4].map(() => signUp({ email })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(await count('users', 'email = ?', [email])).toBe(1);
    expect(await count('mail_deliveries', "address = ? and letter = 'confirm-email'", [email])).toBe(1);
  });

  it('sends a taken address a handful of mails an hour, whatever it is asked', async () => {
    const { email } = await confirmedMember(api);
    for (let i = 0; i < 8; i++) expect((await signUp({ email })).statusCode).toBe(201);
    expect(await count('mail_deliveries', "address = ? and letter = 'address-already-registered'", [email])).toBe(5);
  });

  it('lets nobody sign in before the address is confirmed, and says so only after the right password', async () => {
    const email = freshEmail();
    await signUp({ email });
    const wrong = await call(api, 'POST', '/signinuser', { email, password: 'wrong password 77' });
    const right = await call(api, 'POST', '/signinuser', { email, password: PASSWORD });
    expect([wrong.statusCode, right.statusCode]).toEqual([401, 403]);
    expect(right.json<{ message: string }>().message).toMatch(/confirm your email/);
    expect(await count('sessions')).toBe(await count('sessions', 'user_id <> (select id from users where email = ?)', [email]));
  });
});

describe('confirming an address', () => {
  it('works once and then says that it has worked', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    const first = await confirm(token);
    const again = await confirm(token);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(first.json<{ message: string }>().message).toBe('Your email address is confirmed. You can sign in now');
    expect(again.json<{ message: string }>().message).toBe('Your email address is already confirmed. You can sign in');
    expect(again.headers['cache-control']).toBe('no-store');
    await signIn(api, email);
  });

  it('happens once for many who open the link at one moment', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(responses.filter((response) => response.body.includes('You can sign in now'))).toHaveLength(1);
    expect(
      await count('audit_events', "action = 'user.confirm-email' and target_id = (select id::text from users where email = ?)", [email]),
    ).toBe(1);
  });

  it('gives a token to one of many who use it at one moment', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    const tokens = api.app.get(MailTokenRepository);
    const owners = await Promise.all(
      Array.from({ length: 8 }, () => api.em().transactional((em) => tokens.use(em as EntityManager, 'confirm-email', token))),
    );
    expect(owners.filter((owner) => owner !== null)).toEqual([{ userId: expect.any(String), email }]);
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    'answers 400 to the wrong token %p',
    async (token) => {
      const response = await confirm(token);
      expect(response.statusCode).toBe(400);
      expect(response.json<{ message: string }>().message).toBe('This link is invalid or has expired');
    },
  );

  it('ends after 24 hours', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    expect(await count('mail_tokens', "email = ? and expires_at = created_at + interval '24 hours'", [email])).toBe(1);
    await api.em().execute('update mail_tokens set expires_at = now() where email = ?', [email]);
    expect((await confirm(token)).statusCode).toBe(400);
  });

  it('proves the address the mail went to, not a later one', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    const moved = freshEmail();
    await api.em().execute('update users set email = ? where email = ?', [moved, email]);
    expect((await confirm(token)).statusCode).toBe(400);
    expect(await count('users', 'email = ? and email_confirmed_at is null', [moved])).toBe(1);
  });

  it('signs nobody in, and its token opens nothing else', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    expect((await confirm(token)).body).not.toContain('token');
    expect((await call(api, 'GET', '/getuser', undefined, { token })).statusCode).toBe(401);
  });

  it('is out of reach for links, images and prefetching', async () => {
    const email = freshEmail();
    await signUp({ email });
    const token = await tokenFor(email);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-purpose': 'prefetch' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of foreign) expect((await call(api, 'GET', '/confirmemail', undefined, { token, headers })).statusCode).toBe(403);
    expect((await call(api, 'HEAD', '/confirmemail', undefined, { token })).statusCode).toBe(404);
    expect(await count('users', 'email = ? and email_confirmed_at is null', [email])).toBe(1);
    expect((await call(api, 'POST', '/auth/confirm-email', undefined, { token })).statusCode).toBe(200);
  });
});

describe('asking for another confirmation', () => {
  it('answers the same for every address and leaves the looking to the worker', async () => {
    const waiting = freshEmail();
    await signUp({ email: waiting });
    const { email: confirmed } = await confirmedMember(api);
    const before = await count('outbox', "kind = 'auth.resend-confirmation'");
    const responses = await Promise.all(
      [waiting, confirmed, freshEmail(), 'no address'].map((email) => call(api, 'POST', '/auth/resend-confirmation', { email })),
    );
    expect(new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await count('outbox', "kind = 'auth.resend-confirmation'")).toBe(before + 3);
  });

  it('names the field of a bad request', async () => {
    const response = await call(api, 'POST', '/auth/resend-confirmation', {});
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errors: [{ field: 'email' }] });
  });
});
