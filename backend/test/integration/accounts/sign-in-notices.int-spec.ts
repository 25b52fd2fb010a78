import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '../../../src/platform/rate-limits/index.js';
import { call, confirmedMember, PASSWORD, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { attempt, codeOf, forgetTries, letTimePass, setUpApp } from '../mfa/factors.js';
import { AccountsApp } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const from = (email: string, address: string, password = PASSWORD) =>
  call(accounts.api, 'POST', '/signinuser', { email, password }, { headers: { 'x-forwarded-for': address } });
const letters = async (userId: string, name: string) => (await accounts.lettersTo(userId)).filter(({ letter }) => letter === name);

describe('a sign-in from a new network', () => {
  it('is told to the owner, once for each network, and the first of a new account is not', async () => {
    const { userId, email } = await signedInMember(accounts.api);
    expect(await letters(userId, 'new-sign-in')).toEqual([]);
    for (const address of ['203.0.113.9', '203.0.113.77', '2001:db8:1:2::7']) expect((await from(email, address)).statusCode).toBe(200);
    await signIn(accounts.api, email);
    const told = await letters(userId, 'new-sign-in');
    expect(told.map(({ data }) => data['network'])).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
    expect(told[0]?.data['at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z$/);
  });

  it('is told again where the owner has ended the session from there', async () => {
    const { userId, email, token } = await signedInMember(accounts.api);
    await from(email, '203.0.114.9');
    const sessions = (await call(accounts.api, 'GET', '/auth/sessions', undefined, { token })).json<{
      data: { id: string; current: boolean }[];
    }>().data;
    const strange = sessions.find(({ current }) => !current)!;
    expect((await call(accounts.api, 'DELETE', `/auth/sessions/${strange.id}`, undefined, { token })).statusCode).toBe(200);
    await from(email, '203.0.114.9');
    expect(await letters(userId, 'new-sign-in')).toHaveLength(2);
  });

  it('is told also where the account was not used for so long that its sessions are forgotten', async () => {
    const { email } = await confirmedMember(accounts.api);
    await accounts.sql(`update users set email_confirmed_at = now() - interval '1 year' where email = ? returning 1`, [email]);
    const { userId } = await signIn(accounts.api, email);
    expect(await letters(userId, 'new-sign-in')).toHaveLength(1);
  });

  it('is not told where a session from before there were fingerprints names the network', async () => {
    const { userId, email } = await signedInMember(accounts.api);
    await accounts.sql(
      `update sessions set subnet_key = null, device_key = null, network = '203.0.118.0/24' where user_id = ? returning 1`,
      [userId],
    );
    await from(email, '203.0.118.9');
    expect(await letters(userId, 'new-sign-in')).toEqual([]);
    await from(email, '203.0.119.9');
    expect(await letters(userId, 'new-sign-in')).toHaveLength(1);
  });

  it('is not told where it fails', async () => {
    const { userId, email } = await signedInMember(accounts.api);
    expect((await from(email, '203.0.115.9', 'a wrong password 77')).statusCode).toBe(401);
    expect(await letters(userId, 'new-sign-in')).toEqual([]);
  });
});

describe('wrong second-factor codes', () => {
  async function withApp(): Promise<{ member: SignedIn; secret: string }> {
    const member = await signedInMember(accounts.api);
    const { secret } = await setUpApp(accounts.api, member);
    return { member, secret };
  }

  it('are told to the owner with the third, once', async () => {
    const { member } = await withApp();
    for (let n = 1; n <= limits.secondFactor.points; n++) {
      expect((await attempt(accounts.api, member.email, 'wrong-code')).statusCode).toBe(401);
      expect(await letters(member.userId, 'wrong-codes')).toHaveLength(n < limits.secondFactorNotice.points ? 0 : 1);
    }
  });

  it('are told whichever way they come: at sign-in, from elsewhere, or within a session', async () => {
    const { member } = await withApp();
    const otp = 'wrong-code';
    await attempt(accounts.api, member.email, otp);
    await call(
      accounts.api,
      'POST',
      '/signinuser',
      { email: member.email, password: PASSWORD, otp },
      { headers: { 'x-forwarded-for': '203.0.116.9' } },
    );
    expect(await letters(member.userId, 'wrong-codes')).toEqual([]);
    await call(accounts.api, 'POST', '/auth/step-up', { otp }, { token: member.token });
    expect(await letters(member.userId, 'wrong-codes')).toHaveLength(1);
  });

  it('are not told before the third, nor where no code was typed', async () => {
    const { member, secret } = await withApp();
    for (let n = 0; n < 4; n++) await attempt(accounts.api, member.email);
    for (let n = 0; n < 2; n++) await attempt(accounts.api, member.email, 'wrong-code');
    await letTimePass(accounts.api, member.userId);
    expect((await attempt(accounts.api, member.email, await codeOf(secret))).statusCode).toBe(200);
    expect(await letters(member.userId, 'wrong-codes')).toEqual([]);
  });

  it('from a stranger who knows the password use up no tries of the owner', async () => {
    const { member, secret } = await withApp();
    await forgetTries(accounts.api);
    const stranger = () =>
      call(
        accounts.api,
        'POST',
        '/signinuser',
        { email: member.email, password: PASSWORD, otp: 'wrong-code' },
        { headers: { 'x-forwarded-for': '203.0.117.9' } },
      );
    for (let n = 0; n < limits.secondFactor.points; n++) expect((await stranger()).statusCode).toBe(401);
    expect((await stranger()).statusCode).toBe(429);
    await letTimePass(accounts.api, member.userId);
    expect((await attempt(accounts.api, member.email, await codeOf(secret))).statusCode).toBe(200);
  });
});
