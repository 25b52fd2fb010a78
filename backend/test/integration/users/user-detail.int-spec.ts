import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MailWire, UserSessionWire } from '../../../src/platform/wire/index.js';
import { call, PASSWORD, signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, anotherAdmin, longAgo, storedUser } from './people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

const list = async <T>(resource: string, filter: object, range = [0, 24], order = 'DESC') => {
  const sort = { sessions: 'createdAt', mails: 'queuedAt' }[resource];
  const query = Object.entries({ filter, range, sort: [sort, order] }).map(
    ([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`,
  );
  const response = await call(api, 'GET', `/admin/${resource}?${query.join('&')}`, undefined, admin);
  return {
    status: response.statusCode,
    rows: response.statusCode === 200 ? response.json<T[]>() : [],
    range: response.headers['content-range'],
    cache: response.headers['cache-control'],
    text: response.body,
  };
};
const sessionsOf = (userId: string, filter: object = {}) => list<UserSessionWire>('sessions', { userId, ...filter });
const end = (id: string, as: SignedIn = admin) => call(api, 'POST', `/admin/sessions/${id}/end`, {}, as);
const endAll = (userId: string, as: SignedIn = admin) => call(api, 'POST', `/admin/users/${userId}/end-sessions`, {}, as);
const profile = (as: SignedIn) => call(api, 'GET', '/getuser', undefined, as);

describe('the sessions of a user', () => {
  it('are listed, the newest first, open and ended, and never with a token', async () => {
    const member = await signedInMember(api);
    const second = await signIn(api, member.email, PASSWORD);
    await call(api, 'GET', '/logout', undefined, member);
    const { rows, range, cache, text } = await sessionsOf(member.userId);
    expect([range, cache]).toEqual(['sessions 0-1/2', 'no-store']);
    expect(rows).toMatchObject([
      { userId: member.userId, open: true, current: false, endedAt: null, endReason: null, may: ['end'] },
      { open: false, endReason: 'signed-out', endedAt: expect.stringMatching(/Z$/), may: [] },
    ]);
    for (const { token } of [member, second]) expect(text).not.toContain(token.slice(-20));
    expect((await sessionsOf(member.userId, { open: true })).rows.map(({ id }) => id)).toEqual([rows[0]!.id]);
    expect((await sessionsOf(member.userId, { open: false })).rows.map(({ id }) => id)).toEqual([rows[1]!.id]);
    expect((await list<UserSessionWire>('sessions', { userId: member.userId }, [1, 1])).range).toBe('sessions 1-1/2');
    expect((await list<UserSessionWire>('sessions', { userId: member.userId }, [0, 24], 'ASC')).rows.map(({ id }) => id)).toEqual([
      rows[1]!.id,
      rows[0]!.id,
    ]);
  });

  it('say that their time was over, where nobody ended them', async () => {
    const member = await signedInMember(api);
    await api.em().execute(`update sessions set idle_ends_at = now() - interval '1 minute' where user_id = ?`, [member.userId]);
    expect((await sessionsOf(member.userId)).rows).toMatchObject([{ open: false, endReason: 'expired', may: [] }]);
  });

  it('are ended by an admin at once, with a record', async () => {
    const member = await signedInMember(api);
    const other = await signIn(api, member.email, PASSWORD);
    const [, first] = (await sessionsOf(member.userId)).rows;
    const response = await end(first!.id);
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { message: 'The session has ended', data: { id: first!.id, open: false, endReason: 'ended-by-admin', may: [] } },
    ]);
    expect([(await profile(member)).statusCode, (await profile(other)).statusCode]).toEqual([401, 200]);
    expect(await actsOn(api, member.userId)).toEqual([{ action: 'user.end-session', actor_id: admin.userId }]);
    const [event] = await api
      .em()
      .execute<{ detail: object }[]>(`select detail from audit_events where action = 'user.end-session' and target_id = ?`, [
        member.userId,
      ]);
    expect(event).toEqual({ detail: { sessionId: first!.id } });
    expect((await end(first!.id)).statusCode).toBe(409);
    expect((await end(NOBODY)).statusCode).toBe(404);
    expect(await actsOn(api, member.userId)).toHaveLength(1);
  });

  it('are ended once where two admins press at the same time', async () => {
    const member = await signedInMember(api);
    const other = await anotherAdmin(api);
    const [session] = (await sessionsOf(member.userId)).rows;
    const statuses = (await Promise.all([end(session!.id), end(session!.id, other)])).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await actsOn(api, member.userId)).toHaveLength(1);
  });

  it('are ended all together, and no token comes back', async () => {
    const member = await signedInMember(api);
    const other = await signIn(api, member.email, PASSWORD);
    expect((await endAll(member.userId)).json()).toMatchObject({ message: 'Every session has ended' });
    expect([(await profile(member)).statusCode, (await profile(other)).statusCode]).toEqual([401, 401]);
    expect((await sessionsOf(member.userId)).rows.map(({ endReason }) => endReason)).toEqual(['ended-by-admin', 'ended-by-admin']);
    expect((await profile(await signIn(api, member.email, PASSWORD))).statusCode).toBe(200);
    expect(await actsOn(api, member.userId)).toEqual([{ action: 'user.end-sessions', actor_id: admin.userId }]);
    expect((await endAll(NOBODY)).statusCode).toBe(404);
  });

  it('of the admin who asks: the others end, the present one goes on', async () => {
    const own = await anotherAdmin(api);
    const elsewhere = await signIn(api, own.email, PASSWORD);
    const response = await call(
      api,
      'GET',
      `/admin/sessions?filter=${encodeURIComponent(JSON.stringify({ userId: own.userId }))}`,
      undefined,
      own,
    );
    const current = response.json<UserSessionWire[]>().find((session) => session.current);
    expect(current).toMatchObject({ open: true, may: [] });
    expect([(await end(current!.id, own)).statusCode, (await profile(own)).statusCode]).toEqual([409, 200]);
    expect((await endAll(own.userId, own)).statusCode).toBe(200);
    expect([(await profile(own)).statusCode, (await profile(elsewhere)).statusCode]).toEqual([200, 401]);
  });

  it('need a sign-in or a confirmation of the last five minutes to be ended', async () => {
    const [member, other] = [await signedInMember(api), await anotherAdmin(api)];
    const [session] = (await sessionsOf(member.userId)).rows;
    await longAgo(api, other);
    for (const response of [await end(session!.id, other), await endAll(member.userId, other)])
      expect([response.statusCode, response.json()]).toMatchObject([403, { stepUp: true }]);
    expect((await profile(member)).statusCode).toBe(200);
  });
});

describe('the letters to a user', () => {
  it('are listed with what became of them, and never with what they say', async () => {
    const member = await signedInMember(api);
    await call(api, 'POST', `/admin/users/${member.userId}/deactivate`, {}, admin);
    await call(api, 'POST', `/admin/users/${member.userId}/activate`, {}, admin);
    const [activated, deactivated, confirmation] = (await list<MailWire>('mails', { userId: member.userId })).rows;
    expect([activated?.kind, deactivated?.kind, confirmation?.kind]).toEqual([
      'account-activated',
      'account-deactivated',
      expect.stringContaining('confirm'),
    ]);
    expect(activated).toEqual({
      id: expect.any(String),
      userId: member.userId,
      kind: 'account-activated',
      subject: null,
      to: null,
      state: 'waiting',
      queuedAt: expect.stringMatching(/Z$/),
      sentAt: null,
      attempts: 0,
      lastAnswer: null,
    });

    const outbox = async (change: string, mail: MailWire) =>
      api.em().execute(`update outbox set ${change} where id = (select outbox_id from mail_deliveries where id = ?)`, [mail.id]);
    await api
      .em()
      .execute(`update mail_deliveries set sent_at = now(), attempts = 1, last_answer = '250 OK' where id = ?`, [activated!.id]);
    await outbox('dead_at = now()', deactivated!);
    await api.em().execute('update mail_deliveries set refused_at = now() where id = ?', [confirmation!.id]);
    const states = async () => (await list<MailWire>('mails', { userId: member.userId })).rows.map(({ state }) => state);
    expect(await states()).toEqual(['sent', 'given-up', 'refused']);
    await outbox('dropped_at = now()', deactivated!);
    expect(await states()).toEqual(['sent', 'dropped', 'refused']);
    const { rows, text } = await list<MailWire>('mails', { userId: member.userId, state: 'sent' });
    expect(rows).toMatchObject([{ id: activated!.id, attempts: 1, lastAnswer: '250 OK', sentAt: expect.stringMatching(/Z$/) }]);
    expect(text).not.toMatch(/payload|token|emailconfirm/);
  });

  it('have the broadcasts among them, each in its state', async () => {
    const user = await storedUser(api);
    const broadcast = async (subject: string, state: string, status: string, minute: number) => {
      const id = randomUUID();
      await api.em().execute(
        `insert into broadcasts (id, subject, message, audience, kind, state, starts_at, created_at) values (?, ?,
            'what nobody else should read here', 'all', 'news', ?, now(), '2026-11-01T00:00Z'::timestamptz + ? * interval '1 minute')`,
        [id, subject, state, minute],
      );
      await api
        .em()
        .execute(
          `insert into broadcast_deliveries (broadcast_id, user_id, position, status, last_answer) values (?, ?, 1, ?, 'an answer')`,
          [id, user.id, status],
        );
    };
    const wanted = [
      ['sent', 'done', 'sent'],
      ['failed_permanent', 'done', 'refused'],
      ['suppressed', 'done', 'suppressed'],
      ['queued', 'cancelled', 'dropped'],
      ['queued', 'sending', 'waiting'],
      ['uncertain', 'paused', 'waiting'],
    ] as const;
    for (const [minute, [status, state]] of wanted.entries()) await broadcast(`News ${minute}`, state, status, minute);
    const { rows, text, range } = await list<MailWire>('mails', { userId: user.id }, [0, 24], 'ASC');
    expect(rows.map(({ subject, state }) => [subject, state])).toEqual(wanted.map(([, , state], minute) => [`News ${minute}`, state]));
    expect(rows[0]).toMatchObject({ kind: 'broadcast', to: null, lastAnswer: 'an answer' });
    expect(range).toBe('mails 0-5/6');
    expect(text).not.toContain('nobody else should read');
  });

  it('are read through the indexes of one user', async () => {
    const user = await storedUser(api);
    await api
      .em()
      .execute(
        `insert into outbox (id, kind, dedupe_key) select gen_random_uuid(), 'mail.send', 'plan:' || n from generate_series(1, 5000) n`,
      );
    await api.em().execute(
      `insert into mail_deliveries (id, outbox_id, letter, address) select gen_random_uuid(), o.id, 'account-activated', o.dedupe_key ||
          '@example.com' from outbox o where o.dedupe_key like 'plan:%'`,
    );
    await api.em().execute('analyze outbox, mail_deliveries, broadcast_deliveries');
    const [plan] = await plansOf(api, /mail_deliveries/, () => list('mails', { userId: user.id }));
    expect(plan).toContain('mail_deliveries_user_id_index');
    expect(plan).not.toMatch(/Seq Scan on (mail_deliveries|outbox)/);
  });
});

describe('these lists', () => {
  it.each(['sessions', 'mails'])('of %s are about one user each, and refuse what they do not know', async (resource) => {
    for (const filter of [{}, { userId: 'x' }, { userId: NOBODY, token: 'x' }, { userId: NOBODY, q: 'x' }])
      expect([filter, (await list(resource, filter)).status]).toEqual([filter, 400]);
    expect((await list(resource, { userId: NOBODY }, [0, 1000])).status).toBe(400);
    expect(await list(resource, { userId: NOBODY })).toMatchObject({ status: 200, rows: [], range: `${resource} */0` });
    const member = await signedInMember(api);
    expect(
      (
        await call(
          api,
          'GET',
          `/admin/${resource}?filter=${encodeURIComponent(JSON.stringify({ userId: member.userId }))}`,
          undefined,
          member,
        )
      ).statusCode,
    ).toBe(403);
  });
});
