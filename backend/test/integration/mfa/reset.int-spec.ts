import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FactorResetService } from '../../../src/club/auth/index.js';
import { FirstAdminService } from '../../../src/club/users/index.js';
import { call, signedInMember } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { attempt, auditOf, beginSignIn, lettersTo, passkeySignIn, setUpApp, setUpPasskey } from './factors.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi({ ADMIN_MFA: 'required' })));
afterAll(() => api.close());

const reset = (userId: string, by: string | null = null, confirmedBy: string | null = null) =>
  api.em().transactional((em) => api.app.get(FactorResetService, { strict: false }).removeEveryFactor(em, userId, { by, confirmedBy }));

describe('somebody who lost every factor', () => {
  it('is left with the password alone: factors, recovery codes and sessions are gone, with a letter and a record', async () => {
    const member = await signedInMember(api);
    const { recoveryCodes } = await setUpApp(api, member);
    const { device } = await setUpPasskey(api, member);
    expect(await reset(member.userId)).toBe(2);
    expect((await call(api, 'GET', '/getuser', undefined, member)).statusCode).toBe(401);
    const { challengeId, options } = await beginSignIn(api);
    expect((await passkeySignIn(api, { challengeId, response: device.get(options) })).statusCode).toBe(401);
    const again = (await attempt(api, member.email)).json<{ token: string }>();
    expect((await call(api, 'GET', '/auth/mfa', undefined, again)).json()).toMatchObject({
      data: { totp: false, passkeys: [], recoveryCodesLeft: 0 },
    });
    expect((await call(api, 'POST', '/auth/step-up', { otp: recoveryCodes?.[0] }, again)).statusCode).toBe(401);
    expect(await lettersTo(api, member.userId)).toContain('second-factor-removed');
    expect((await auditOf(api, member.userId)).find(({ action }) => action === 'mfa.remove-every-factor')).toEqual({
      action: 'mfa.remove-every-factor',
      actor_id: null,
      detail: { apps: 1, passkeys: 1, confirmedBy: null },
    });
  });

  it('who is an admin gets no further than setting a new one up, and the record names both who stood for it', async () => {
    const admin = await api.app.get(FirstAdminService, { strict: false }).ensure();
    if (!admin?.password) throw new Error('there is no admin');
    const signIn = async () =>
      (await attempt(api, admin.email, undefined, admin.password ?? '')).json<{ token: string; enrolmentRequired?: boolean }>();
    const { token } = await signIn();
    await setUpApp(api, { ...admin, token });
    const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    expect(await reset(admin.userId, one, two)).toBe(1);
    expect(await signIn()).toMatchObject({ enrolmentRequired: true });
    expect((await auditOf(api, admin.userId)).find(({ action }) => action === 'mfa.remove-every-factor')).toMatchObject({
      actor_id: one,
      detail: { confirmedBy: two },
    });
  });

  it('changes nothing where its transaction does not commit', async () => {
    const member = await signedInMember(api);
    await setUpApp(api, member);
    const half = api.em().transactional(async (em) => {
      await api.app.get(FactorResetService, { strict: false }).removeEveryFactor(em, member.userId, { by: null });
      throw new Error('the second person said no');
    });
    await expect(half).rejects.toThrow('the second person said no');
    expect((await call(api, 'GET', '/auth/mfa', undefined, member)).json()).toMatchObject({ data: { totp: true, recoveryCodesLeft: 10 } });
  });

  it('must exist', async () => {
    await expect(reset('00000000-0000-4000-8000-000000000009')).rejects.toThrow('There is no such user');
  });
});
