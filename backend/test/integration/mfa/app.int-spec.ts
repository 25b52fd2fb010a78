import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, confirmedMember, PASSWORD, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { attempt, auditOf, codeOf, earlyInAStep, forgetTries, lettersTo, letTimePass, setUpApp } from './factors.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const status = async (token: string) => (await call(api, 'GET', '/auth/mfa', undefined, { token })).json<{ data: object }>().data;
const confirm = (token: string, otp: string) => call(api, 'POST', '/auth/mfa/totp/confirm', { otp }, { token });
const begin = async (token: string) =>
  (await call(api, 'POST', '/auth/mfa/totp', {}, { token })).json<{ data: { secret: string; uri: string } }>().data;
const required = { statusCode: 401, otpRequired: true, mfa: ['totp', 'recovery'] };
/** Not one of the codes of the steps around now. */
const wrongFor = async (secret: string) => {
  const right = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '666666';
};
const withApp = async (): Promise<SignedIn & { secret: string; recoveryCodes: string[] }> => {
  const member = await signedInMember(api);
  const { secret, recoveryCodes } = await setUpApp(api, member);
  await letTimePass(api, member.userId);
  return { ...member, secret, recoveryCodes: recoveryCodes ?? [] };
};

describe('an authenticator app', () => {
  it('is shown a secret of 160 bits as an otpauth address, and counts for nothing before its first code', async () => {
    const member = await signedInMember(api);
    const { secret, uri } = await begin(member.token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Tidemark:${member.email}`,
    ]);
    expect([address.searchParams.get('secret'), address.searchParams.get('issuer')]).toEqual([secret, 'Tidemark']);
    expect(await status(member.token)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0, required: false });
    await signIn(api, member.email);
  });

  it('is in force once it has shown a code, with ten recovery codes, a letter, a record, and the end of every other session', async () => {
    const member = await signedInMember(api);
    const elsewhere = await signIn(api, member.email);
    const { secret, recoveryCodes } = await setUpApp(api, member);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes?.every((code) => /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code))).toBe(true);
    expect(await status(member.token)).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10, required: false });
    expect((await call(api, 'GET', '/getuser', undefined, { token: elsewhere.token })).statusCode).toBe(401);
    expect(await lettersTo(api, member.userId)).toContain('second-factor-added');
    expect((await auditOf(api, member.userId)).map(({ action }) => action)).toContain('mfa.add-app');
    const stored = await api
      .em()
      .execute<object[]>('select t.*, r.hash from totp_factors t join recovery_codes r using (user_id) where user_id = ?', [member.userId]);
    const dump = stored
      .map((row) =>
        Object.values(row)
          .map((value) => (Buffer.isBuffer(value) ? `${value.toString('latin1')}${value.toString('hex')}` : String(value)))
          .join(),
      )
      .join();
    expect(dump).not.toContain(secret);
    expect(recoveryCodes?.filter((code) => dump.includes(code) || dump.includes(code.replace('-', '')))).toEqual([]);
  });

  it('never has its secret in an answer again', async () => {
    const member = await withApp();
    const answers = await Promise.all([
      call(api, 'GET', '/auth/mfa', undefined, { token: member.token }),
      call(api, 'GET', '/getuser', undefined, { token: member.token }),
      call(api, 'GET', '/auth/sessions', undefined, { token: member.token }),
      attempt(api, member.email),
      attempt(api, member.email, await codeOf(member.secret)),
    ]);
    for (const { body } of answers) for (const secret of [member.secret, 'otpauth', 'recoveryCodes"']) expect(body).not.toContain(secret);
    expect(JSON.stringify(await auditOf(api, member.userId))).not.toContain(member.secret);
  });

  it('cannot be confirmed with a wrong code, or without having been begun, or half an hour later', async () => {
    const member = await signedInMember(api);
    expect((await confirm(member.token, '123456')).statusCode).toBe(409);
    const { secret } = await begin(member.token);
    const wrong = await confirm(member.token, await wrongFor(secret));
    expect([wrong.statusCode, wrong.json<{ errors: object }>().errors]).toEqual([400, [expect.objectContaining({ field: 'otp' })]]);
    await api.em().execute(`update totp_factors set created_at = now() - interval '31 minutes' where user_id = ?`, [member.userId]);
    expect((await confirm(member.token, await codeOf(secret))).statusCode).toBe(409);
    expect(await status(member.token)).toMatchObject({ totp: false });
  });

  it('takes the place of the one before, and brings no recovery codes then', async () => {
    const member = await withApp();
    const { secret, recoveryCodes } = await setUpApp(api, member);
    expect(recoveryCodes).toBeNull();
    await letTimePass(api, member.userId);
    expect((await attempt(api, member.email, await codeOf(member.secret))).statusCode).toBe(401);
    expect((await attempt(api, member.email, await codeOf(secret))).statusCode).toBe(200);
    expect(await status((await signInWith(member.email, member.recoveryCodes[0] ?? '')).token)).toMatchObject({
      totp: true,
      recoveryCodesLeft: 9,
    });
  });

  it('is set up once when two confirm at once', async () => {
    const member = await signedInMember(api);
    const { secret } = await begin(member.token);
    const otp = await codeOf(secret);
    const answers = await Promise.all([confirm(member.token, otp), confirm(member.token, otp)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await status(member.token)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
  });

  it('takes a sign-in or a confirmation of the last five minutes to be begun or confirmed', async () => {
    const member = await signedInMember(api);
    await api.em().execute(`update sessions set created_at = now() - interval '6 minutes' where user_id = ?`, [member.userId]);
    for (const path of ['/auth/mfa/totp', '/auth/mfa/totp/confirm', '/auth/mfa/passkeys/options', '/auth/mfa/passkeys']) {
      const response = await call(api, 'POST', path, { otp: '123456' }, { token: member.token });
      expect([path, response.statusCode, response.json()]).toEqual([path, 403, expect.objectContaining({ stepUp: true })]);
    }
    await call(api, 'POST', '/auth/step-up', { password: PASSWORD }, { token: member.token });
    await setUpApp(api, member);
  });

  it.each([[{}], [{ otp: 123456 }], [{ otp: '' }], [{ otp: 'x'.repeat(41) }], [{ otp: { $ne: '' } }]])(
    'answers 400 naming otp for the body %p',
    async (body) => {
      const { token } = await signedInMember(api);
      const response = await call(api, 'POST', '/auth/mfa/totp/confirm', body, { token });
      expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([
        400,
        ['otp'],
      ]);
    },
  );

  it('refuses a body with keys that nobody asked for', async () => {
    const { token } = await signedInMember(api);
    expect((await call(api, 'POST', '/auth/mfa/totp/confirm', { otp: '123456', userId: 'x' }, { token })).statusCode).toBe(400);
  });
});

async function signInWith(email: string, otp: string): Promise<SignedIn> {
  const response = await attempt(api, email, otp);
  const body = response.json<{ token: string; data: { userId: string } }>();
  if (response.statusCode !== 200) throw new Error(response.body);
  return { token: body.token, email, userId: body.data.userId };
}

describe('signing in with an authenticator app', () => {
  it('asks for a code after the right password only', async () => {
    const { email, secret } = await withApp();
    expect((await attempt(api, email)).json()).toEqual({ ...required, message: 'Enter your code' });
    expect((await attempt(api, email, '')).json()).toEqual({ ...required, message: 'Enter your code' });
    const wrong = await attempt(api, email, await codeOf(secret), 'wrong password 77');
    expect(wrong.json()).toEqual({ statusCode: 401, message: 'Wrong email or password' });
    expect((await attempt(api, email, await codeOf(secret))).json()).toMatchObject({ token: expect.any(String), data: { email } });
  });

  it('opens no session and gives no token for a wrong code', async () => {
    const { email, secret, userId } = await withApp();
    const before = await api.em().execute('select id from sessions where user_id = ?', [userId]);
    const response = await attempt(api, email, await wrongFor(secret));
    expect(response.json()).toEqual({ ...required, message: 'This code is wrong or was already used' });
    expect(await api.em().execute('select id from sessions where user_id = ?', [userId])).toEqual(before);
    expect((await auditOf(api, userId)).at(-1)).toMatchObject({
      action: 'auth.refuse-sign-in',
      actor_id: null,
      detail: { reason: 'mfa.wrong-code' },
    });
  });

  it('takes a code with a blank in its middle, and an account without one as before', async () => {
    const { email, secret } = await withApp();
    const code = await codeOf(secret);
    expect((await attempt(api, email, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
    const other = await confirmedMember(api);
    expect((await attempt(api, other.email, '123456')).statusCode).toBe(200);
  });

  it('takes a code once', async () => {
    const { email, secret } = await withApp();
    const code = await codeOf(secret);
    expect((await attempt(api, email, code)).statusCode).toBe(200);
    expect((await attempt(api, email, code)).statusCode).toBe(401);
  });

  it('takes the code that set the app up no more', async () => {
    const member = await signedInMember(api);
    const { secret } = await begin(member.token);
    const otp = await codeOf(secret);
    expect((await confirm(member.token, otp)).statusCode).toBe(200);
    expect((await attempt(api, member.email, otp)).statusCode).toBe(401);
  });

  it('lets one of two in who show a code at once', async () => {
    const { email, secret } = await withApp();
    const code = await codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => attempt(api, email, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  });

  it('takes the codes one step before and after now, none further off, and none older than the last', async () => {
    const { email, secret, userId } = await withApp();
    const outcomes: Record<number, number> = {};
    for (const steps of [-2, 2, -1, 0, 1]) {
      await earlyInAStep();
      outcomes[steps] = (await attempt(api, email, await codeOf(secret, steps))).statusCode;
      if (outcomes[steps] !== 200) await forgetTries(api);
    }
    expect(outcomes).toEqual({ '-2': 401, '2': 401, '-1': 200, '0': 200, '1': 200 });
    expect((await attempt(api, email, await codeOf(secret, 0))).statusCode).toBe(401);
    await letTimePass(api, userId);
  });

  it('tells an account that may not sign in so without asking for a code', async () => {
    const { email, userId, secret } = await withApp();
    await api.em().execute(`update users set status = 'deactivated' where id = ?`, [userId]);
    expect((await attempt(api, email)).statusCode).toBe(403);
    expect((await attempt(api, email, await codeOf(secret))).statusCode).toBe(403);
  });
});

describe('guessing codes', () => {
  it('stops after five for that account alone, also for the right code, and says when to come back', async () => {
    const [target, other] = [await withApp(), await withApp()];
    const wrong = await wrongFor(target.secret);
    for (let i = 0; i < 5; i++) expect((await attempt(api, target.email, wrong)).statusCode).toBe(401);
    const stopped = await attempt(api, target.email, await codeOf(target.secret));
    expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await attempt(api, other.email, await codeOf(other.secret))).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getuser', undefined, { token: target.token })).statusCode).toBe(200);
    await forgetTries(api);
    expect((await attempt(api, target.email, await codeOf(target.secret))).statusCode).toBe(200);
  });

  it('shares the five over sign-in, confirmation of an act and the setting up of an app', async () => {
    const { email, token, secret } = await withApp();
    const wrong = await wrongFor(secret);
    await begin(token);
    expect((await attempt(api, email, wrong)).statusCode).toBe(401);
    expect((await attempt(api, email, 'aaaaa-aaaaa')).statusCode).toBe(401);
    expect((await call(api, 'POST', '/auth/step-up', { otp: wrong }, { token })).statusCode).toBe(401);
    expect((await call(api, 'POST', '/auth/step-up', { otp: 'nonsense' }, { token })).statusCode).toBe(401);
    expect((await confirm(token, wrong)).statusCode).toBe(400);
    expect((await attempt(api, email, wrong)).statusCode).toBe(429);
    expect((await call(api, 'POST', '/auth/step-up', { otp: wrong }, { token })).statusCode).toBe(429);
    expect((await confirm(token, wrong)).statusCode).toBe(429);
  });

  it('gets no more than five out of a burst', async () => {
    const { email, secret } = await withApp();
    const wrong = await wrongFor(secret);
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt(api, email, wrong)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
  });

  it('starts anew after a right one', async () => {
    const { email, secret, userId } = await withApp();
    const wrong = await wrongFor(secret);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect((await attempt(api, email, wrong)).statusCode).toBe(401);
      expect((await attempt(api, email, await codeOf(secret))).statusCode).toBe(200);
      await letTimePass(api, userId);
    }
  });

  it('does not count the sign-in that brings no code', async () => {
    const { email, secret } = await withApp();
    for (let i = 0; i < 8; i++) expect((await attempt(api, email)).statusCode).toBe(401);
    expect((await attempt(api, email, await codeOf(secret))).statusCode).toBe(200);
  });
});
