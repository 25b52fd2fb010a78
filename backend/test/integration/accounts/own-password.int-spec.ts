import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, PASSWORD, signedInAdmin, signedInMember, signIn } from '../../support/people.js';
import { AccountsApp, LINK_INVALID, NEW_PASSWORD } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const change = (token: string, body: object) => call(accounts.api, 'POST', '/auth/password', body, { token });
const good = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

describe('changing the password within a session', () => {
  it('keeps this session, ends the others, tells the owner and writes it down', async () => {
    const member = await signedInMember(accounts.api);
    const other = await signIn(accounts.api, member.email);
    const response = await change(member.token, good);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Your password was changed, and your other sessions were ended', data: null },
    ]);
    expect([(await accounts.profile(member.token)).statusCode, (await accounts.profile(other.token)).statusCode]).toEqual([200, 401]);
    expect((await accounts.signIn(member.email, PASSWORD)).statusCode).toBe(401);
    await signIn(accounts.api, member.email, NEW_PASSWORD);
    expect(await accounts.letterNames(member.userId)).toEqual(['password-changed']);
    expect(await accounts.count('audit_events', "action = 'auth.change-password' and actor_id = ?", [member.userId])).toBe(1);
  });

  it('asks for the current password, and for a session', async () => {
    const member = await signedInMember(accounts.api);
    const refused = await change(member.token, { ...good, currentPassword: 'wrong password 77' });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        statusCode: 400,
        message: 'This is not your current password',
        errors: [{ field: 'currentPassword', message: 'This is not your current password' }],
      },
    ]);
    expect((await call(accounts.api, 'POST', '/auth/password', good)).statusCode).toBe(401);
    await signIn(accounts.api, member.email, PASSWORD);
  });

  it.each<[object, string[]]>([
    [{}, ['currentPassword', 'newPassword']],
    [{ currentPassword: PASSWORD }, ['newPassword']],
    [{ currentPassword: PASSWORD, newPassword: 'short' }, ['newPassword']],
    [{ currentPassword: PASSWORD, newPassword: PASSWORD }, ['newPassword']],
    [{ currentPassword: PASSWORD, newPassword: 'Walker Ann 1990 !!' }, ['newPassword']],
    [{ currentPassword: PASSWORD, newPassword: 'p'.repeat(300) }, ['newPassword']],
    [{ currentPassword: { $ne: null }, newPassword: NEW_PASSWORD }, ['currentPassword']],
    [{ currentPassword: 'x'.repeat(3000), newPassword: NEW_PASSWORD }, ['currentPassword']],
  ])('answers 400 naming the fields of a bad request (%#)', async (body, fields) => {
    const member = await signedInMember(accounts.api);
    const response = await change(member.token, body);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(fields);
    await signIn(accounts.api, member.email, PASSWORD);
  });

  it('refuses fields that it does not know', async () => {
    const member = await signedInMember(accounts.api);
    expect((await change(member.token, { ...good, userId: member.userId })).statusCode).toBe(400);
  });

  it('asks fifteen characters of an admin', async () => {
    const admin = await signedInAdmin(accounts.api);
    const response = await change(admin.token, { currentPassword: 'whatever it is', newPassword: 'seven lantern' });
    expect([response.statusCode, response.json()]).toMatchObject([400, { message: 'Use a password of at least 15 characters' }]);
  });

  it('gives a stolen session ten guesses', async () => {
    const member = await signedInMember(accounts.api);
    for (let i = 0; i < 10; i++)
      expect((await change(member.token, { ...good, currentPassword: `wrong password ${i}` })).statusCode).toBe(400);
    const refused = await change(member.token, good);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await signIn(accounts.api, member.email, PASSWORD);
  });

  it('lets one of two changes at once win, and the other know that its password is the current one no more', async () => {
    const member = await signedInMember(accounts.api);
    const passwords = ['paper boats number one afloat', 'paper boats number two afloat'];
    const responses = await Promise.all(passwords.map((newPassword) => change(member.token, { ...good, newPassword })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    await signIn(accounts.api, member.email, passwords[responses.findIndex(({ statusCode }) => statusCode === 200)]);
    expect(await accounts.count('audit_events', "action = 'auth.change-password' and actor_id = ?", [member.userId])).toBe(1);
  });

  it('cancels a reset link that is under way', async () => {
    const member = await signedInMember(accounts.api);
    const token = await accounts.resetToken(member.email);
    expect((await change(member.token, good)).statusCode).toBe(200);
    expect((await accounts.reset(token, 'another dozen of paper boats')).json()).toEqual(LINK_INVALID);
    await signIn(accounts.api, member.email, NEW_PASSWORD);
  });
});
