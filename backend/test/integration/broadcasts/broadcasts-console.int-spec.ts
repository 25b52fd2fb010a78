import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../../support/people.js';
import { person } from '../mail/mail-world.js';
import { BroadcastAudience } from './broadcast-audience.js';

const NONE = '00000000-0000-4000-8000-000000000000';

let world: BroadcastAudience;

beforeAll(async () => {
  world = await BroadcastAudience.start();
});
afterAll(() => world.api.close());
beforeEach(() => world.api.em().execute('delete from rate_limits'));

describe('the console', () => {
  it('creates a broadcast and answers its record', async () => {
    const response = await world.rest('POST', '', { audience: 'trade club', subject: 'Hello', message: 'One\r\nTwo', kind: 'service' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(String),
      subject: 'Hello',
      message: 'One\nTwo',
      audience: 'trade club',
      audienceUserId: null,
      segment: null,
      kind: 'service',
      state: 'scheduled',
      counts: { queued: 3, held: 0, sending: 0, sent: 0, uncertain: 0, failed_retryable: 0, failed_permanent: 0, suppressed: 0 },
      recipients: 3,
      unsubscribed: 0,
      createdBy: world.admin.userId,
      author: expect.any(String),
      may: ['pause', 'cancel'],
      mayEdit: false,
      createdAt: expect.any(String),
      startsAt: expect.any(String),
      localStart: null,
      recipientsAt: expect.any(String),
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
    const response = await world.rest('POST', '', body);
    expect(response.statusCode).toBe(400);
    expect(
      response
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .sort(),
    ).toEqual(fields);
  });

  it('lists, sorts, filters and searches broadcasts with true totals', async () => {
    await world.api.em().execute('delete from broadcasts');
    for (const subject of ['First tide', 'Second tide', 'Third']) await world.created({ user: 'trade club', subject });
    const page = async (query: string) => {
      const response = await world.rest('GET', `?${query}`);
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
    const { broadcastId } = await world.created({ user: 'trade club' });
    await world.api.em().execute(
      `update broadcast_deliveries set status = 'sent', sent_at = now(), attempts = 1, last_answer = '250 ok'
          where broadcast_id = ? and position = 1`,
      [broadcastId],
    );
    const response = await world.rest('GET', `/${broadcastId}/recipients?sort=["position","ASC"]&range=[0,1]`);
    expect([response.statusCode, response.headers['content-range']]).toEqual([200, 'recipients 0-1/3']);
    expect(response.json()).toEqual([
      {
        id: expect.any(String),
        userId: expect.any(String),
        fullName: 'Ann Walker',
        status: 'sent',
        heldUntil: null,
        attempts: 1,
        sentAt: expect.any(String),
        unsubscribedAt: null,
        lastAnswer: '250 ok',
      },
      {
        id: expect.any(String),
        userId: expect.any(String),
        fullName: 'Ann Walker',
        status: 'queued',
        heldUntil: null,
        attempts: 0,
        sentAt: null,
        unsubscribedAt: null,
        lastAnswer: null,
      },
    ]);
    expect((await world.rest('GET', `/${broadcastId}/recipients?filter={"status":"sent"}`)).headers['content-range']).toBe(
      'recipients 0-0/1',
    );
    expect((await world.rest('GET', `/${broadcastId}/recipients?filter={"email":"x"}`)).statusCode).toBe(400);
    expect((await world.rest('GET', `/${NONE}/recipients`)).statusCode).toBe(404);
    expect((await world.rest('GET', `/${broadcastId}`)).json()).toMatchObject({ counts: { sent: 1, queued: 2 } });
  });

  it('says what may be done with a broadcast, as it takes it', async () => {
    const { broadcastId: id } = await world.created({ user: 'trade club' });
    const open: Record<string, string[]> = {
      scheduled: ['pause', 'cancel'],
      sending: ['pause', 'cancel'],
      paused: ['resume', 'cancel'],
      done: [],
      cancelled: [],
    };
    for (const [state, may] of Object.entries(open)) {
      for (const move of ['pause', 'resume', 'cancel']) {
        await world.api.em().execute('update broadcasts set state = ?, final_counts = null where id = ?', [state, id]);
        expect((await world.rest('GET', `/${id}`)).json()).toMatchObject({ state, may });
        expect([state, move, (await world.rest('POST', `/${id}/${move}`)).statusCode]).toEqual([
          state,
          move,
          may.includes(move) ? 200 : 409,
        ]);
      }
    }
  });

  it('names whoever wrote a broadcast, until their account is gone', async () => {
    const { broadcastId: id } = await world.created({ user: 'trade club' });
    await world.api.em().execute(`update users set surname = 'Okafor', other_name = 'Amara' where id = ?`, [world.admin.userId]);
    expect((await world.rest('GET', `/${id}`)).json()).toMatchObject({ createdBy: world.admin.userId, author: 'Amara Okafor' });
    await world.api.em().execute('update broadcasts set created_by = null where id = ?', [id]);
    expect((await world.rest('GET', '?range=[0,0]')).json()).toMatchObject([{ id, createdBy: null, author: null }]);
  });

  it('pauses, resumes and cancels, each from where it is open', async () => {
    const { broadcastId: id } = await world.created({ user: 'trade club' });
    const move = async (name: string) => {
      const response = await world.rest('POST', `/${id}/${name}`);
      return [
        response.statusCode,
        response.json<{ data?: { state: string }; message: string }>().data?.state ?? response.json<{ message: string }>().message,
      ];
    };
    const become = (state: string, starts = 'now()') =>
      world.api.em().execute(`update broadcasts set state = ?, starts_at = ${starts} where id = ?`, [state, id]);
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
    expect((await world.rest('POST', `/${NONE}/pause`)).statusCode).toBe(404);
    const events = await world.api
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
    const { broadcastId } = await world.created({ user: 'trade club' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.rest('POST', `/${broadcastId}/cancel`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  describe('tells how many a broadcast would reach', () => {
    const reach = async (query = '') => {
      const response = await world.rest('GET', `/audiences${query}`);
      return response.statusCode === 200 ? response.json<{ data: { audience: string; mails: object }[] }>().data : response.statusCode;
    };
    const reaches = async () =>
      Object.fromEntries(((await reach()) as { audience: string; mails: object }[]).map(({ audience, mails }) => [audience, mails]));

    it('which is what it then reaches, for each audience and kind', async () => {
      const [, noNews, bounced, waits] = [world.traders[0]!, world.traders[1]!, world.traders[2]!, world.funders[0]!];
      await world.api
        .em()
        .execute(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', 'off')`, [noNews.id]);
      await world.api
        .em()
        .execute(
          `insert into mail_bounces (id, user_id, address, kind, answer) values (gen_random_uuid(), ?, ?, 'hard', '550 no such user')`,
          [bounced.id, bounced.email],
        );
      await world.api.em().execute(
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
          const made = (await world.rest('POST', '', { audience, kind, subject: 'a', message: 'b' })).json<{
            counts: { queued: number };
          }>();
          expect([audience, kind, ((await reaches()) as Record<string, Record<string, number>>)[audience]![kind]]).toEqual([
            audience,
            kind,
            made.counts.queued,
          ]);
        }
      }
      for (const table of ['notification_preferences', 'mail_bounces', 'erasure_requests'])
        await world.api.em().execute(`delete from ${table}`);
    });

    it('and what it usually is', async () => {
      expect(await reach()).toEqual(
        ['all', 'trade club', 'hedge fund'].map((audience) => ({ audience, fullName: null, usualKind: 'news', mails: expect.any(Object) })),
      );
    });

    it('of one user too, whom it names', async () => {
      const closed = await person(world.api.em(), { status: 'deactivated' });
      expect(((await reach(`?user=${world.traders[1]!.id.toUpperCase()}`)) as object[])[3]).toEqual({
        audience: world.traders[1]!.id,
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
      expect((await world.rest('GET', '/audiences', undefined, world.member)).statusCode).toBe(403);
    });
  });

  it('previews a mail without sending it', async () => {
    const response = await world.rest('POST', '/preview', { subject: 'Hello & <b>', message: '<img src=x>\nBye' });
    expect(response.statusCode).toBe(200);
    const { data } = response.json<{ data: { subject: string; html: string; text: string } }>();
    expect(data.subject).toBe('Hello & <b>');
    expect(data.html).toContain('&lt;img src&#x3D;x&gt;<br>');
    expect(data.html).not.toContain('unsubscribe');
    expect(data.text).toContain('<img src=x>\nBye');
    expect(
      (await world.rest('POST', '/preview', { subject: 'a', message: 'b', kind: 'news' })).json<{ data: { text: string } }>().data.text,
    ).toContain('/api/v1/public/unsubscribe/');
    expect(await world.api.em().execute(`select 1 from mail_deliveries where letter = 'broadcast'`)).toEqual([]);
    expect((await world.rest('POST', '/preview', { subject: 'a\nb', message: 'c', to: 'x' })).statusCode).toBe(400);
  });

  it('sends a test to oneself, whatever is asked', async () => {
    expect((await world.rest('POST', '/test', { subject: 'a', message: 'b', audience: 'all' })).statusCode).toBe(400);
    expect((await world.rest('POST', '/test', { subject: 'a', message: 'b' })).statusCode).toBe(202);
    expect(await world.api.em().execute(`select user_id, address from mail_deliveries where letter = 'broadcast'`)).toEqual([
      { user_id: world.admin.userId, address: null },
    ]);
  });

  it.each(['', '/fields', `/${NONE}`, `/${NONE}/recipients`, `/${NONE}/recipients.csv`])(
    'shows members nothing at GET %p',
    async (path) => {
      expect((await world.rest('GET', path, undefined, world.member)).statusCode).toBe(403);
    },
  );

  it.each(['', '/preview', '/reach', '/test', `/${NONE}/pause`, `/${NONE}/resume`, `/${NONE}/cancel`])(
    'lets members do nothing at POST %p',
    async (path) => {
      expect((await world.rest('POST', path, {}, world.member)).statusCode).toBe(403);
      expect((await call(world.api, 'POST', `/admin/broadcasts${path}`, {})).statusCode).toBe(401);
    },
  );
});
