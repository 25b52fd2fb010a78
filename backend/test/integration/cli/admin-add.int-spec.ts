import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FirstAdminService } from '../../../src/club/users/index.js';
import { call, confirmedMember } from '../../support/people.js';
import { AccountsApp, NEW_PASSWORD } from '../accounts/accounts-app.js';
import { type, variablesOf } from './command-line.js';

const FRESH = 'ada@club.example';

describe('admin:add', () => {
  let accounts: AccountsApp;
  let first: { userId: string; email: string };
  beforeAll(async () => {
    accounts = await AccountsApp.start({ ADMIN_MFA: 'required' });
    const made = await accounts.api.app.get(FirstAdminService, { strict: false }).ensure();
    first = made!;
  });
  afterAll(() => accounts.stop());

  const add = (email: string, by = first.email, ...more: string[]) =>
    type(['admin:add', '--email', email, '--surname', 'Lovelace', '--first-name', 'Ada', '--confirmed-by', by, ...more], {
      environment: variablesOf(accounts.api.config, { ADMIN_MFA: 'required' }),
    });
  const signIn = (password: string) => call(accounts.api, 'POST', '/signinuser', { email: FRESH, password });

  it('makes an admin who chooses the password by a mailed link and has to set up a second factor', async () => {
    const { code, out, err } = await add('Ada@Club.example', first.email, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { userId } = JSON.parse(out) as { userId: string };
    expect(await accounts.userRow(FRESH)).toMatchObject({
      id: userId,
      role: 'admin',
      surname: 'Lovelace',
      other_name: 'Ada',
      status: 'active',
    });
    expect(await accounts.letterNames(FRESH)).toEqual(['admin-invitation']);
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(401);

    const token = await accounts.tokenIn('admin-invitation', FRESH);
    expect(out).not.toContain(token);
    expect((await accounts.reset(token, 'too short')).statusCode).toBe(400);
    expect((await accounts.reset(token)).statusCode).toBe(200);
    expect((await accounts.reset(token)).statusCode).toBe(400);

    const signedIn = (await signIn(NEW_PASSWORD)).json<{ token: string; enrolmentRequired?: boolean }>();
    expect(signedIn).toMatchObject({ enrolmentRequired: true });
    // Until there is a second factor the session is good for nothing else.
    expect((await call(accounts.api, 'GET', '/getpendingkyc', undefined, signedIn)).statusCode).toBe(403);
  });

  it('leaves a record that names who confirmed it, and every other admin gets a mail', async () => {
    const { id } = await accounts.userRow(FRESH);
    expect(
      await accounts.sql('select action, actor_id, detail from audit_events where target_id = ? and action = ?', [id, 'user.add-admin']),
    ).toEqual([{ action: 'user.add-admin', actor_id: null, detail: { confirmedBy: first.userId, role: 'admin' } }]);
    expect(await accounts.lettersTo(first.userId)).toMatchObject([{ letter: 'admin-added', data: { email: FRESH } }]);
  });

  it('makes nobody an admin who has an account already', async () => {
    const member = await confirmedMember(accounts.api);
    for (const email of [member.email, FRESH, first.email]) {
      expect(await add(email)).toMatchObject({ code: 1, err: expect.stringMatching(/^admin:add: An account with the address/) });
    }
    expect(await accounts.userRow(member.email)).toMatchObject({ role: 'trade club' });
    expect(await accounts.count('users', "role = 'admin'")).toBe(2);
  });

  it('wants an active admin who confirms it, an address and a name', async () => {
    const member = await confirmedMember(accounts.api);
    expect(await add('eve@club.example', member.email)).toMatchObject({ code: 1, err: expect.stringContaining('is no active admin') });
    expect(await add('eve@club.example', 'nobody@club.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no account'),
    });
    expect(await add('eve')).toMatchObject({ code: 1, err: expect.stringContaining('email address') });
    expect(await add('eve@club.example', first.email, '--surname', '=1+1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('surname'),
    });
    expect(await add('eve@club.example', first.email, '--first-name', '=1+1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('first name'),
    });
    expect(await accounts.count('users', "email like 'eve%'")).toBe(0);
  });

  it('gives the role that was asked for, and refuses one that does not exist', async () => {
    const email = 'grace@club.example';
    const { code, out } = await add(email, first.email, '--role', 'auditor', '--json');
    expect(code).toBe(0);
    const { userId } = JSON.parse(out) as { userId: string };
    expect(out).toContain('"role":"auditor"');
    expect(await accounts.sql('select team_role from users where id = ?', [userId])).toEqual([{ team_role: 'auditor' }]);
    const refused = await add('other@club.example', first.email, '--role', 'emperor');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('--role must be one of: owner');
    expect(await accounts.sql(`select 1 from users where email = 'other@club.example'`)).toEqual([]);
  });
});
