import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permits, teamRoles, type TeamRole } from '../../../src/platform/domain/index.js';
import type { MemberNoteWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, longAgo, storedUser } from './people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
let team: Record<TeamRole, SignedIn>;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  const people: [TeamRole, SignedIn][] = [];
  for (const role of teamRoles) people.push([role, await signedInTeam(api, role)]);
  team = Object.fromEntries(people) as Record<TeamRole, SignedIn>;
});
afterAll(() => api.close());

const add = (userId: string, text: unknown, as: SignedIn = admin) => call(api, 'POST', '/admin/notes', { userId, text }, as);
const remove = (id: string, as: SignedIn = admin) => call(api, 'DELETE', `/admin/notes/${id}`, undefined, as);
const list = async (userId: string, as: SignedIn = admin, range = '[0,24]') => {
  const response = await call(
    api,
    'GET',
    `/admin/notes?filter=${encodeURIComponent(JSON.stringify({ userId }))}&range=${range}`,
    undefined,
    as,
  );
  return { status: response.statusCode, range: response.headers['content-range'], rows: response.json<MemberNoteWire[]>() };
};
const noted = async (userId: string, text: string, as?: SignedIn) => (await add(userId, text, as)).json<MemberNoteWire>();

describe('notes on the page of a user', () => {
  it('are written as plain text, listed the newest first, and recorded without their text', async () => {
    const { id: userId } = await storedUser(api);
    const first = await add(userId, '  Called about fees.\nWants <b>an invoice</b>  ');
    expect([first.statusCode, first.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        userId,
        author: expect.any(String),
        text: 'Called about fees.\nWants <b>an invoice</b>',
        createdAt: expect.stringMatching(/Z$/),
        may: ['delete'],
      },
    ]);
    const second = await noted(userId, 'x'.repeat(2000));
    expect(await list(userId)).toEqual({ status: 200, range: 'notes 0-1/2', rows: [second, first.json()] });
    expect((await list(userId, admin, '[1,1]')).rows).toEqual([first.json()]);
    const details = await api
      .em()
      .execute<{ detail: object }[]>(`select detail from audit_events where action = 'user.add-note' and target_id = ? order by at, id`, [
        userId,
      ]);
    expect(details).toEqual([first.json<MemberNoteWire>(), second].map(({ id }) => ({ detail: { noteId: id } })));
  });

  it('have 1 to 2,000 characters, counted as people do, and a user who is there', async () => {
    const { id: userId } = await storedUser(api);
    for (const text of ['', ' \n ', 'x'.repeat(2001), null, 1, {}])
      expect([text, (await add(userId, text)).statusCode]).toEqual([text, 400]);
    expect((await add(userId, '😀'.repeat(2000))).statusCode).toBe(201);
    expect((await add(NOBODY, 'A note')).statusCode).toBe(404);
    expect((await list(userId)).rows).toHaveLength(1);
  });

  it.each(teamRoles)('are read and written by %s where the role may read users', async (role) => {
    const { id: userId } = await storedUser(api);
    const expected = permits(role, 'users.read') ? [201, 200] : [403, 403];
    expect([(await add(userId, 'A note', team[role])).statusCode, (await list(userId, team[role])).status]).toEqual(expected);
  });

  it('are deleted by their author, an owner and an admin, and by nobody else', async () => {
    const { id: userId } = await storedUser(api);
    const readers = teamRoles.filter((role) => permits(role, 'users.read'));
    for (const role of readers) {
      const { id } = await noted(userId, 'By support', team.support);
      const isAllowed = ['owner', 'admin', 'support'].includes(role);
      expect([role, (await list(userId, team[role])).rows[0]!.may]).toEqual([role, isAllowed ? ['delete'] : []]);
      expect([role, (await remove(id, team[role])).statusCode]).toEqual([role, isAllowed ? 200 : 403]);
      expect([role, (await list(userId)).rows.some((note) => note.id === id)]).toEqual([role, !isAllowed]);
    }
    const own = await noted(userId, 'By the auditor', team.auditor);
    expect([(await remove(own.id, team.auditor)).json(), (await remove(own.id, team.auditor)).statusCode]).toEqual([own, 404]);
    expect(await actsOn(api, userId)).toContainEqual({ action: 'user.delete-note', actor_id: team.auditor.userId });
    const [event] = await api
      .em()
      .execute<{ detail: object }[]>(`select detail from audit_events where action = 'user.delete-note' and actor_id = ?`, [
        team.auditor.userId,
      ]);
    expect(event).toEqual({ detail: { noteId: own.id, authorId: team.auditor.userId } });
  });

  it('are deleted with a recent confirmation', async () => {
    const person = await signedInTeam(api, 'support');
    const { id } = await noted((await storedUser(api)).id, 'A note', person);
    await longAgo(api, person);
    const response = await remove(id, person);
    expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
  });

  it('are not shown to members, and not written about who was erased', async () => {
    const member = await signedInMember(api);
    expect([(await add(member.userId, 'A note', member)).statusCode, (await list(member.userId, member)).status]).toEqual([403, 403]);
    await api.em().execute(`update users set email = 'erased-' || id || '@erased.invalid' where id = ?`, [member.userId]);
    expect((await add(member.userId, 'A note')).statusCode).toBe(404);
  });

  it('are read by an index', async () => {
    const { id: userId } = await storedUser(api);
    await noted(userId, 'A note');
    await api.em().execute(
      `insert into member_notes (id, user_id, text) select gen_random_uuid(), u.id, 'A note' from users u, generate_series(1, 300)
       where u.id <> ?`,
      [userId],
    );
    await api.em().execute('analyze member_notes');
    for (const plan of await plansOf(api, /from "member_notes"/, () => list(userId))) expect(plan).toContain('member_notes_user_index');
  });
});
