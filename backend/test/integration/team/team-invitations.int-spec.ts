import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TeamRole } from '../../../src/platform/domain/index.js';
import { call, confirmedMember, freshEmail, signedInAdmin, signedInTeam, type SignedIn } from '../../support/people.js';
import { AccountsApp, NEW_PASSWORD } from '../accounts/accounts-app.js';
import { longAgo } from '../users/people.js';

const INVALID = { statusCode: 400, message: 'This invitation is invalid or has expired. Ask for a new one' };
const ada = { firstName: 'Ada', lastName: 'Lovelace', password: NEW_PASSWORD };

describe('an invitation to the team', () => {
  let app: AccountsApp;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await AccountsApp.start();
    owner = await signedInAdmin(app.api);
  });
  afterAll(() => app.stop());

  const invite = (email: string, teamRole: TeamRole = 'support', by = owner, more: object = {}) =>
    call(app.api, 'POST', '/admin/team-invitations', { email, teamRole, ...more }, by);
  const find = (token: string) => call(app.api, 'GET', '/team-invitation', undefined, { token: `Bearer ${token}` });
  const accept = (token: string, body: object = ada) =>
    call(app.api, 'POST', '/team-invitation/accept', body, { token: `Bearer ${token}` });
  const invited = async (teamRole: TeamRole = 'support', by = owner) => {
    const email = freshEmail('team');
    const { id } = (await invite(email, teamRole, by)).json<{ id: string }>();
    return { id, email, token: await app.tokenIn('team-invitation', email) };
  };
  const stateOf = async (id: string) =>
    (await call(app.api, 'GET', `/admin/team-invitations/${id}`, undefined, owner)).json<{ state: string }>().state;

  it('is sent by email, and makes its reader a person of the team', async () => {
    const { id, email, token } = await invited('reviewer');
    expect((await app.lettersTo(email)).map(({ letter, data }) => [letter, data['teamRole'], data['language']])).toEqual([
      ['team-invitation', 'reviewer', 'en'],
    ]);
    expect((await find(token)).json()).toMatchObject({ data: { email, teamRole: 'reviewer' } });
    expect((await accept(token, { ...ada, password: 'too short' })).json()).toMatchObject({ statusCode: 400 });
    expect((await accept(token, { ...ada, language: 'es' })).statusCode).toBe(201);
    expect(await app.userRow(email)).toMatchObject({
      role: 'admin',
      team_role: 'reviewer',
      surname: 'Lovelace',
      other_name: 'Ada',
      language: 'es',
      status: 'active',
      email_confirmed_at: expect.anything(),
    });
    expect(await stateOf(id)).toBe('accepted');

    const { token: session } = (await app.signIn(email, NEW_PASSWORD)).json<{ token: string }>();
    expect((await call(app.api, 'GET', '/me/access', undefined, { token: session })).json()).toMatchObject({
      data: { teamRole: 'reviewer' },
    });
    expect(await app.lettersTo(owner.userId)).toContainEqual(
      expect.objectContaining({ letter: 'team-joined', data: { email, teamRole: 'reviewer' } }),
    );
  });

  it('is recorded: who invited, who joined', async () => {
    const { id, email, token } = await invited();
    await accept(token);
    const { id: userId } = await app.userRow(email);
    expect(
      await app.sql(
        `select action, actor_id, target_id, detail from audit_events where target_id in (?, ?) and action like 'team.%' order by at, id`,
        [id, userId],
      ),
    ).toEqual([
      { action: 'team.invite', actor_id: owner.userId, target_id: id, detail: { teamRole: 'support' } },
      { action: 'team.join', actor_id: userId, target_id: userId, detail: { invitationId: id, role: 'support' } },
    ]);
  });

  it('keeps no token that opens it', async () => {
    const { id, token } = await invited();
    const [row] = await app.sql<{ stored: string }>(
      `select encode(token_hash, 'base64') || email as stored from team_invitations where id = ?`,
      [id],
    );
    expect(row!.stored).not.toContain(token);
    expect(JSON.stringify((await call(app.api, 'GET', '/admin/team-invitations', undefined, owner)).json())).not.toContain(token);
  });

  it('works once, for two who open it at the same time too', async () => {
    const { email, token } = await invited();
    const statuses = (await Promise.all([accept(token), accept(token)])).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await app.count('users', 'email = ?', [email])).toBe(1);
    expect((await accept(token)).json()).toEqual(INVALID);
    expect((await find(token)).json()).toEqual(INVALID);
  });

  it('expires', async () => {
    const { id, token } = await invited();
    await app.sql(`update team_invitations set expires_at = now() - interval '1 second' where id = ?`, [id]);
    expect([(await find(token)).json(), (await accept(token)).json(), await stateOf(id)]).toEqual([INVALID, INVALID, 'expired']);
  });

  it('is revoked, once', async () => {
    const { id, token } = await invited();
    const revoke = () => call(app.api, 'DELETE', `/admin/team-invitations/${id}`, undefined, owner);
    expect((await revoke()).json()).toMatchObject({ id, state: 'revoked' });
    expect([(await accept(token)).json(), (await revoke()).statusCode]).toEqual([INVALID, 409]);
  });

  it('replaces an earlier one to the same address', async () => {
    const { id, email, token } = await invited();
    expect((await invite(email, 'auditor')).statusCode).toBe(201);
    expect([await stateOf(id), (await find(token)).json()]).toEqual(['revoked', INVALID]);
    expect((await find(await app.tokenIn('team-invitation', email))).json()).toMatchObject({ data: { teamRole: 'auditor' } });
  });

  it('is void when whoever sent it no longer manages the team', async () => {
    const admin = await signedInTeam(app.api, 'admin');
    const { token } = await invited('admin', admin);
    await call(app.api, 'PUT', `/admin/team/${admin.userId}`, { teamRole: 'auditor' }, owner);
    expect([(await find(token)).json(), (await accept(token)).json()]).toEqual([INVALID, INVALID]);
    expect((await invite(freshEmail(), 'admin', admin)).statusCode).toBe(403);
  });

  it('goes to nobody who has an account', async () => {
    const member = await confirmedMember(app.api);
    const response = await invite(member.email.toUpperCase());
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [{ field: 'email', message: expect.stringContaining('already exists') }] }),
    ]);
  });

  it('makes no second account of an address that signed up meanwhile', async () => {
    const { email, token } = await invited();
    await confirmedMember(app.api, 'trade club', { email });
    expect((await accept(token)).statusCode).toBe(409);
    expect(await app.userRow(email)).toMatchObject({ role: 'trade club', team_role: null });
  });

  it('asks for a recent confirmation', async () => {
    const admin = await signedInTeam(app.api, 'admin');
    await longAgo(app.api, admin);
    expect((await invite(freshEmail(), 'support', admin)).json()).toMatchObject({ statusCode: 403, stepUp: true });
  });
});

describe('where a second factor is required', () => {
  let app: AccountsApp;
  beforeAll(async () => {
    app = await AccountsApp.start({ ADMIN_MFA: 'required' });
  });
  afterAll(() => app.stop());

  it('whoever joined sets one up before anything else', async () => {
    const owner = await signedInAdmin(app.api);
    const email = freshEmail('team');
    await app.sql(`update sessions set scope = 'full' where user_id = ?`, [owner.userId]);
    await call(app.api, 'POST', '/admin/team-invitations', { email, teamRole: 'support' }, owner);
    const token = await app.tokenIn('team-invitation', email);
    await call(app.api, 'POST', '/team-invitation/accept', ada, { token: `Bearer ${token}` });
    const signedIn = (await app.signIn(email, NEW_PASSWORD)).json<{ token: string; enrolmentRequired?: boolean }>();
    expect(signedIn).toMatchObject({ enrolmentRequired: true });
    expect((await call(app.api, 'GET', '/admin/users', undefined, signedIn)).json()).toMatchObject({ enrolmentRequired: true });
  });
});
