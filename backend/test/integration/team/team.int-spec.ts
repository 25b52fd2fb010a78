import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TeamService } from '../../../src/club/team/team.service.js';
import { DomainError, type TeamRole } from '../../../src/platform/domain/index.js';
import { call, signedInAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { longAgo } from '../users/people.js';

let api: TestApi;
let owner: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  owner = await signedInAdmin(api);
});
afterAll(() => api.close());

interface Person {
  id: string;
  email: string;
  teamRole: TeamRole;
  isSelf: boolean;
}

const team = async (by: SignedIn, query = '') =>
  (await call(api, 'GET', `/admin/team?range=[0,99]${query}`, undefined, by)).json<Person[]>();
const changeRole = (by: SignedIn, { userId }: SignedIn, teamRole: TeamRole) => call(api, 'PUT', `/admin/team/${userId}`, { teamRole }, by);
const remove = (by: SignedIn, { userId }: SignedIn) => call(api, 'DELETE', `/admin/team/${userId}`, undefined, by);
const roleOf = async ({ userId }: SignedIn) => (await team(owner)).find(({ id }) => id === userId)?.teamRole;
const audited = ({ userId }: SignedIn) =>
  api
    .em()
    .execute<{ action: string; actor_id: string; detail: object }[]>(
      `select action, actor_id, detail from audit_events where target_id = ? and action like 'team.%' order by at, id`,
      [userId],
    );

describe('the list of the team', () => {
  it('has its people with their roles, and no member', async () => {
    const [support, member] = [await signedInTeam(api, 'support'), await signedInMember(api)];
    const people = await team(owner);
    expect(people.find(({ id }) => id === support.userId)).toMatchObject({ teamRole: 'support', isSelf: false, hasSecondFactor: false });
    expect(people.find(({ id }) => id === owner.userId)).toMatchObject({ teamRole: 'owner', isSelf: true });
    expect(people.map(({ id }) => id)).not.toContain(member.userId);
    const found = await team(owner, `&filter=${encodeURIComponent('{"teamRole":"support"}')}`);
    expect(new Set(found.map(({ teamRole }) => teamRole))).toEqual(new Set(['support']));
  });
});

describe('a role', () => {
  it('changes for the next request, and is recorded', async () => {
    const person = await signedInTeam(api, 'reviewer');
    const reads = async (path: string) => (await call(api, 'GET', path, undefined, person)).statusCode;
    expect([await reads('/admin/kyc-reviews'), await reads('/admin/audit-events')]).toEqual([200, 403]);
    const response = await changeRole(owner, person, 'auditor');
    expect([response.statusCode, response.json()]).toEqual([200, expect.objectContaining({ id: person.userId, teamRole: 'auditor' })]);
    expect([await reads('/admin/kyc-reviews'), await reads('/admin/audit-events')]).toEqual([403, 200]);
    expect(await audited(person)).toEqual([
      { action: 'team.change-role', actor_id: owner.userId, detail: { from: 'reviewer', to: 'auditor' } },
    ]);
  });

  it('is not changed by its holder', async () => {
    const response = await changeRole(owner, owner, 'auditor');
    expect([response.statusCode, await roleOf(owner)]).toEqual([409, 'owner']);
  });

  it('asks for a recent confirmation', async () => {
    const [admin, person] = [await signedInTeam(api, 'admin'), await signedInTeam(api, 'support')];
    await longAgo(api, admin);
    for (const response of [await changeRole(admin, person, 'admin'), await remove(admin, person)])
      expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    expect(await roleOf(person)).toBe('support');
  });

  it('is given to nobody who is a member', async () => {
    const member = await signedInMember(api);
    expect((await changeRole(owner, member, 'admin')).statusCode).toBe(404);
  });

  it('of two admins who demote each other at once: one keeps it', async () => {
    const service = api.app.get(TeamService, { strict: false });
    const outcome = (act: Promise<unknown>) =>
      act.then(
        () => 'done',
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      );
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await signedInTeam(api, 'admin'), await signedInTeam(api, 'admin')];
      const outcomes = await Promise.all([
        outcome(service.changeRole(a.userId, b.userId, 'auditor')),
        outcome(service.changeRole(b.userId, a.userId, 'auditor')),
      ]);
      expect(outcomes.sort()).toEqual(['access.denied', 'done']);
      expect([await roleOf(a), await roleOf(b)].sort()).toEqual(['admin', 'auditor']);
    }
  });

  it('of two admins who demote and remove each other at once: one stays an admin', async () => {
    const service = api.app.get(TeamService, { strict: false });
    const settled = (act: Promise<unknown>) =>
      act.then(
        () => true,
        () => false,
      );
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await signedInTeam(api, 'admin'), await signedInTeam(api, 'admin')];
      const done = await Promise.all([
        settled(service.changeRole(a.userId, b.userId, 'auditor')),
        settled(service.remove(b.userId, a.userId)),
      ]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect([await roleOf(a), await roleOf(b)].filter((role) => role === 'admin')).toHaveLength(1);
    }
  });
});

describe('a removal', () => {
  it('ends the sessions of the person at once, and is recorded', async () => {
    const person = await signedInTeam(api, 'support');
    const reads = async () => (await call(api, 'GET', '/admin/users', undefined, person)).statusCode;
    expect(await reads()).toBe(200);
    const response = await remove(owner, person);
    expect([response.statusCode, response.json()]).toEqual([200, expect.objectContaining({ id: person.userId })]);
    expect([await reads(), await roleOf(person)]).toEqual([401, undefined]);
    expect(await audited(person)).toEqual([{ action: 'team.remove', actor_id: owner.userId, detail: { role: 'support' } }]);
  });

  it('is not of oneself', async () => {
    expect((await remove(owner, owner)).statusCode).toBe(409);
    expect(await roleOf(owner)).toBe('owner');
  });
});

describe('somebody who may block members', () => {
  it('blocks nobody of the team, nor ends their sessions', async () => {
    const [support, admin, member] = [await signedInTeam(api, 'support'), await signedInTeam(api, 'admin'), await signedInMember(api)];
    const statusOf = async (method: 'POST' | 'DELETE', path: string) => (await call(api, method, path, undefined, support)).statusCode;
    expect(await statusOf('POST', `/admin/users/${admin.userId}/deactivate`)).toBe(403);
    expect(await statusOf('DELETE', `/deleteuser/${admin.userId}`)).toBe(403);
    expect(await statusOf('POST', `/admin/users/${admin.userId}/end-sessions`)).toBe(403);
    expect((await call(api, 'GET', '/admin/team', undefined, admin)).statusCode).toBe(200);
    expect(await statusOf('POST', `/admin/users/${member.userId}/deactivate`)).toBe(200);
  });
});
