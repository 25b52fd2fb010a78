import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FirstAdminService } from '../../../src/club/users/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { addressOf, routesOf } from '../../support/app-routes.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { ageSession, attempt, auditOf, codeOf, letTimePass, setUpApp, setUpPasskey, beginSignIn, passkeySignIn } from './factors.js';

/** Everything a session may do that still has to set a second factor up. */
const OPEN = [
  'GET /auth/mfa',
  'GET /logout',
  'POST /auth/logout',
  'POST /auth/mfa/passkeys',
  'POST /auth/mfa/passkeys/options',
  'POST /auth/mfa/totp',
  'POST /auth/mfa/totp/confirm',
  'POST /auth/step-up',
];

let api: TestApi;
let admin: { userId: string; email: string; password: string };
beforeAll(async () => {
  api = await createTestApi({ ADMIN_MFA: 'required' });
  const made = await api.app.get(FirstAdminService, { strict: false }).ensure();
  if (!made?.password) throw new Error('there is no admin');
  admin = { ...made, password: made.password };
});
afterAll(() => api.close());

const signInAdmin = (otp?: string) => attempt(api, admin.email, otp, admin.password);
const enrolling = async (): Promise<SignedIn> => ({ ...admin, token: (await signInAdmin()).json<{ token: string }>().token });
const scopeOf = async () =>
  (
    await api.em().execute<{ scope: string; minutes: number; idle: number }[]>(
      `select scope, round(extract(epoch from absolute_ends_at - created_at) / 60)::int as minutes, round(extract(epoch from
          idle_ends_at - now()) / 300)::int * 5 as idle from sessions where user_id = ? and ended_at is null order by created_at desc
          limit 1`,
      [admin.userId],
    )
  )[0];
const dashboardOf = async (token: string) => (await call(api, 'GET', '/getpendingkyc', undefined, { token })).statusCode;
/** Takes every factor away behind the product's back. */
const asOnTheFirstDay = async () => {
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes', 'rate_limits']) await api.em().execute(`delete from ${table}`);
};

describe('an admin without a second factor, where one is required', () => {
  it('gets a session of half an hour that says what it is for', async () => {
    const response = await signInAdmin();
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({
        token: expect.any(String),
        enrolmentRequired: true,
        data: expect.objectContaining({ email: admin.email }),
      }),
    ]);
    expect(await scopeOf()).toEqual({ scope: 'enrol', minutes: 30, idle: 30 });
    expect((await auditOf(api, admin.userId)).at(-1)).toMatchObject({ action: 'auth.sign-in', detail: { scope: 'enrol', factor: null } });
  });

  it('may set one up and sign out, and is refused by every other route there is', async () => {
    const { token } = await enrolling();
    const open: string[] = [];
    const routes = routesOf(api).filter(({ access, path }) => access !== 'public' && !path.endsWith('logout'));
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, path } of routes) {
      const response = await api.app.inject({
        method,
        url: addressOf(path),
        headers: { authorization: token },
        ...(method !== 'GET' && { payload: {} }),
      });
      if (response.statusCode !== 403 || !response.json<{ enrolmentRequired?: boolean }>().enrolmentRequired)
        open.push(`${method} ${path.replace('/api/v1', '')}`);
    }
    for (const method of ['GET', 'POST'] as const) {
      const path = method === 'GET' ? '/logout' : '/auth/logout';
      if ((await call(api, method, path, undefined, await enrolling())).statusCode === 200) open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual(OPEN);
  });

  it('is signed out when the half hour is over, whatever was done meanwhile', async () => {
    const { token } = await enrolling();
    await api.em().execute(
      `update sessions set created_at = created_at - interval '31 minutes', absolute_ends_at = absolute_ends_at - interval '31 minutes'
          where user_id = ? and ended_at is null`,
      [admin.userId],
    );
    expect((await call(api, 'GET', '/auth/mfa', undefined, { token })).statusCode).toBe(401);
  });

  it('who took longer than five minutes confirms with the password and goes on', async () => {
    const { token } = await enrolling();
    await ageSession(api, admin.userId);
    expect((await call(api, 'POST', '/auth/mfa/totp', {}, { token })).json()).toMatchObject({ statusCode: 403, stepUp: true });
    expect((await call(api, 'POST', '/auth/step-up', { password: admin.password }, { token })).statusCode).toBe(200);
    expect((await call(api, 'POST', '/auth/mfa/totp', {}, { token })).statusCode).toBe(200);
    expect((await call(api, 'DELETE', '/auth/mfa/totp', undefined, { token })).json()).toMatchObject({ enrolmentRequired: true });
  });

  it('has a session like any other admin once the first app is set up, as long as any other', async () => {
    const session = await enrolling();
    expect(await dashboardOf(session.token)).toBe(403);
    const { secret, recoveryCodes } = await setUpApp(api, session);
    expect(recoveryCodes).toHaveLength(10);
    expect(await dashboardOf(session.token)).toBe(200);
    expect(await scopeOf()).toEqual({ scope: 'full', minutes: 12 * 60, idle: 60 });
    expect((await call(api, 'GET', '/auth/mfa', undefined, session)).json()).toMatchObject({ data: { totp: true, required: true } });
    await letTimePass(api, admin.userId);
    expect((await signInAdmin()).json()).toMatchObject({ statusCode: 401, otpRequired: true });
    const next = (await signInAdmin(await codeOf(secret))).json<{ token: string; enrolmentRequired?: boolean }>();
    expect([next.enrolmentRequired, await dashboardOf(next.token)]).toEqual([undefined, 200]);
    await asOnTheFirstDay();
  });

  it('or the first passkey, which then signs in by itself', async () => {
    const session = await enrolling();
    const { device } = await setUpPasskey(api, session);
    expect(await dashboardOf(session.token)).toBe(200);
    const { challengeId, options } = await beginSignIn(api);
    const body = (await passkeySignIn(api, { challengeId, response: device.get(options) })).json<{
      token: string;
      enrolmentRequired?: boolean;
    }>();
    expect([body.enrolmentRequired, await dashboardOf(body.token)]).toEqual([undefined, 200]);
    await asOnTheFirstDay();
  });

  it('cannot give the last one up, and can any before it', async () => {
    const session = await enrolling();
    const { recoveryCodes } = await setUpApp(api, session);
    const { passkeyId } = await setUpPasskey(api, session);
    await call(api, 'POST', '/auth/step-up', { otp: recoveryCodes?.[0] }, session);
    const removeApp = () => call(api, 'DELETE', '/auth/mfa/totp', undefined, session);
    const removePasskey = () => call(api, 'DELETE', `/auth/mfa/passkeys/${passkeyId}`, undefined, session);
    expect((await removeApp()).statusCode).toBe(200);
    expect((await removePasskey()).json()).toEqual({
      statusCode: 409,
      message: 'An administrator needs a second factor. Add another one before you remove this one',
    });
    expect((await call(api, 'GET', '/auth/mfa', undefined, session)).json()).toMatchObject({
      data: { totp: false, passkeys: [{ id: passkeyId }], recoveryCodesLeft: 9 },
    });
    await asOnTheFirstDay();
  });

  it('keeps one also when both are given up at the same moment', async () => {
    const session = await enrolling();
    const { recoveryCodes } = await setUpApp(api, session);
    const { passkeyId } = await setUpPasskey(api, session);
    await call(api, 'POST', '/auth/step-up', { otp: recoveryCodes?.[0] }, session);
    // Whoever holds the row keeps both requests from ending, not from looking; they go on once both wait.
    const holder = new pg.Client({ connectionString: api.config.databaseUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from users where id = $1 for update', [admin.userId]);
      const both = Promise.all(
        ['/auth/mfa/totp', `/auth/mfa/passkeys/${passkeyId}`].map(
          async (path) => (await call(api, 'DELETE', path, undefined, session)).statusCode,
        ),
      );
      await eventually(async () => {
        const [row] = await api
          .em()
          .execute<{ n: number }[]>(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
        if (row?.n !== 2) throw new Error(`${row?.n} requests wait`);
      });
      await holder.query('commit');
      expect((await both).sort()).toEqual([200, 409]);
    } finally {
      await holder.end();
    }
    await asOnTheFirstDay();
  });

  it('leaves the other enrolling sessions ended, not widened', async () => {
    const [first, second] = [await enrolling(), await enrolling()];
    await setUpApp(api, second);
    expect((await call(api, 'GET', '/auth/mfa', undefined, first)).statusCode).toBe(401);
    expect(await dashboardOf(second.token)).toBe(200);
    await asOnTheFirstDay();
  });

  it('asks nothing of members, who may have one all the same', async () => {
    const member = await signedInMember(api);
    expect((await call(api, 'GET', '/auth/mfa', undefined, member)).json()).toMatchObject({ data: { required: false } });
    await setUpApp(api, member);
    expect((await attempt(api, member.email)).json()).toMatchObject({ otpRequired: true });
  });
});
