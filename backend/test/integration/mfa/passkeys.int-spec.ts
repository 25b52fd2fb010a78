import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { certifiedAttestation } from './certified.js';
import {
  addPasskey,
  attempt,
  auditOf,
  beginPasskey,
  beginSignIn,
  lettersTo,
  setUpApp,
  setUpPasskey,
  signInWith,
  type OwnPasskey,
} from './factors.js';
import { FLAGS, SoftwareAuthenticator, type Bent } from './software-authenticator.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const withPasskey = async (): Promise<SignedIn & OwnPasskey> => {
  const member = await signedInMember(api);
  return { ...member, ...(await setUpPasskey(api, member)) };
};
const challenges = () => api.em().execute<object[]>('select id from webauthn_challenges');

describe('adding a passkey', () => {
  it('asks the browser for one that lives on the device and verifies its owner, under the id of the user', async () => {
    const { token, userId, email } = await signedInMember(api);
    const { options } = await beginPasskey(api, token);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Tidemark' },
      user: { id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'), name: email, displayName: 'Ann Walker' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('lists it, brings recovery codes with a first factor, writes a letter and a record, and ends other sessions', async () => {
    const member = await signedInMember(api);
    const elsewhere = (await attempt(api, member.email)).json<{ token: string }>().token;
    const { passkeyId, recoveryCodes, device } = await setUpPasskey(api, member, new SoftwareAuthenticator(), '  Blue key ');
    expect(recoveryCodes).toHaveLength(10);
    const { data } = (await call(api, 'GET', '/auth/mfa', undefined, { token: member.token })).json<{ data: object }>();
    expect(data).toEqual({
      totp: false,
      passkeys: [{ id: passkeyId, name: 'Blue key', createdAt: expect.any(String), lastUsedAt: null }],
      recoveryCodesLeft: 10,
      required: false,
    });
    expect((await call(api, 'GET', '/getuser', undefined, { token: elsewhere })).statusCode).toBe(401);
    expect(await lettersTo(api, member.userId)).toContain('second-factor-added');
    expect((await auditOf(api, member.userId)).map(({ action }) => action)).toContain('mfa.add-passkey');
    const second = await beginPasskey(api, member.token);
    expect(second.options.excludeCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] }]);
    expect((await setUpPasskey(api, member)).recoveryCodes).toBeNull();
  });

  const spoiled: [string, Bent][] = [
    ['another site’s page', { origin: 'https://evil.example' }],
    ['a page whose host only begins like ours', { origin: 'http://localhost.evil.example:3000' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no verified user', { flags: FLAGS.UP | FLAGS.AT }],
    ['nobody present', { flags: FLAGS.UV | FLAGS.AT }],
    ['no credential in it', { flags: FLAGS.UP | FLAGS.UV }],
    ['the answer to a sign-in', { type: 'webauthn.get' }],
    ['a certificate, though nothing else is wrong with it', { attestation: certifiedAttestation }],
    [
      'an attestation with certificates, whose revocation lists we would be made to fetch',
      { attestation: ['packed', new Map([['x5c', Buffer.from('a certificate')]])] },
    ],
    ['an attestation of a kind that always has them', { attestation: ['android-key', new Map([['alg', -7]])] }],
    [
      'an attestation signed by somebody else',
      {
        attestation: [
          'packed',
          new Map<string, number | Buffer>([
            ['alg', -7],
            ['sig', Buffer.alloc(70, 1)],
          ]),
        ],
      },
    ],
  ];
  it.each(spoiled)('refuses one with %s', async (_, bent) => {
    const { token, email } = await signedInMember(api);
    const { challengeId, options } = await beginPasskey(api, token);
    const response = await addPasskey(api, token, { challengeId, name: 'x', response: new SoftwareAuthenticator().create(options, bent) });
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([
      400,
      ['response'],
    ]);
    expect((await attempt(api, email)).statusCode).toBe(200);
  });

  it('takes a challenge once, from the one it was made for, for five minutes, and for this alone', async () => {
    const [ann, bob] = [await signedInMember(api), await signedInMember(api)];
    const device = new SoftwareAuthenticator();
    const first = await beginPasskey(api, ann.token);
    const body = { challengeId: first.challengeId, name: 'x', response: device.create(first.options) };
    expect((await addPasskey(api, bob.token, body)).statusCode).toBe(400);
    expect((await addPasskey(api, ann.token, body)).statusCode).toBe(201);
    expect((await addPasskey(api, ann.token, body)).statusCode).toBe(400);

    const late = await beginPasskey(api, bob.token);
    await api.em().execute(`update webauthn_challenges set expires_at = now() - interval '1 second' where id = ?`, [late.challengeId]);
    expect(
      (
        await addPasskey(api, bob.token, {
          challengeId: late.challengeId,
          name: 'x',
          response: new SoftwareAuthenticator().create(late.options),
        })
      ).statusCode,
    ).toBe(400);

    const signIn = await beginSignIn(api);
    const other = new SoftwareAuthenticator().create({ ...late.options, challenge: signIn.options.challenge });
    expect((await addPasskey(api, bob.token, { challengeId: signIn.challengeId, name: 'x', response: other })).statusCode).toBe(400);
  });

  it('spends the challenge also on an answer that was wrong', async () => {
    const { token } = await signedInMember(api);
    const { challengeId, options } = await beginPasskey(api, token);
    const device = new SoftwareAuthenticator();
    expect(
      (await addPasskey(api, token, { challengeId, name: 'x', response: device.create(options, { origin: 'https://evil.example' }) }))
        .statusCode,
    ).toBe(400);
    expect((await addPasskey(api, token, { challengeId, name: 'x', response: device.create(options) })).statusCode).toBe(400);
  });

  it('is stored once when it arrives twice at once, and refuses a passkey that another account has', async () => {
    const [ann, bob] = [await signedInMember(api), await signedInMember(api)];
    const device = new SoftwareAuthenticator();
    const { challengeId, options } = await beginPasskey(api, ann.token);
    const body = { challengeId, name: 'x', response: device.create(options) };
    expect(
      (await Promise.all([addPasskey(api, ann.token, body), addPasskey(api, ann.token, body)])).map(({ statusCode }) => statusCode).sort(),
    ).toEqual([201, 400]);
    const second = await beginPasskey(api, bob.token);
    const copied = new SoftwareAuthenticator().create(second.options, { credentialId: device.credentialId });
    expect((await addPasskey(api, bob.token, { challengeId: second.challengeId, name: 'x', response: copied })).statusCode).toBe(409);
    expect((await attempt(api, bob.email)).statusCode).toBe(200);
  });

  it('stops at ten', async () => {
    const member = await signedInMember(api);
    for (let i = 0; i < 10; i++) await setUpPasskey(api, member);
    const { challengeId, options } = await beginPasskey(api, member.token);
    expect(
      (await addPasskey(api, member.token, { challengeId, name: 'x', response: new SoftwareAuthenticator().create(options) })).statusCode,
    ).toBe(409);
  });

  it('keeps few challenges a person, and sweeps those that have expired', async () => {
    const { token } = await signedInMember(api);
    await api.em().execute('delete from webauthn_challenges');
    for (let i = 0; i < 9; i++) await beginPasskey(api, token);
    expect(await challenges()).toHaveLength(4);
    await api.em().execute(`update webauthn_challenges set expires_at = now() - interval '1 second'`);
    await beginSignIn(api);
    expect(await challenges()).toHaveLength(1);
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['challengeId', 'name', 'response']],
    ['an answer that is none', { challengeId: 'x', name: 'x', response: 'x' }, ['challengeId', 'response']],
    ['no name', { name: ' ' }, ['name']],
    ['an endless name', { name: 'x'.repeat(61) }, ['name']],
    ['a name with control characters', { name: 'a\u0000b' }, ['name']],
  ])('answers 400 naming the fields for %s', async (_, change, fields) => {
    const { token } = await signedInMember(api);
    const { challengeId, options } = await beginPasskey(api, token);
    const whole = Object.keys(change).length === 1 ? { challengeId, response: new SoftwareAuthenticator().create(options) } : {};
    const response = await addPasskey(api, token, { ...whole, ...change });
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it.each([
    ['id', '!'],
    ['attestationObject', 'AAAA'],
    ['clientDataJSON', 'AAAA'],
    ['clientDataJSON', Buffer.from('null').toString('base64url')],
    ['attestationObject', Buffer.from([0xa1, 0xff, 0xff]).toString('base64url')],
  ])('never breaks over rubbish in %s (%s)', async (field, rubbish) => {
    const { token } = await signedInMember(api);
    const { challengeId, options } = await beginPasskey(api, token);
    const { response, ...rest } = new SoftwareAuthenticator().create(options);
    const bent = field === 'id' ? { ...rest, id: rubbish, response } : { ...rest, response: { ...response, [field]: rubbish } };
    expect((await addPasskey(api, token, { challengeId, name: 'x', response: bent })).statusCode).toBe(400);
  });
});

describe('giving a passkey up', () => {
  it('takes a confirmation, is its owner’s alone, and ends every other session', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    const remove = (token: string, id: string) => call(api, 'DELETE', `/auth/mfa/passkeys/${id}`, undefined, { token });
    expect((await remove(ann.token, ann.passkeyId)).json()).toMatchObject({ statusCode: 403, stepUp: true });
    for (const { token, recoveryCodes } of [ann, bob]) await call(api, 'POST', '/auth/step-up', { otp: recoveryCodes?.[0] }, { token });
    expect((await remove(bob.token, ann.passkeyId)).statusCode).toBe(404);
    expect((await remove(bob.token, 'nonsense')).statusCode).toBe(404);
    const elsewhere = (await signInWith(api, ann.device)).json<{ token: string }>().token;
    expect((await remove(ann.token, ann.passkeyId)).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getuser', undefined, { token: elsewhere })).statusCode).toBe(401);
    expect((await signInWith(api, ann.device)).statusCode).toBe(401);
    expect((await attempt(api, ann.email)).statusCode).toBe(200);
    expect(await lettersTo(api, ann.userId)).toContain('second-factor-removed');
  });

  it('keeps the recovery codes while another factor stands', async () => {
    const member = await withPasskey();
    await setUpApp(api, member);
    await call(api, 'POST', '/auth/step-up', { otp: member.recoveryCodes?.[0] }, { token: member.token });
    expect((await call(api, 'DELETE', `/auth/mfa/passkeys/${member.passkeyId}`, undefined, { token: member.token })).statusCode).toBe(200);
    const { data } = (await call(api, 'GET', '/auth/mfa', undefined, { token: member.token })).json<{ data: object }>();
    expect(data).toMatchObject({ totp: true, passkeys: [], recoveryCodesLeft: 9 });
  });
});
