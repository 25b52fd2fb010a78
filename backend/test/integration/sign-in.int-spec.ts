import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { SessionService } from '../../src/club/auth/index.js';
import { SessionTokenService } from '../../src/club/auth/session-token.service.js';
import { PasswordHasher } from '../../src/platform/crypto/index.js';
import { eventually } from '../e2e/support/eventually.js';
import { call, confirmedMember, freshEmail, PASSWORD, signedInAdmin, signedInMember, signIn } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const attempt = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  call(api, 'POST', '/signinuser', { email, password }, { headers });
const getUser = (token: string) => call(api, 'GET', '/getuser', undefined, { token });
const sql = <T extends object>(text: string, values: unknown[] = []) => api.em().execute<T[]>(text, values);

describe('signing in', () => {
  it('answers the token and the profile as the specification spells them', async () => {
    const { email } = await confirmedMember(api, 'hedge fund', { surname: 'Lindqvist', otherName: 'Freja', country: 'Sweden' });
    const response = await attempt(email);
    expect(response.statusCode).toBe(200);
    const body = response.json<{ token: string; data: Record<string, unknown> }>();
    expect(body).toEqual({
      message: 'Logged in successfully!',
      token: expect.any(String),
      data: {
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email,
        fullName: 'Freja Lindqvist',
        surName: 'Lindqvist',
        otherName: 'Freja',
        phoneNumber: '+2348012345678',
        country: 'Sweden',
        dob: '1990-05-17',
        membership: 'hedge fund',
        kycStatus: null,
        paymentStatus: null,
        image_url: null,
        userRole: 'hedge fund',
        refferal_id: expect.stringMatching(/^[\w-]{12}$/),
        color: 'white',
      },
    });
    const { refferal_id: code, ...same } = body.data;
    expect((await getUser(body.token)).json()).toMatchObject({ data: { ...same, refferalId: code } });
  });

  it('gives an unknown email and a wrong password the same answer', async () => {
    const { email } = await confirmedMember(api);
    const answers = await Promise.all([
      attempt(email, 'wrong password 77'),
      attempt(freshEmail(), 'wrong password 77'),
      attempt('no address at all', 'wrong password 77'),
    ]);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set([`401 {"statusCode":401,"message":"Wrong email or password"}`]),
    );
  });

  it('does the work of a password check for an unknown email too', async () => {
    const hasher = api.app.get(PasswordHasher);
    const real = hasher.verify.bind(hasher);
    let checks = 0;
    hasher.verify = (phc, password) => {
      checks++;
      return real(phc, password);
    };
    try {
      await attempt(freshEmail(), 'wrong password 77');
      await attempt('no address at all', 'wrong password 77');
    } finally {
      hasher.verify = real;
    }
    expect(checks).toBe(2);
  });

  it.each<[object, string[]]>([
    [{}, ['email', 'password']],
    [{ email: 'a@example.com' }, ['password']],
    [{ email: '', password: 'x' }, ['email']],
    [{ email: { $gt: '' }, password: { $gt: '' } }, ['email', 'password']],
    [{ email: 'a@example.com', password: 'x'.repeat(2001) }, ['password']],
  ])('answers 400 naming the fields of a bad request', async (body, fields) => {
    const response = await call(api, 'POST', '/signinuser', body);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    ["status = 'deactivated'", 'Your account is deactivated. Please contact us'],
    ['rejected_at = now()', 'Your account was closed. Please contact us'],
  ])('tells an account with %s only after the right password', async (change, message) => {
    const { email } = await confirmedMember(api);
    await sql(`update users set ${change} where email = ?`, [email]);
    expect((await attempt(email, 'wrong password 77')).statusCode).toBe(401);
    const right = await attempt(email);
    expect([right.statusCode, right.json<{ message: string }>().message]).toEqual([403, message]);
    expect(await sql('select 1 from sessions s join users u on u.id = s.user_id where u.email = ?', [email])).toEqual([]);
  });

  it('renews a hash that was made under an older cost', async () => {
    const { email } = await confirmedMember(api);
    const old = await new PasswordHasher({ memoryCost: 8, timeCost: 3, parallelism: 1 }).hash(PASSWORD);
    await sql('update users set password_hash = ? where email = ?', [old, email]);
    await signIn(api, email);
    const [row] = await sql<{ password_hash: string }>('select password_hash from users where email = ?', [email]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    await signIn(api, email);
  });

  it('records both ways in the audit log, by ids alone', async () => {
    const { email } = await confirmedMember(api);
    await attempt(email, 'wrong password 77');
    const { userId } = await signIn(api, email);
    const events = await sql<{ action: string; actor_id: string | null; network: string; request_id: string; detail: object }>(
      `select * from audit_events where target_id = ? and action in ('auth.sign-in', 'auth.refuse-sign-in') order by id`,
      [userId],
    );
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['auth.refuse-sign-in', null],
      ['auth.sign-in', userId],
    ]);
    expect(events.every((event) => event.network === '127.0.0.0/24' && event.request_id.length === 36)).toBe(true);
    expect(JSON.stringify(events)).not.toContain(email);
  });
});

describe('guessing', () => {
  it('ends for one account after ten wrong passwords, also in one burst, and tells when to come back', async () => {
    const { email } = await confirmedMember(api);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const burst = await Promise.all(Array.from({ length: 14 }, (_, i) => attempt(email, `wrong password ${i}`, headers)));
    const statuses = burst.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const refused = await attempt(email.toUpperCase(), PASSWORD, headers);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('counts unknown emails alike, so that the limit tells nothing', async () => {
    const email = freshEmail();
    const headers = { 'x-forwarded-for': '203.0.114.9' };
    for (let i = 0; i < 10; i++) expect((await attempt(email, `wrong password ${i}`, headers)).statusCode).toBe(401);
    expect((await attempt(email, PASSWORD, headers)).statusCode).toBe(429);
  });

  it('leaves open sessions alone and forgets failures after a success', async () => {
    const member = await signedInMember(api);
    for (let i = 0; i < 9; i++) await attempt(member.email, 'wrong password 77');
    await signIn(api, member.email);
    for (let i = 0; i < 10; i++) await attempt(member.email, 'wrong password 77');
    expect((await attempt(member.email)).statusCode).toBe(429);
    expect((await getUser(member.token)).statusCode).toBe(200);
  });

  it('ends for a network that tries many accounts', async () => {
    await sql(
      `insert into rate_limits (key, points, expire) select 'signInNetwork:' || translate(rtrim(encode(sha256('198.51.100.0/24'),
        'base64'), '='), '+/', '-_'), 200, (extract(epoch from now()) * 1000 + 900000)::bigint`,
    );
    const { email } = await confirmedMember(api);
    expect((await attempt(email, PASSWORD, { 'x-forwarded-for': '198.51.100.77' })).statusCode).toBe(429);
    expect((await attempt(email, PASSWORD, { 'x-forwarded-for': '198.51.101.77' })).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('takes its token raw or as Bearer, from the header alone', async () => {
    const { token } = await signedInMember(api);
    expect((await getUser(token)).statusCode).toBe(200);
    expect((await getUser(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await getUser('')).statusCode).toBe(401);
    expect((await call(api, 'GET', `/getuser?token=${token}`)).statusCode).toBe(401);
    expect((await call(api, 'GET', '/getuser', undefined, { headers: { cookie: `token=${token}; myToken=${token}` } })).statusCode).toBe(
      401,
    );
  });

  it('ends with signing out, and its token stays refused', async () => {
    const { email, token } = await signedInMember(api);
    const other = await signIn(api, email);
    expect((await call(api, 'GET', '/logout', undefined, { token })).statusCode).toBe(200);
    expect((await getUser(token)).statusCode).toBe(401);
    expect((await call(api, 'GET', '/logout', undefined, { token })).statusCode).toBe(401);
    expect((await getUser(other.token)).statusCode).toBe(200);
    expect((await call(api, 'POST', '/auth/logout', undefined, { token: other.token })).statusCode).toBe(200);
    expect((await getUser(other.token)).statusCode).toBe(401);
  });

  it('cannot be ended by a link, an image or another site', async () => {
    const { token } = await signedInMember(api);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-dest': 'document' },
      { 'sec-fetch-mode': 'no-cors' },
      { origin: 'https://evil.example' },
      { 'sec-purpose': 'prefetch;prerender' },
    ];
    for (const headers of foreign) expect((await call(api, 'GET', '/logout', undefined, { token, headers })).statusCode).toBe(403);
    expect((await getUser(token)).statusCode).toBe(200);
  });

  it.each(["status = 'deactivated'", 'rejected_at = now()', 'security_epoch = security_epoch + 1'])(
    'dies at once with %s, and lives no more when that is taken back',
    async (change) => {
      const { userId, token } = await signedInMember(api);
      await sql(`update users set ${change} where id = ?`, [userId]);
      expect((await getUser(token)).statusCode).toBe(401);
      if (change.startsWith('security_epoch')) return;
      // taking it back is the admin's act, which ends every session for good
      await api.em().transactional((em) => api.app.get(SessionService).endAll(em as EntityManager, userId));
      await sql(`update users set status = 'active', rejected_at = null where id = ?`, [userId]);
      expect((await getUser(token)).statusCode).toBe(401);
    },
  );

  it('takes its role from the user, not from the token', async () => {
    const { userId, token } = await signedInMember(api);
    await sql(`update users set role = 'hedge fund' where id = ?`, [userId]);
    expect((await getUser(token)).json()).toMatchObject({ data: { userRole: 'hedge fund', membership: 'hedge fund' } });
  });

  it('is worth nothing without its row, however well the token is signed', async () => {
    const { userId } = await signedInMember(api);
    const other = await signedInMember(api);
    const [session] = await sql<{ id: string }>('select id from sessions where user_id = ?', [other.userId]);
    const tokens = api.app.get(SessionTokenService);
    const inAnHour = Date.now() / 1000 + 3600;
    expect((await getUser(tokens.issue({ userId, sessionId: '00000000-0000-4000-8000-000000000000' }, inAnHour))).statusCode).toBe(401);
    expect((await getUser(tokens.issue({ userId, sessionId: session?.id ?? '' }, inAnHour))).statusCode).toBe(401);
    expect((await getUser(tokens.issue({ userId: other.userId, sessionId: session?.id ?? '' }, inAnHour))).statusCode).toBe(200);
  });

  it.each(['idle_ends_at', 'absolute_ends_at'])('ends when %s has passed by the clock of the database', async (column) => {
    const { userId, token } = await signedInMember(api);
    await sql(`update sessions set ${column} = now() - interval '1 second' where user_id = ?`, [userId]);
    expect((await getUser(token)).statusCode).toBe(401);
  });

  it('has the ends of its role', async () => {
    const member = await signedInMember(api);
    const admin = await signedInAdmin(api);
    const ends = async (userId: string) => {
      const [row] = await sql<{ idle: string; absolute: string }>(
        `select extract(epoch from idle_ends_at - created_at) as idle, extract(epoch from absolute_ends_at - created_at) as absolute from
          sessions where user_id = ? order by created_at desc limit 1`,
        [userId],
      );
      return [Number(row?.idle), Number(row?.absolute)];
    };
    expect(await ends(member.userId)).toEqual([24 * 3600, 30 * 24 * 3600]);
    expect(await ends(admin.userId)).toEqual([3600, 12 * 3600]);
  });

  it('slides its idle end with use, once a minute at most and never beyond the absolute end', async () => {
    const { userId, token } = await signedInMember(api);
    const seen = async () =>
      (
        await sql<{ last_seen_at: string; idle_ends_at: string; absolute_ends_at: string }>(
          'select last_seen_at, idle_ends_at, absolute_ends_at from sessions where user_id = ?',
          [userId],
        )
      )[0];
    const before = await seen();
    await getUser(token);
    expect(await seen()).toEqual(before);
    await sql(
      `update sessions set last_seen_at = now() - interval '2 hours', idle_ends_at = now() + interval '5 minutes' where user_id = ?`,
      [userId],
    );
    await getUser(token);
    const [slid] = await sql<{ ok: boolean }>(
      `select idle_ends_at > now() + interval '23 hours' and last_seen_at > now() - interval '1 hour' as ok from sessions where user_id =
        ?`,
      [userId],
    );
    expect(slid?.ok).toBe(true);
    await sql(
      `update sessions set last_seen_at = now() - interval '2 minutes', absolute_ends_at = now() + interval '1 hour' where user_id = ?`,
      [userId],
    );
    await getUser(token);
    const after = await seen();
    expect(after?.idle_ends_at).toBe(after?.absolute_ends_at);
  });

  it('is one of ten at most: the oldest ends', async () => {
    const { email } = await confirmedMember(api);
    const tokens: string[] = [];
    for (let i = 0; i < 11; i++) tokens.push((await signIn(api, email)).token);
    const statuses = await Promise.all(tokens.map(async (token) => (await getUser(token)).statusCode));
    expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)]);
  });

  it('keeps to the limit when many sign in at one moment', async () => {
    const { email } = await confirmedMember(api);
    await Promise.all(Array.from({ length: 13 }, () => signIn(api, email)));
    expect(
      await sql('select 1 from sessions s join users u on u.id = s.user_id where u.email = ? and s.ended_at is null', [email]),
    ).toHaveLength(10);
  });

  it('is one of three for an admin', async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 4; i++) tokens.push((await signedInAdmin(api)).token);
    const statuses = await Promise.all(tokens.map(async (token) => (await getUser(token)).statusCode));
    expect(statuses).toEqual([401, 200, 200, 200]);
  });

  it('shows in the list of its owner, who can end it', async () => {
    const here = await signedInMember(api);
    const there = await signIn(api, here.email);
    const list = await call(api, 'GET', '/auth/sessions', undefined, { token: here.token });
    const sessions = list.json<{ data: { id: string; current: boolean; place: string; device: string }[] }>().data;
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({ place: '127.0.0.0/24', device: 'lightMyRequest' });
    const other = sessions.find(({ current }) => !current)?.id ?? '';
    const stranger = await signedInMember(api);
    expect((await call(api, 'DELETE', `/auth/sessions/${other}`, undefined, { token: stranger.token })).statusCode).toBe(404);
    expect((await getUser(there.token)).statusCode).toBe(200);
    expect((await call(api, 'DELETE', `/auth/sessions/${other}`, undefined, { token: here.token })).statusCode).toBe(200);
    expect((await getUser(there.token)).statusCode).toBe(401);
    expect((await call(api, 'DELETE', `/auth/sessions/${other}`, undefined, { token: here.token })).statusCode).toBe(404);
    expect((await call(api, 'DELETE', '/auth/sessions/nonsense', undefined, { token: here.token })).statusCode).toBe(404);
  });

  it('does not open when the account is deactivated while the password is being checked', async () => {
    const { email } = await confirmedMember(api);
    const hasher = api.app.get(PasswordHasher);
    const real = hasher.verify.bind(hasher);
    hasher.verify = async (phc, password) => {
      const right = await real(phc, password);
      await sql(`update users set status = 'deactivated', security_epoch = security_epoch + 1 where email = ?`, [email]);
      return right;
    };
    try {
      expect((await attempt(email)).statusCode).toBe(401);
    } finally {
      hasher.verify = real;
    }
    expect(await sql('select 1 from sessions s join users u on u.id = s.user_id where u.email = ?', [email])).toEqual([]);
  });
});

describe('signing in while an admin deactivates the account', () => {
  it('waits for the admin and is refused', async () => {
    const { email } = await confirmedMember(api);
    const admin = api.em();
    await admin.begin();
    await admin.execute(`update users set status = 'deactivated' where email = ?`, [email]);
    const pending = attempt(email);
    await eventually(async () => {
      const waiting = await sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      if (waiting.length === 0) throw new Error('the sign-in does not wait');
    }).finally(() => admin.commit());
    expect((await pending).statusCode).toBe(403);
  });
});

describe('every route of signing up and in', () => {
  it('is closed without a session unless it is meant for anyone', async () => {
    const closed = [
      ['GET', '/getuser'],
      ['GET', '/logout'],
      ['POST', '/auth/logout'],
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/sessions/00000000-0000-4000-8000-000000000000'],
    ] as const;
    for (const [method, path] of closed) expect((await call(api, method, path)).statusCode).toBe(401);
  });

  it('stands in the API description', async () => {
    const response = await api.app.inject({ url: '/api/docs-json' });
    expect(Object.keys(response.json<{ paths: object }>().paths)).toEqual(
      expect.arrayContaining(['/api/v1/signupuser', '/api/v1/signinuser', '/api/v1/confirmemail', '/api/v1/getuser', '/api/v1/logout']),
    );
  });
});
