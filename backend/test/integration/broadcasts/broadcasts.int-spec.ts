import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../../support/people.js';
import { person, type Person } from '../mail/mail-world.js';
import { BroadcastAudience } from './broadcast-audience.js';
import { send } from './broadcast-world.js';

const NONE = '00000000-0000-4000-8000-000000000000';

let world: BroadcastAudience;

beforeAll(async () => {
  world = await BroadcastAudience.start();
});
afterAll(() => world.api.close());
beforeEach(() => world.api.em().execute('delete from rate_limits'));

const ledger = async (id: string) =>
  (
    await world.api
      .em()
      .execute<{ user_id: string; status: string }[]>(
        'select user_id, status from broadcast_deliveries where broadcast_id = ? order by position',
        [id],
      )
  ).map(({ user_id, status }) => `${user_id} ${status}`);
const queued = (people: readonly Person[]) => people.map(({ id }) => `${id} queued`).sort();

describe('POST /senduseremail', () => {
  it.each([
    ['all', () => [...world.traders, ...world.funders]],
    ['trade club', () => world.traders],
    ['hedge fund', () => world.funders],
  ])('freezes who gets a mail to %s: members with a confirmed, active account', async (user, whom) => {
    const { queued: n, broadcastId } = await world.created({ user });
    expect(n).toBe(whom().length);
    expect((await ledger(broadcastId)).sort()).toEqual(queued(whom()));
    await world.api.em().execute(`update users set email_confirmed_at = null where id = ?`, [whom()[0]!.id]);
    expect(await ledger(broadcastId)).toHaveLength(n); // frozen
    await world.api.em().execute(`update users set email_confirmed_at = now() where id = ?`, [whom()[0]!.id]);
    expect((await world.rest('GET', `/${broadcastId}`)).json()).toMatchObject({
      kind: 'news',
      state: 'scheduled',
      audience: user,
      recipients: n,
    });
  });

  it('writes to one person as a service, news turned off or not', async () => {
    const [, reader] = world.traders as readonly [Person, Person];
    await world.api
      .em()
      .execute(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', 'off')`, [reader.id]);
    const { queued: n, broadcastId } = await world.created({ user: reader.id.toUpperCase(), surplus: 'ignored' });
    expect(n).toBe(1);
    expect(await ledger(broadcastId)).toEqual([`${reader.id} queued`]);
    expect((await world.rest('GET', `/${broadcastId}`)).json()).toMatchObject({
      kind: 'service',
      audience: 'user',
      audienceUserId: reader.id,
    });
    const news = await world.created({ user: 'trade club' });
    expect(await ledger(news.broadcastId)).toContain(`${reader.id} suppressed`);
    expect(news.queued).toBe(2);
    await world.api.em().execute('delete from notification_preferences');
  });

  it('puts nothing into the outbox, whatever the number of recipients', async () => {
    const before = await world.api.em().execute<{ n: string }[]>('select count(*) as n from outbox');
    await world.created({ user: 'all' });
    expect(await world.api.em().execute('select count(*) as n from outbox')).toEqual(before);
  });

  it('gives the admin time to cancel', async () => {
    const { broadcastId } = await world.created({ user: 'all' });
    const [row] = await world.api
      .em()
      .execute<{ seconds: number }[]>('select extract(epoch from starts_at - created_at)::float as seconds from broadcasts where id = ?', [
        broadcastId,
      ]);
    expect(row?.seconds).toBe(3);
  });

  it('is audited without a word of what was written', async () => {
    const { broadcastId } = await world.created({ user: 'hedge fund', subject: 'Something private', message: 'Quite private' });
    const [event] = await world.api
      .em()
      .execute<{ actor_id: string; detail: object }[]>(
        `select actor_id, detail from audit_events where action = 'broadcast.create' and target_id = ?`,
        [broadcastId],
      );
    expect(event).toEqual({ actor_id: world.admin.userId, detail: { audience: 'hedge fund', kind: 'news', queued: 2 } });
  });

  it('is one broadcast for one Idempotency-Key', async () => {
    const twice = await Promise.all([1, 2].map(() => send(world.api, world.admin, { user: 'all' }, { 'idempotency-key': 'broadcast-1' })));
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
    expect(twice[0]?.body).toBe(twice[1]?.body);
    expect((await send(world.api, world.admin, { user: 'trade club' }, { 'idempotency-key': 'broadcast-1' })).statusCode).toBe(422);
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
    const before = await world.api.em().execute('select count(*) from broadcasts');
    const response = await send(world.api, world.admin, { user: 'all', ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(fields);
    expect(await world.api.em().execute('select count(*) from broadcasts')).toEqual(before);
  });

  it('knows no such user', async () => {
    expect((await send(world.api, world.admin, { user: NONE })).statusCode).toBe(404);
  });

  it.each([
    ['deactivated', { status: 'deactivated' as const }],
    ['in the rejected list', { rejectedAt: new Date() }],
    ['unconfirmed', { emailConfirmedAt: null }],
  ])('has nobody to write to where the user is %s, and keeps nothing of it', async (_, change) => {
    const { id } = await person(world.api.em(), change);
    const response = await send(world.api, world.admin, { user: id });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      'This user has no confirmed, active account to write to',
    ]);
    expect(await world.api.em().execute('select 1 from broadcasts where audience_user_id = ?', [id])).toEqual([]);
  });

  it('has nobody to write to where everybody turned news off', async () => {
    for (const { id } of world.funders)
      await world.api
        .em()
        .execute(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', 'off')`, [id]);
    const response = await send(world.api, world.admin, { user: 'hedge fund' });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringContaining('No member of this audience gets news'),
    ]);
    await world.api.em().execute('delete from notification_preferences');
  });

  it('is for admins alone', async () => {
    expect((await call(world.api, 'POST', '/senduseremail', { user: 'all', subject: 'a', message: 'b' })).statusCode).toBe(401);
    expect((await send(world.api, world.member, { user: 'all' })).statusCode).toBe(403);
  });

  it.each(['/senduseremail', '/admin/broadcasts'])('asks for a fresh confirmation on %s when the sign-in is old', async (path) => {
    const body = { ...(path === '/senduseremail' ? { user: 'all' } : { audience: 'all' }), subject: 'a', message: 'b' };
    await world.api.em().execute(`update sessions set created_at = now() - interval '6 minutes' where user_id = ?`, [world.admin.userId]);
    const response = await call(world.api, 'POST', path, body, { token: world.admin.token });
    expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    await world.api.em().execute(`update sessions set confirmed_at = now() where user_id = ?`, [world.admin.userId]);
    expect((await call(world.api, 'POST', path, body, { token: world.admin.token })).statusCode).toBeLessThan(300);
    await world.api.em().execute(`update sessions set created_at = now(), confirmed_at = null where user_id = ?`, [world.admin.userId]);
  });

  it('stops an admin after 60 an hour', async () => {
    for (let i = 0; i < 60; i++) await send(world.api, world.admin, { user: 'nobody' });
    // Requests refused for their fields do not count.
    for (let n = 0; n < 60; n++) expect([n, (await send(world.api, world.admin, { user: 'all' })).statusCode]).toEqual([n, 202]);
    const response = await send(world.api, world.admin, { user: 'all' });
    expect([response.statusCode, Number(response.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await world.rest('POST', '', { audience: 'all', subject: 'a', message: 'b' })).statusCode).toBe(429);
    expect((await world.rest('POST', '/test', { subject: 'a', message: 'b' })).statusCode).toBe(429);
  });
});
