import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { person, type Person } from '../mail/mail-world.js';
import { send } from './broadcast-world.js';

const NONE = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let traders: Person[];
let funders: Person[];

beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  traders = [{ id: member.userId, email: member.email }, await person(api.em()), await person(api.em())];
  funders = [await person(api.em(), { role: 'hedge fund' }), await person(api.em(), { role: 'hedge fund' })];
  await person(api.em(), { role: 'admin' });
  await person(api.em(), { status: 'deactivated' });
  await person(api.em(), { rejectedAt: new Date() });
  await person(api.em(), { emailConfirmedAt: null });
});
afterAll(() => api.close());
beforeEach(() => api.em().execute('delete from rate_limits'));

const ledger = async (id: string) =>
  (
    await api
      .em()
      .execute<{ user_id: string; status: string }[]>(
        'select user_id, status from broadcast_deliveries where broadcast_id = ? order by position',
        [id],
      )
  ).map(({ user_id, status }) => `${user_id} ${status}`);
const queued = (people: Person[]) => people.map(({ id }) => `${id} queued`).sort();
const created = async (body: object) => {
  const response = await send(api, admin, body);
  expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([202, expect.any(String)]);
  return response.json<{ data: { queued: number; broadcastId: string } }>().data;
};
const rest = (method: 'GET' | 'POST', path: string, body?: object, as: SignedIn = admin) =>
  call(api, method, `/admin/broadcasts${path}`, body, { token: as.token });

describe('POST /senduseremail', () => {
  it.each([
    ['all', () => [...traders, ...funders]],
    ['trade club', () => traders],
    ['hedge fund', () => funders],
  ])('freezes who gets a mail to %s: members with a confirmed, active account', async (user, whom) => {
    const { queued: n, broadcastId } = await created({ user });
    expect(n).toBe(whom().length);
    expect((await ledger(broadcastId)).sort()).toEqual(queued(whom()));
    await api.em().execute(`update users set email_confirmed_at = null where id = ?`, [whom()[0]!.id]);
    expect(await ledger(broadcastId)).toHaveLength(n); // frozen
    await api.em().execute(`update users set email_confirmed_at = now() where id = ?`, [whom()[0]!.id]);
    expect((await rest('GET', `/${broadcastId}`)).json()).toMatchObject({
      kind: 'news',
      state: 'scheduled',
      audience: user,
      recipients: n,
    });
  });

  it('writes to one person as a service, news turned off or not', async () => {
    const [, reader] = traders as [Person, Person];
    await api.em().execute('insert into mail_preferences (user_id, news) values (?, false)', [reader.id]);
    const { queued: n, broadcastId } = await created({ user: reader.id.toUpperCase(), surplus: 'ignored' });
    expect(n).toBe(1);
    expect(await ledger(broadcastId)).toEqual([`${reader.id} queued`]);
    expect((await rest('GET', `/${broadcastId}`)).json()).toMatchObject({ kind: 'service', audience: 'user', audienceUserId: reader.id });
    const news = await created({ user: 'trade club' });
    expect(await ledger(news.broadcastId)).toContain(`${reader.id} suppressed`);
    expect(news.queued).toBe(2);
    await api.em().execute('delete from mail_preferences');
  });

  it('puts nothing into the outbox, whatever the number of recipients', async () => {
    const before = await api.em().execute<{ n: string }[]>('select count(*) as n from outbox');
    await created({ user: 'all' });
    expect(await api.em().execute('select count(*) as n from outbox')).toEqual(before);
  });

  it('gives the admin time to cancel', async () => {
    const { broadcastId } = await created({ user: 'all' });
    const [row] = await api
      .em()
      .execute<{ seconds: number }[]>('select extract(epoch from starts_at - created_at)::float as seconds from broadcasts where id = ?', [
        broadcastId,
      ]);
    expect(row?.seconds).toBe(3);
  });

  it('is audited without a word of what was written', async () => {
    const { broadcastId } = await created({ user: 'hedge fund', subject: 'Something private', message: 'Quite private' });
    const [event] = await api
      .em()
      .execute<{ actor_id: string; detail: object }[]>(
        `select actor_id, detail from audit_events where action = 'broadcast.create' and target_id = ?`,
        [broadcastId],
      );
    expect(event).toEqual({ actor_id: admin.userId, detail: { audience: 'hedge fund', kind: 'news', queued: 2 } });
  });

  it('is one broadcast for one Idempotency-Key', async () => {
    const twice = await Promise.all([1, 2].map(() => send(api, admin, { user: 'all' }, { 'idempotency-key': 'broadcast-1' })));
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
    expect(twice[0]?.body).toBe(twice[1]?.body);
    expect((await send(api, admin, { user: 'trade club' }, { 'idempotency-key': 'broadcast-1' })).statusCode).toBe(422);
  });

  it.each([
    ['a subject with a line break', { subject: 'Hello\r\nBcc: everybody@example.com' }, ['subject']],
    ['a subject with a control character', { subject: 'Hello\u0007' }, ['subject']],
    ['a subject that turns its direction', { subject: 'Pay \u202Egpj' }, ['subject']],
    ['an endless subject', { subject: 'x'.repeat(201) }, ['subject']],
    ['no subject', { subject: ' ' }, ['subject']],
    ['no message', { message: '\n' }, ['message']],
    ['an endless message', { message: 'x'.repeat(10_001) }, ['message']],
    ['a message with a control character', { message: 'a\u0008b' }, ['message']],
    ['a message with a NUL', { message: 'a\u0000b' }, ['message']],
    ['an object for a message', { message: { $ne: '' } }, ['message']],
    ['a list of users', { user: [NONE] }, ['user']],
    ['an address for a user', { user: 'ann@example.com' }, ['user']],
    ['nothing at all', { user: undefined, subject: undefined, message: undefined }, ['user', 'subject', 'message']],
  ])('refuses %s and writes nothing', async (_, change, fields) => {
    const before = await api.em().execute('select count(*) from broadcasts');
    const response = await send(api, admin, { user: 'all', ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(fields);
    expect(await api.em().execute('select count(*) from broadcasts')).toEqual(before);
  });

  it('knows no such user', async () => {
    expect((await send(api, admin, { user: NONE })).statusCode).toBe(404);
  });

  it.each([
    ['deactivated', { status: 'deactivated' as const }],
    ['in the rejected list', { rejectedAt: new Date() }],
    ['unconfirmed', { emailConfirmedAt: null }],
  ])('has nobody to write to where the user is %s, and keeps nothing of it', async (_, change) => {
    const { id } = await person(api.em(), change);
    const response = await send(api, admin, { user: id });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      'This user has no confirmed, active account to write to',
    ]);
    expect(await api.em().execute('select 1 from broadcasts where audience_user_id = ?', [id])).toEqual([]);
  });

  it('has nobody to write to where everybody turned news off', async () => {
    for (const { id } of funders) await api.em().execute('insert into mail_preferences (user_id, news) values (?, false)', [id]);
    const response = await send(api, admin, { user: 'hedge fund' });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringContaining('Nobody of them gets news'),
    ]);
    await api.em().execute('delete from mail_preferences');
  });

  it('is for admins alone', async () => {
    expect((await call(api, 'POST', '/senduseremail', { user: 'all', subject: 'a', message: 'b' })).statusCode).toBe(401);
    expect((await send(api, member, { user: 'all' })).statusCode).toBe(403);
  });

  it.each(['/senduseremail', '/admin/broadcasts'])('asks for a fresh confirmation on %s when the sign-in is old', async (path) => {
    const body = { ...(path === '/senduseremail' ? { user: 'all' } : { audience: 'all' }), subject: 'a', message: 'b' };
    await api.em().execute(`update sessions set created_at = now() - interval '6 minutes' where user_id = ?`, [admin.userId]);
    const response = await call(api, 'POST', path, body, { token: admin.token });
    expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    await api.em().execute(`update sessions set confirmed_at = now() where user_id = ?`, [admin.userId]);
    expect((await call(api, 'POST', path, body, { token: admin.token })).statusCode).toBeLessThan(300);
    await api.em().execute(`update sessions set created_at = now(), confirmed_at = null where user_id = ?`, [admin.userId]);
  });

  it('stops an admin after 60 an hour', async () => {
    for (let i = 0; i < 60; i++) await send(api, admin, { user: 'nobody' });
    // Requests refused for their fields do not count.
    for (let n = 0; n < 60; n++) expect([n, (await send(api, admin, { user: 'all' })).statusCode]).toEqual([n, 202]);
    const response = await send(api, admin, { user: 'all' });
    expect([response.statusCode, Number(response.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await rest('POST', '', { audience: 'all', subject: 'a', message: 'b' })).statusCode).toBe(429);
    expect((await rest('POST', '/test', { subject: 'a', message: 'b' })).statusCode).toBe(429);
  });
});

describe('the console', () => {
  it('creates a broadcast and answers its record', async () => {
    const response = await rest('POST', '', { audience: 'trade club', subject: 'Hello', message: 'One\r\nTwo', kind: 'service' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(String),
      subject: 'Hello',
      message: 'One\nTwo',
      audience: 'trade club',
      audienceUserId: null,
      kind: 'service',
      state: 'scheduled',
      counts: { queued: 3, sending: 0, sent: 0, uncertain: 0, failed_retryable: 0, failed_permanent: 0, suppressed: 0 },
      recipients: 3,
      createdBy: admin.userId,
      author: expect.any(String),
      may: ['pause', 'cancel'],
      createdAt: expect.any(String),
      startsAt: expect.any(String),
      finishedAt: null,
      problem: null,
    });
  });

  it.each([
    ['an unknown field', { audience: 'all', subject: 'a', message: 'b', state: 'done' }, ['state']],
    ['an unknown kind', { audience: 'all', subject: 'a', message: 'b', kind: 'spam' }, ['kind']],
    ['the field of the other route', { user: 'all', subject: 'a', message: 'b' }, ['audience', 'user']],
    ['nothing', {}, ['audience', 'message', 'subject']],
  ])('refuses %s', async (_, body, fields) => {
    const response = await rest('POST', '', body);
    expect(response.statusCode).toBe(400);
    expect(
      response
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .sort(),
    ).toEqual(fields);
  });

  it('lists, sorts, filters and searches broadcasts with true totals', async () => {
    await api.em().execute('delete from broadcasts');
    for (const subject of ['First tide', 'Second tide', 'Third']) await created({ user: 'trade club', subject });
    const page = async (query: string) => {
      const response = await rest('GET', `?${query}`);
      return {
        status: response.statusCode,
        range: response.headers['content-range'],
        subjects: response.json<{ subject: string }[]>().map?.(({ subject }) => subject),
      };
    };
    expect(await page('')).toEqual({ status: 200, range: 'broadcasts 0-2/3', subjects: ['Third', 'Second tide', 'First tide'] });
    expect(await page('sort=["createdAt","ASC"]&range=[1,1]')).toEqual({
      status: 200,
      range: 'broadcasts 1-1/3',
      subjects: ['Second tide'],
    });
    expect((await page('filter={"q":"TIDE"}')).subjects).toEqual(['Second tide', 'First tide']);
    expect((await page('filter={"q":"%25"}')).subjects).toEqual([]);
    expect((await page('sort=["state","ASC"]&filter={"state":"scheduled"}')).range).toBe('broadcasts 0-2/3');
    expect((await page('filter={"state":"done"}')).range).toBe('broadcasts */0');
    for (const wrong of [
      'sort=["subject","ASC"]',
      'sort=["createdAt","up"]',
      'filter={"state":"gone"}',
      'filter={"message":"x"}',
      'range=[0,5000]',
    ])
      expect((await page(wrong)).status).toBe(400);
  });

  it('shows whom a broadcast goes to, page by page, without their addresses', async () => {
    const { broadcastId } = await created({ user: 'trade club' });
    await api.em().execute(
      `update broadcast_deliveries set status = 'sent', sent_at = now(), attempts = 1, last_answer = '250 ok'
          where broadcast_id = ? and position = 1`,
      [broadcastId],
    );
    const response = await rest('GET', `/${broadcastId}/recipients?sort=["position","ASC"]&range=[0,1]`);
    expect([response.statusCode, response.headers['content-range']]).toEqual([200, 'recipients 0-1/3']);
    expect(response.json()).toEqual([
      {
        id: expect.any(String),
        userId: expect.any(String),
        fullName: 'Ann Walker',
        status: 'sent',
        attempts: 1,
        sentAt: expect.any(String),
        lastAnswer: '250 ok',
      },
      {
        id: expect.any(String),
        userId: expect.any(String),
        fullName: 'Ann Walker',
        status: 'queued',
        attempts: 0,
        sentAt: null,
        lastAnswer: null,
      },
    ]);
    expect((await rest('GET', `/${broadcastId}/recipients?filter={"status":"sent"}`)).headers['content-range']).toBe('recipients 0-0/1');
    expect((await rest('GET', `/${broadcastId}/recipients?filter={"email":"x"}`)).statusCode).toBe(400);
    expect((await rest('GET', `/${NONE}/recipients`)).statusCode).toBe(404);
    expect((await rest('GET', `/${broadcastId}`)).json()).toMatchObject({ counts: { sent: 1, queued: 2 } });
  });

  it('says what may be done with a broadcast, as it takes it', async () => {
    const { broadcastId: id } = await created({ user: 'trade club' });
    const open: Record<string, string[]> = {
      scheduled: ['pause', 'cancel'],
      sending: ['pause', 'cancel'],
      paused: ['resume', 'cancel'],
      done: [],
      cancelled: [],
    };
    for (const [state, may] of Object.entries(open)) {
      for (const move of ['pause', 'resume', 'cancel']) {
        await api.em().execute('update broadcasts set state = ?, final_counts = null where id = ?', [state, id]);
        expect((await rest('GET', `/${id}`)).json()).toMatchObject({ state, may });
        expect([state, move, (await rest('POST', `/${id}/${move}`)).statusCode]).toEqual([state, move, may.includes(move) ? 200 : 409]);
      }
    }
  });

  it('names whoever wrote a broadcast, until their account is gone', async () => {
    const { broadcastId: id } = await created({ user: 'trade club' });
    await api.em().execute(`update users set surname = 'Okafor', other_name = 'Amara' where id = ?`, [admin.userId]);
    expect((await rest('GET', `/${id}`)).json()).toMatchObject({ createdBy: admin.userId, author: 'Amara Okafor' });
    await api.em().execute('update broadcasts set created_by = null where id = ?', [id]);
    expect((await rest('GET', '?range=[0,0]')).json()).toMatchObject([{ id, createdBy: null, author: null }]);
  });

  it('pauses, resumes and cancels, each from where it is open', async () => {
    const { broadcastId: id } = await created({ user: 'trade club' });
    const move = async (name: string) => {
      const response = await rest('POST', `/${id}/${name}`);
      return [
        response.statusCode,
        response.json<{ data?: { state: string }; message: string }>().data?.state ?? response.json<{ message: string }>().message,
      ];
    };
    const become = (state: string, starts = 'now()') =>
      api.em().execute(`update broadcasts set state = ?, starts_at = ${starts} where id = ?`, [state, id]);
    await become('scheduled', `now() + interval '1 hour'`);
    expect(await move('resume')).toEqual([409, 'This broadcast is waiting for its start and cannot be resumed']);
    expect(await move('pause')).toEqual([200, 'paused']);
    expect(await move('pause')).toEqual([409, 'This broadcast is paused and cannot be paused']);
    expect(await move('resume')).toEqual([200, 'scheduled']);
    await become('sending');
    expect(await move('pause')).toEqual([200, 'paused']);
    expect(await move('resume')).toEqual([200, 'sending']);
    expect(await move('cancel')).toEqual([200, 'cancelled']);
    for (const name of ['pause', 'resume', 'cancel']) expect((await move(name))[0]).toBe(409);
    await become('done');
    for (const name of ['pause', 'resume', 'cancel']) expect((await move(name))[0]).toBe(409);
    expect((await rest('POST', `/${NONE}/pause`)).statusCode).toBe(404);
    const events = await api
      .em()
      .execute<{ action: string }[]>('select action from audit_events where target_id = ? order by at, id', [id]);
    expect(events.map(({ action }) => action)).toEqual([
      'broadcast.create',
      'broadcast.pause',
      'broadcast.resume',
      'broadcast.pause',
      'broadcast.resume',
      'broadcast.cancel',
    ]);
  });

  it('lets one of two decide who cancel at once', async () => {
    const { broadcastId } = await created({ user: 'trade club' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => rest('POST', `/${broadcastId}/cancel`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  describe('tells how many a broadcast would reach', () => {
    const reach = async (query = '') => {
      const response = await rest('GET', `/audiences${query}`);
      return response.statusCode === 200 ? response.json<{ data: { audience: string; mails: object }[] }>().data : response.statusCode;
    };
    const reaches = async () =>
      Object.fromEntries(((await reach()) as { audience: string; mails: object }[]).map(({ audience, mails }) => [audience, mails]));

    it('which is what it then reaches, for each audience and kind', async () => {
      const [, noNews, bounced, waits] = [traders[0]!, traders[1]!, traders[2]!, funders[0]!];
      await api.em().execute('insert into mail_preferences (user_id, news) values (?, false)', [noNews.id]);
      await api
        .em()
        .execute(
          `insert into mail_bounces (id, user_id, address, kind, answer) values (gen_random_uuid(), ?, ?, 'hard', '550 no such user')`,
          [bounced.id, bounced.email],
        );
      await api.em().execute(
        `insert into erasure_requests (id, user_id, state, answer_due_at)
            values (gen_random_uuid(), ?, 'restricted', now() + interval '30 days')`,
        [waits.id],
      );
      expect(await reaches()).toEqual({
        all: { news: 2, service: 4 },
        'trade club': { news: 1, service: 3 },
        'hedge fund': { news: 1, service: 1 },
      });
      for (const audience of ['all', 'trade club', 'hedge fund']) {
        for (const kind of ['news', 'service'] as const) {
          const made = (await rest('POST', '', { audience, kind, subject: 'a', message: 'b' })).json<{ counts: { queued: number } }>();
          expect([audience, kind, ((await reaches()) as Record<string, Record<string, number>>)[audience]![kind]]).toEqual([
            audience,
            kind,
            made.counts.queued,
          ]);
        }
      }
      for (const table of ['mail_preferences', 'mail_bounces', 'erasure_requests']) await api.em().execute(`delete from ${table}`);
    });

    it('and what it usually is', async () => {
      expect(await reach()).toEqual(
        ['all', 'trade club', 'hedge fund'].map((audience) => ({ audience, fullName: null, usualKind: 'news', mails: expect.any(Object) })),
      );
    });

    it('of one user too, whom it names', async () => {
      const closed = await person(api.em(), { status: 'deactivated' });
      expect(((await reach(`?user=${traders[1]!.id.toUpperCase()}`)) as object[])[3]).toEqual({
        audience: traders[1]!.id,
        fullName: 'Ann Walker',
        usualKind: 'service',
        mails: { news: 1, service: 1 },
      });
      expect(((await reach(`?user=${closed.id}`)) as object[])[3]).toMatchObject({
        fullName: 'Ann Walker',
        mails: { news: 0, service: 0 },
      });
      expect([await reach(`?user=${NONE}`), await reach('?user=x')]).toEqual([404, 400]);
    });

    it('to admins alone', async () => {
      expect((await rest('GET', '/audiences', undefined, member)).statusCode).toBe(403);
    });
  });

  it('previews a mail without sending it', async () => {
    const response = await rest('POST', '/preview', { subject: 'Hello & <b>', message: '<img src=x>\nBye' });
    expect(response.statusCode).toBe(200);
    const { data } = response.json<{ data: { subject: string; html: string; text: string } }>();
    expect(data.subject).toBe('Hello & <b>');
    expect(data.html).toContain('&lt;img src&#x3D;x&gt;<br>');
    expect(data.html).not.toContain('unsubscribe');
    expect(data.text).toContain('<img src=x>\nBye');
    expect(
      (await rest('POST', '/preview', { subject: 'a', message: 'b', kind: 'news' })).json<{ data: { text: string } }>().data.text,
    ).toContain('/api/v1/public/unsubscribe/');
    expect(await api.em().execute(`select 1 from mail_deliveries where letter = 'broadcast'`)).toEqual([]);
    expect((await rest('POST', '/preview', { subject: 'a\nb', message: 'c', to: 'x' })).statusCode).toBe(400);
  });

  it('sends a test to oneself, whatever is asked', async () => {
    expect((await rest('POST', '/test', { subject: 'a', message: 'b', audience: 'all' })).statusCode).toBe(400);
    expect((await rest('POST', '/test', { subject: 'a', message: 'b' })).statusCode).toBe(202);
    expect(await api.em().execute(`select user_id, address from mail_deliveries where letter = 'broadcast'`)).toEqual([
      { user_id: admin.userId, address: null },
    ]);
  });

  it.each(['', `/${NONE}`, `/${NONE}/recipients`])('shows members nothing at GET %p', async (path) => {
    expect((await rest('GET', path, undefined, member)).statusCode).toBe(403);
  });

  it.each(['', '/preview', '/test', `/${NONE}/pause`, `/${NONE}/resume`, `/${NONE}/cancel`])(
    'lets members do nothing at POST %p',
    async (path) => {
      expect((await rest('POST', path, {}, member)).statusCode).toBe(403);
      expect((await call(api, 'POST', `/admin/broadcasts${path}`, {})).statusCode).toBe(401);
    },
  );
});
