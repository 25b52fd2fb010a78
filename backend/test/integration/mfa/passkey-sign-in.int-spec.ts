import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, PASSWORD, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import {
  attempt,
  auditOf,
  beginPasskey,
  beginSignIn,
  passkeySignIn,
  setUpPasskey,
  signInWith as signIn,
  type OwnPasskey,
} from './factors.js';
import { FLAGS, SoftwareAuthenticator, type Bent } from './software-authenticator.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const withPasskey = async (device = new SoftwareAuthenticator()): Promise<SignedIn & OwnPasskey> => {
  const member = await signedInMember(api);
  return { ...member, ...(await setUpPasskey(api, member, device)) };
};
const signInWith = (device: SoftwareAuthenticator, bent: Bent = {}) => signIn(api, device, bent);
const sessionsOf = (userId: string) => api.em().execute<object[]>('select id from sessions where user_id = ?', [userId]);

describe('signing in with a passkey', () => {
  it('needs nothing else, answers as POST /signinuser does, and asks for a verified user', async () => {
    const { device, email, userId, passkeyId } = await withPasskey();
    const { options } = await beginSignIn(api);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    const response = await signInWith(device);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        message: 'Logged in successfully!',
        token: expect.any(String),
        data: expect.objectContaining({ userId, email, refferal_id: expect.any(String) }),
      },
    ]);
    const { token } = response.json<{ token: string }>();
    const { data } = (await call(api, 'GET', '/auth/mfa', undefined, { token })).json<{ data: { passkeys: object[] } }>();
    expect(data.passkeys).toEqual([expect.objectContaining({ id: passkeyId, lastUsedAt: expect.any(String) })]);
    expect((await auditOf(api, userId)).at(-1)).toMatchObject({ action: 'auth.sign-in', detail: { factor: 'passkey' } });
  });

  it('leaves the password alone of no use: it leads to the passkey or a recovery code', async () => {
    const { email, recoveryCodes } = await withPasskey();
    expect((await attempt(api, email)).json()).toMatchObject({ statusCode: 401, otpRequired: true, mfa: ['passkey', 'recovery'] });
    expect((await attempt(api, email, '123456')).statusCode).toBe(401);
    expect((await attempt(api, email, recoveryCodes?.[0])).statusCode).toBe(200);
  });

  const spoiled: [string, Bent][] = [
    ['another site’s page', { origin: 'https://evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no verified user', { flags: FLAGS.UP }],
    ['nobody present', { flags: FLAGS.UV }],
    ['the answer of a creation', { type: 'webauthn.create' }],
    ['a signature that is none', { signature: Buffer.alloc(70, 1) }],
    ['a passkey that nobody has', { credentialId: Buffer.alloc(32, 9) }],
    ['no word about whose it is', { userHandle: null }],
    ['another user’s handle', { userHandle: Buffer.alloc(16, 5).toString('base64url') }],
  ];
  it.each(spoiled)('refuses %s, always in the same words', async (_, bent) => {
    const { device, userId } = await withPasskey();
    const before = await sessionsOf(userId);
    const response = await signInWith(device, bent);
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { statusCode: 401, message: 'This passkey was not accepted. Please try again' },
    ]);
    expect(await sessionsOf(userId)).toEqual(before);
    expect((await signInWith(device)).statusCode).toBe(200);
  });

  it('takes a challenge once, also when two answer it at once', async () => {
    const { device } = await withPasskey();
    const { challengeId, options } = await beginSignIn(api);
    const body = { challengeId, response: device.get(options) };
    expect(
      (await Promise.all([passkeySignIn(api, body), passkeySignIn(api, body), passkeySignIn(api, body)]))
        .map(({ statusCode }) => statusCode)
        .sort(),
    ).toEqual([200, 401, 401]);
    expect((await passkeySignIn(api, body)).statusCode).toBe(401);
    const late = await beginSignIn(api);
    await api.em().execute(`update webauthn_challenges set expires_at = now() - interval '1 second' where id = ?`, [late.challengeId]);
    expect((await passkeySignIn(api, { challengeId: late.challengeId, response: device.get(late.options) })).statusCode).toBe(401);
  });

  it('takes no challenge that was made for setting a passkey up or for confirming an act', async () => {
    const { device, token } = await withPasskey();
    const { challengeId, options } = await beginPasskey(api, token);
    expect(
      (
        await passkeySignIn(api, {
          challengeId,
          response: device.get({ challenge: options.challenge, rpId: 'localhost', userVerification: 'required' }),
        })
      ).statusCode,
    ).toBe(401);
  });

  it('refuses a counter that stands still or goes back, which is how a copied authenticator shows, and records it', async () => {
    const { device, userId } = await withPasskey();
    expect((await signInWith(device, { counter: 40 })).statusCode).toBe(200);
    for (const counter of [40, 39, 0]) expect((await signInWith(device, { counter })).statusCode).toBe(401);
    expect((await auditOf(api, userId)).at(-1)).toMatchObject({ action: 'auth.refuse-sign-in', detail: { reason: 'mfa.passkey-counter' } });
    expect((await signInWith(device, { counter: 4_000_000_000 })).statusCode).toBe(200);
  });

  it('takes authenticators that never count', async () => {
    const { device } = await withPasskey(new SoftwareAuthenticator(undefined, false));
    for (let i = 0; i < 2; i++) expect((await signInWith(device)).statusCode).toBe(200);
  });

  it("never lets one person's passkey open another's account", async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    const handle = Buffer.from(ann.userId.replaceAll('-', ''), 'hex').toString('base64url');
    expect((await signInWith(bob.device, { userHandle: handle })).statusCode).toBe(401);
    expect((await signInWith(bob.device, { credentialId: ann.device.credentialId, userHandle: handle })).statusCode).toBe(401);
  });

  it.each([
    ["status = 'deactivated'", 'Your account is deactivated. Please contact us'],
    ['rejected_at = now()', 'Your account was closed. Please contact us'],
    ['email_confirmed_at = null', 'Please confirm your email address first. We sent you a link'],
  ])('opens no session for an account with %s', async (change, message) => {
    const { device, userId } = await withPasskey();
    const before = await sessionsOf(userId);
    await api.em().execute(`update users set ${change} where id = ?`, [userId]);
    const response = await signInWith(device);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([403, message]);
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it('still works while somebody guesses codes of the account', async () => {
    const member = await withPasskey();
    for (let i = 0; i < 6; i++) await attempt(api, member.email, '000000');
    expect((await attempt(api, member.email, '000000')).statusCode).toBe(429);
    expect((await signInWith(member.device)).statusCode).toBe(200);
  });

  it.each<[object, string[]]>([
    [{}, ['challengeId', 'response']],
    [
      { challengeId: '1', response: { id: 'a', rawId: 'a', type: 'password', response: {} } },
      [
        'challengeId',
        'response.type',
        'response.response.clientDataJSON',
        'response.response.authenticatorData',
        'response.response.signature',
      ],
    ],
  ])('answers 400 naming the fields of a body that is no answer', async (body, fields) => {
    const response = await passkeySignIn(api, body);
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('is bounded for each network', async () => {
    const from = (path: string, body: object) => call(api, 'POST', path, body, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    const bogus = {
      challengeId: '00000000-0000-4000-8000-000000000000',
      response: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } },
    };
    expect((await from('/auth/passkey/sign-in', bogus)).statusCode).toBe(401);
    await api.em().execute(`update rate_limits set points = 600 where key like 'passkeyNetwork:%'`);
    expect((await from('/auth/passkey/sign-in', bogus)).statusCode).toBe(429);
    expect((await from('/auth/passkey/options', {})).statusCode).toBe(429);
    await api.em().execute('delete from rate_limits');
  });
});

describe('the relying party', () => {
  const optionsFor = async (env: Record<string, string>, origin?: string) => {
    const own = await createTestApi(env);
    try {
      const response = await call(own, 'POST', '/auth/passkey/options', {}, { headers: origin ? { origin } : {} });
      return [
        response.statusCode,
        response.json<{ message: string; data?: { options: { rpId: string } } }>().data?.options.rpId ??
          response.json<{ message: string }>().message,
      ];
    } finally {
      await own.close();
    }
  };
  const IP = 'Passkeys do not work at this address. Open http://localhost:3000 instead';

  it('is localhost in development, and a page at an IP address is sent there', async () => {
    expect(await optionsFor({}, 'http://localhost:3000')).toEqual([200, 'localhost']);
    expect(await optionsFor({}, 'http://localhost:5173')).toEqual([200, 'localhost']);
    expect(await optionsFor({}, 'http://127.0.0.1:3000')).toEqual([409, IP]);
    expect(await optionsFor({})).toEqual([200, 'localhost']);
  });

  it('is the host of PUBLIC_URL, whatever page asks', async () => {
    const env = { PUBLIC_URL: 'https://club.example.com' };
    for (const origin of [undefined, 'https://club.example.com', 'https://evil.example'])
      expect(await optionsFor(env, origin)).toEqual([200, 'club.example.com']);
  });

  it('believes the page of PUBLIC_URL alone', async () => {
    const own = await createTestApi({ PUBLIC_URL: 'https://club.example.com' });
    try {
      const member = await signedInMember(own);
      const origin = 'https://club.example.com';
      const enrol = async (device: SoftwareAuthenticator) => {
        const begun = (await call(own, 'POST', '/auth/mfa/passkeys/options', {}, { token: member.token, headers: { origin } })).json<{
          data: Parameters<typeof device.create>[0] & { challengeId: string; options: Parameters<typeof device.create>[0] };
        }>().data;
        return call(
          own,
          'POST',
          '/auth/mfa/passkeys',
          { challengeId: begun.challengeId, name: 'x', response: device.create(begun.options) },
          { token: member.token, headers: { origin: device.origin } },
        );
      };
      for (const wrong of [
        'https://club.example.com.evil.example',
        'http://club.example.com',
        'https://club.example.com:8443',
        'https://www.club.example.com',
        'http://localhost:3000',
      ]) {
        expect([wrong, (await enrol(new SoftwareAuthenticator(wrong))).statusCode]).toEqual([wrong, 400]);
      }
      expect((await enrol(new SoftwareAuthenticator(origin))).statusCode).toBe(201);
      expect((await call(own, 'POST', '/signinuser', { email: member.email, password: PASSWORD })).json()).toMatchObject({
        otpRequired: true,
      });
    } finally {
      await own.close();
    }
  });
});
