import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { BroadcastAudience } from './broadcast-audience.js';

const NONE = '00000000-0000-4000-8000-000000000000';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

let world: BroadcastAudience;
beforeAll(async () => {
  world = await BroadcastAudience.start();
});
afterAll(() => world.api.close());
beforeEach(() => world.api.em().execute('delete from rate_limits'));

const draft = { audience: 'all', subject: 'Planned', message: 'Hello' };
const plan = async (change: object = {}) => {
  const response = await world.rest('POST', '', { ...draft, schedule: { at: 'moment', startsAt: inHours(2) }, ...change });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ id: string; startsAt: string; recipientsAt: string | null }>();
};
const edit = (id: string, body: object) => call(world.api, 'PUT', `/admin/broadcasts/${id}`, body, { token: world.admin.token });

describe('a broadcast with a schedule', () => {
  it('has no recipients until it starts', async () => {
    const startsAt = inHours(3);
    const made = await plan({ schedule: { at: 'moment', startsAt } });
    expect(made).toMatchObject({
      state: 'scheduled',
      startsAt,
      recipientsAt: null,
      recipients: 0,
      mayEdit: true,
      may: ['pause', 'cancel'],
    });
    expect(await world.api.em().execute('select 1 from broadcast_deliveries where broadcast_id = ?', [made.id])).toEqual([]);
  });

  it('at a local time starts with the first time zone', async () => {
    const local = `${inHours(72).slice(0, 10)}T09:00`;
    const made = await plan({ schedule: { at: 'local', local } });
    expect(made).toMatchObject({ localStart: local, startsAt: new Date(Date.parse(`${local}:00Z`) - 14 * 3_600_000).toISOString() });
  });

  it.each([
    ['a time that has passed', { at: 'moment', startsAt: '2020-01-01T00:00:00Z' }, 'schedule.startsAt'],
    ['a time without a zone', { at: 'moment', startsAt: '2030-01-01T00:00:00' }, 'schedule.startsAt'],
    ['a local time that has passed somewhere', { at: 'local', local: inHours(1).slice(0, 16) }, 'schedule.local'],
    ['no day', { at: 'local', local: '2027-02-30T09:00' }, 'schedule.local'],
    ['another way', { at: 'dawn' }, 'schedule.at'],
  ])('cannot leave at %s', async (_, schedule, field) => {
    const response = await world.rest('POST', '', { ...draft, schedule });
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors?.[0]?.field]).toEqual([400, field]);
  });

  it('is edited until it starts, each time audited', async () => {
    const { id } = await plan();
    const startsAt = inHours(5);
    const response = await edit(id, {
      audience: 'segment',
      segment: { version: 1, memberships: ['hedge fund'] },
      subject: 'Better',
      message: 'Hello {{first_name}}',
      schedule: { at: 'moment', startsAt },
    });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({
        id,
        subject: 'Better',
        audience: 'segment',
        segment: { version: 1, memberships: ['hedge fund'] },
        startsAt,
      }),
    ]);
    expect((await edit(id, { ...draft, audience: 'hedge fund' })).json()).toMatchObject({
      state: 'scheduled',
      segment: null,
      mayEdit: false,
      counts: { queued: 2 },
      recipientsAt: expect.any(String),
    });
    const refused = await edit(id, draft);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'This broadcast has started or ended and cannot be edited',
    ]);
    const events = await world.api
      .em()
      .execute<{ action: string }[]>('select action, detail from audit_events where target_id = ? order by at, id', [id]);
    expect(events.map(({ action }) => action)).toEqual(['broadcast.create', 'broadcast.edit', 'broadcast.edit']);
    expect(JSON.stringify(events)).not.toMatch(/Better|Hello/);
  });

  it('is paused, resumed and cancelled before it starts, and then edited no more', async () => {
    const { id } = await plan();
    expect((await world.rest('POST', `/${id}/pause`)).json()).toMatchObject({ data: { state: 'paused', mayEdit: true } });
    await world.api.em().execute(`update broadcasts set starts_at = now() - interval '1 hour' where id = ?`, [id]);
    // Its time has passed: the worker starts it, with its recipients.
    expect((await world.rest('POST', `/${id}/resume`)).json()).toMatchObject({ data: { state: 'scheduled', recipientsAt: null } });
    expect((await world.rest('POST', `/${id}/cancel`)).json()).toMatchObject({ data: { state: 'cancelled', mayEdit: false } });
    expect((await edit(id, draft)).statusCode).toBe(409);
    expect((await edit(NONE, draft)).statusCode).toBe(404);
  });

  it('is edited after a recent confirmation alone, by admins alone', async () => {
    const { id } = await plan();
    expect((await call(world.api, 'PUT', `/admin/broadcasts/${id}`, draft, world.member)).statusCode).toBe(403);
    await longAgo(world.api, world.admin);
    const response = await edit(id, draft);
    expect([response.statusCode, response.json<{ stepUp?: boolean }>().stepUp]).toEqual([403, true]);
    expect((await world.rest('GET', `/${id}/recipients.csv`)).statusCode).toBe(403);
    await world.api.em().execute('update sessions set confirmed_at = now() where user_id = ?', [world.admin.userId]);
  });
});

describe('the results of a broadcast', () => {
  it('tell who is held, who unsubscribed and why somebody was left out, as a list and as a file', async () => {
    const made = (await world.rest('POST', '', { ...draft, kind: 'news' })).json<{ id: string }>();
    const set = (position: number, change: string) =>
      world.api.em().execute(`update broadcast_deliveries set ${change} where broadcast_id = ? and position = ?`, [made.id, position]);
    await set(1, `available_at = now() + interval '3 hours'`);
    await set(
      2,
      `status = 'failed_retryable', available_at = now() + interval '3 hours', last_answer = 'waits for the end of the quiet hours'`,
    );
    await set(3, `status = 'sent', sent_at = now(), attempts = 1, last_answer = '=1+1'`);
    await set(4, `status = 'suppressed', last_answer = 'wants no news'`);
    const [sent] = await world.api
      .em()
      .execute<{ id: string; user_id: string }[]>('select id, user_id from broadcast_deliveries where broadcast_id = ? and position = 3', [
        made.id,
      ]);
    const preview = await world.rest('POST', '/preview', { subject: 'a', message: 'b', kind: 'news' });
    const own = /https?:\S+\/api\/v1(\/public\/unsubscribe\/\S+)/.exec(preview.json<{ data: { text: string } }>().data.text)![1]!;
    // The token of somebody else does not mark it.
    await call(world.api, 'POST', `${own}?broadcast=${sent!.id}`);
    expect((await world.rest('GET', `/${made.id}`)).json()).toMatchObject({ unsubscribed: 0 });
    await set(3, 'unsubscribed_at = now()');

    expect((await world.rest('GET', `/${made.id}`)).json()).toMatchObject({
      recipients: 5,
      unsubscribed: 1,
      counts: { held: 2, queued: 1, failed_retryable: 0, sent: 1, suppressed: 1 },
    });
    const list = async (status: string) =>
      (await world.rest('GET', `/${made.id}/recipients?filter=${encodeURIComponent(JSON.stringify({ status }))}`)).json<
        { status: string; heldUntil: string | null; unsubscribedAt: string | null; lastAnswer: string | null }[]
      >();
    expect((await list('held')).map(({ status, heldUntil }) => [status, heldUntil !== null])).toEqual([
      ['held', true],
      ['held', true],
    ]);
    expect((await list('queued')).map(({ status, heldUntil }) => [status, heldUntil])).toEqual([['queued', null]]);
    expect(await list('failed_retryable')).toEqual([]);
    expect((await list('unsubscribed')).map(({ status, unsubscribedAt }) => [status, unsubscribedAt !== null])).toEqual([['sent', true]]);
    expect((await list('suppressed'))[0]?.lastAnswer).toBe('wants no news');

    const file = await world.rest('GET', `/${made.id}/recipients.csv?filter={"status":"sent"}`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(file.body).toMatch(
      /^No,Name,Result,Held until \(UTC\),Tries,Sent \(UTC\),Unsubscribed \(UTC\),Reason,User id\r\n3,Ann Walker,sent,,1,.*,'=1\+1,/,
    );
    expect(file.body.trim().split('\r\n')).toHaveLength(2);
    expect((await world.rest('GET', `/${made.id}/recipients.csv`)).body.trim().split('\r\n')).toHaveLength(6);
    expect((await world.rest('GET', `/${NONE}/recipients.csv`)).statusCode).toBe(404);
    expect(
      await world.api
        .em()
        .execute(`select detail from audit_events where action = 'broadcast.export' and target_id = ? order by at`, [made.id]),
    ).toEqual([{ detail: { status: 'sent' } }, { detail: {} }]);
  });
});
