import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, PASSWORD, signedInMember } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import {
  ageSession,
  attempt,
  auditOf,
  beginPasskey,
  beginSignIn,
  beginStepUp,
  codeOf,
  fromPage,
  letTimePass,
  setUpApp,
  setUpPasskey,
} from './factors.js';
import { FLAGS, type Bent } from './software-authenticator.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const stepUp = (token: string, body: object) => call(api, 'POST', '/auth/step-up', body, { token });
/** A route that asks for a confirmation, and answers 404 once it has one. */
const guarded = async (token: string) => (await call(api, 'DELETE', '/auth/mfa/totp', undefined, { token })).statusCode;

describe('confirming an act by password', () => {
  it('opens for five minutes what asks for it, and then no longer', async () => {
    const { token, userId } = await signedInMember(api);
    expect(await guarded(token)).toBe(403);
    const before = Date.now();
    const response = await stepUp(token, { password: PASSWORD });
    const confirmed = Date.parse(response.json<{ data: { confirmedUntil: string } }>().data.confirmedUntil) - 5 * 60_000;
    expect([response.statusCode, confirmed > before - 1000, confirmed < Date.now() + 1000]).toEqual([200, true, true]);
    expect(await guarded(token)).toBe(404);
    await ageSession(api, userId, 3);
    expect(await guarded(token)).toBe(404);
    await ageSession(api, userId, 2.1);
    expect(await guarded(token)).toBe(403);
  });

  it('holds for the session it was made in alone', async () => {
    const { token, email } = await signedInMember(api);
    const other = (await attempt(api, email)).json<{ token: string }>().token;
    await stepUp(token, { password: PASSWORD });
    expect([await guarded(token), await guarded(other)]).toEqual([404, 403]);
  });

  it('asks for the password, refuses a wrong one without ending the session, and records both ways', async () => {
    const { token, userId } = await signedInMember(api);
    expect((await stepUp(token, {})).json()).toEqual({ statusCode: 401, message: 'Enter your password', stepUp: true, mfa: [] });
    expect((await stepUp(token, { password: 'wrong password 77' })).json()).toEqual({
      statusCode: 401,
      message: 'This is not your password',
      stepUp: true,
      mfa: [],
    });
    expect((await stepUp(token, { otp: '123456' })).statusCode).toBe(401);
    expect(await guarded(token)).toBe(403);
    expect((await stepUp(token, { password: PASSWORD })).statusCode).toBe(200);
    expect(
      (await auditOf(api, userId)).filter(({ action }) => action.endsWith('step-up')).map(({ action, detail }) => [action, detail]),
    ).toEqual([
      ['auth.refuse-step-up', { reason: 'wrong-password' }],
      ['auth.step-up', { by: 'password' }],
    ]);
  });

  it('stops guessing after ten, for that account alone', async () => {
    const [member, other] = [await signedInMember(api), await signedInMember(api)];
    for (let i = 0; i < 10; i++) expect((await stepUp(member.token, { password: `wrong password ${i}` })).statusCode).toBe(401);
    const stopped = await stepUp(member.token, { password: PASSWORD });
    expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await guarded(member.token)).toBe(403);
    expect((await stepUp(other.token, { password: PASSWORD })).statusCode).toBe(200);
    expect((await attempt(api, member.email)).statusCode).toBe(200);
  });

  it.each<[object, number]>([
    [{ password: 5 }, 400],
    [{ otp: {} }, 400],
    [{ password: 'x'.repeat(2001) }, 400],
    [{ password: PASSWORD, admin: true }, 400],
  ])('answers 400 for the body %p', async (body, status) => {
    const { token } = await signedInMember(api);
    expect((await stepUp(token, body)).statusCode).toBe(status);
  });

  it('needs a session', async () => {
    for (const path of ['/auth/step-up', '/auth/step-up/passkey', '/auth/step-up/passkey/options'])
      expect((await call(api, 'POST', path, {})).statusCode).toBe(401);
  });
});

describe('confirming an act with a second factor', () => {
  it('takes a code and not the password any more', async () => {
    const member = await signedInMember(api);
    await stepUp(member.token, { password: PASSWORD });
    const { secret } = await setUpApp(api, member);
    await letTimePass(api, member.userId);
    await ageSession(api, member.userId);
    const wanted = { statusCode: 401, stepUp: true, mfa: ['totp', 'recovery'] };
    expect((await stepUp(member.token, { password: PASSWORD })).json()).toEqual({ ...wanted, message: 'Enter your code' });
    expect((await stepUp(member.token, { password: PASSWORD, otp: 'nonsense' })).json()).toEqual({
      ...wanted,
      message: 'This code is wrong or was already used',
    });
    expect(await guarded(member.token)).toBe(403);
    const code = await codeOf(secret);
    expect((await stepUp(member.token, { otp: code })).statusCode).toBe(200);
    expect((await stepUp(member.token, { otp: code })).statusCode).toBe(401);
    expect((await auditOf(api, member.userId)).filter(({ action }) => action.endsWith('step-up')).map(({ detail }) => detail)).toEqual([
      { by: 'password' },
      { reason: 'wrong-code' },
      { by: 'totp' },
      { reason: 'wrong-code' },
    ]);
  });

  it('does not let a code that confirmed an act sign in as well', async () => {
    const member = await signedInMember(api);
    const { secret } = await setUpApp(api, member);
    await letTimePass(api, member.userId);
    const code = await codeOf(secret);
    expect((await stepUp(member.token, { otp: code })).statusCode).toBe(200);
    expect((await attempt(api, member.email, code)).statusCode).toBe(401);
  });
});

describe('confirming an act by passkey', () => {
  const confirm = async (token: string, device: Awaited<ReturnType<typeof setUpPasskey>>['device'], bent: Bent = {}) => {
    const { challengeId, options } = await beginStepUp(api, token);
    return call(api, 'POST', '/auth/step-up/passkey', { challengeId, response: device.get(options, bent) }, { token, headers: fromPage() });
  };

  it('asks for one of the person’s own, opens what asks for it, and records both ways', async () => {
    const member = await signedInMember(api);
    const { device } = await setUpPasskey(api, member);
    const { options } = await beginStepUp(api, member.token);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    expect((await confirm(member.token, device, { flags: FLAGS.UP })).json()).toEqual({
      statusCode: 401,
      message: 'This passkey was not accepted. Please try again',
      stepUp: true,
      mfa: ['passkey', 'recovery'],
    });
    expect(await guarded(member.token)).toBe(403);
    const response = await confirm(member.token, device, { userHandle: null });
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Confirmed', data: { confirmedUntil: expect.any(String) } }]);
    expect(await guarded(member.token)).toBe(404);
    expect((await auditOf(api, member.userId)).filter(({ action }) => action.endsWith('step-up')).map(({ detail }) => detail)).toEqual([
      { reason: 'passkey' },
      { by: 'passkey' },
    ]);
  });

  it.each<[string, Bent]>([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a counter that stands still', { counter: 1 }],
    ['another user’s handle', { userHandle: Buffer.alloc(16, 5).toString('base64url') }],
  ])('refuses %s', async (_, bent) => {
    const member = await signedInMember(api);
    const { device } = await setUpPasskey(api, member);
    expect((await confirm(member.token, device, bent)).statusCode).toBe(401);
    expect(await guarded(member.token)).toBe(403);
  });

  it("refuses somebody else's passkey, somebody else's challenge, and a challenge for something else", async () => {
    const [ann, bob] = [await signedInMember(api), await signedInMember(api)];
    const [hers, his] = [await setUpPasskey(api, ann), await setUpPasskey(api, bob)];
    expect((await confirm(ann.token, his.device)).statusCode).toBe(401);
    const forBob = await beginStepUp(api, bob.token);
    const answer = (challengeId: string, options: Parameters<typeof hers.device.get>[0]) =>
      call(
        api,
        'POST',
        '/auth/step-up/passkey',
        { challengeId, response: hers.device.get(options) },
        { token: ann.token, headers: fromPage() },
      );
    expect((await answer(forBob.challengeId, forBob.options)).statusCode).toBe(401);
    const signIn = await beginSignIn(api);
    expect((await answer(signIn.challengeId, signIn.options)).statusCode).toBe(401);
    const adding = await beginPasskey(api, ann.token);
    expect(
      (await answer(adding.challengeId, { challenge: adding.options.challenge, rpId: 'localhost', userVerification: 'required' }))
        .statusCode,
    ).toBe(401);
    expect(await guarded(ann.token)).toBe(403);
    expect((await confirm(ann.token, hers.device)).statusCode).toBe(200);
  });

  it('cannot be begun without a passkey', async () => {
    const { token } = await signedInMember(api);
    expect((await call(api, 'POST', '/auth/step-up/passkey/options', {}, { token })).statusCode).toBe(409);
  });

  it('stops after ten wrong ones', async () => {
    const member = await signedInMember(api);
    const { device } = await setUpPasskey(api, member);
    for (let i = 0; i < 10; i++) expect((await confirm(member.token, device, { flags: FLAGS.UP })).statusCode).toBe(401);
    expect((await confirm(member.token, device)).statusCode).toBe(429);
  });
});
