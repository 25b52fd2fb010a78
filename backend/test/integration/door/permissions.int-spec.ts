import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPermission, permissions, permissionsOf, teamRoles, type Permission, type TeamRole } from '../../../src/platform/domain/index.js';
import { addressOf, routesOf, type AppRoute } from '../../support/app-routes.js';
import { call, signedInAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

const api: TestApi = await createTestApi();
const routes = routesOf(api);
const guarded = routes.filter((route): route is AppRoute & { access: Permission } => isPermission(route.access));
const nameOf = ({ method, path }: AppRoute) => `${method} ${path.replace('/api/v1', '')}`;

/** The specification's own routes for admins: they are not under /admin. */
const SPECIFIED = [
  'DELETE /deleteuser/:userId',
  'GET /admindashboard',
  'GET /approvekyc/:userId',
  'GET /approvepayment/:userId',
  'GET /deposit_history/:userId',
  'GET /getalluser',
  'GET /getlistkyc',
  'GET /getpendingkyc',
  'GET /getpendingpayment',
  'GET /getrejecteduser',
  'GET /open_position/:userId',
  'GET /open_trade/:userId',
  'GET /rejectkyc/:userId',
  'GET /rejectpayment/:userId',
  'GET /restoreuser/:userId',
  'GET /spot_trade/:userId',
  'GET /trade_history/:userId',
  'GET /userstatus/:userId',
  'GET /wallet/:userId',
  'GET /withdraw_history/:userId',
  'POST /createsignal',
  'POST /senduseremail',
];

describe('permissions of the team', () => {
  let team: Record<TeamRole, SignedIn>;
  let member: SignedIn;
  let first: SignedIn;
  beforeAll(async () => {
    first = await signedInAdmin(api);
    const people: [TeamRole, SignedIn][] = [];
    for (const role of teamRoles) people.push([role, await signedInTeam(api, role)]);
    team = Object.fromEntries(people) as Record<TeamRole, SignedIn>;
    member = await signedInMember(api);
  });
  afterAll(() => api.close());

  /** `refused`: by the permission. A request that is only asked for a confirmation, or is wrong in itself, was let in. */
  const ask = async ({ method, path }: AppRoute, { token }: SignedIn): Promise<'allowed' | 'refused' | number> => {
    const response = await call(api, method, addressOf(path).replace('/api/v1', ''), undefined, { token });
    if (response.statusCode === 401 || response.statusCode >= 500) return response.statusCode;
    return response.statusCode === 403 && !('stepUp' in response.json<object>()) ? 'refused' : 'allowed';
  };

  it('are named by every route of the console and by the routes that the specification keeps for admins', () => {
    expect(routes.filter(({ path, access }) => path.includes('/admin/') && !isPermission(access)).map(nameOf)).toEqual([]);
    const others = guarded.filter(({ path }) => !path.includes('/admin/')).map(nameOf);
    expect(others.sort()).toEqual(SPECIFIED);
  });

  it('are all in use', () => {
    const named = new Set(guarded.map(({ access }) => access));
    expect(permissions.filter((permission) => !named.has(permission))).toEqual([]);
  });

  const cases = guarded.flatMap((route) => teamRoles.map((role) => [nameOf(route), role, route] as const));
  it.each(cases)('%s by %s', async (_, role, route) => {
    expect(await ask(route, team[role])).toBe(permissionsOf[role].includes(route.access) ? 'allowed' : 'refused');
  });

  it.each(guarded.map((route) => [nameOf(route), route] as const))('%s is refused to members', async (_, route) => {
    expect(await ask(route, member)).toBe('refused');
  });

  it('are what a session is told about itself', async () => {
    const told = async ({ token }: SignedIn) => (await call(api, 'GET', '/me/access', undefined, { token })).json<{ data: object }>().data;
    for (const role of teamRoles) expect(await told(team[role])).toEqual({ teamRole: role, permissions: permissionsOf[role] });
    expect(await told(member)).toEqual({ teamRole: null, permissions: [] });
    expect(await told(first)).toMatchObject({ teamRole: 'owner' });
  });

  it('of an admin whose row has no team role, as an earlier release wrote it, are all there are', async () => {
    const earlier = await signedInTeam(api, 'auditor');
    await api.em().execute('update users set team_role = null where id = ?', [earlier.userId]);
    for (const route of guarded.filter(({ access }) => access === 'team.manage' || access === 'kyc.read'))
      expect([nameOf(route), await ask(route, earlier)]).toEqual([nameOf(route), 'allowed']);
  });

  it('change with the role at the next request', async () => {
    const person = await signedInTeam(api, 'auditor');
    const audit = guarded.find((route) => nameOf(route) === 'GET /admin/audit-events')!;
    expect(await ask(audit, person)).toBe('allowed');
    await api.em().execute(`update users set team_role = 'support' where id = ?`, [person.userId]);
    expect(await ask(audit, person)).toBe('refused');
  });
});
