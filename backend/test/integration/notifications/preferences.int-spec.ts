import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../../src/database.js';
import { notificationTable, preferenceOf } from '../../../src/messaging/preferences/notification-table.rules.js';
import { wantsEmail } from '../../../src/messaging/preferences/notification-choice.query.js';
import type { NotificationPreferencesWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { broadcast, stateOf } from '../broadcasts/broadcast-world.js';
import { ChannelWorld, type Hook } from '../channels/channel-world.js';
import { MailWorld, type Person } from '../mail/mail-world.js';

const DAY_MINUTES = 1440;
/** Minutes in UTC an hour before and after now. */
const aroundNow = () => {
  const now = new Date();
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  return [(minute - 60 + DAY_MINUTES) % DAY_MINUTES, (minute + 60) % DAY_MINUTES];
};
const QUIET = `insert into quiet_hours (user_id, from_minute, to_minute, time_zone) values (?, ?, ?, 'UTC')`;

describe('notification preferences', () => {
  let world: ChannelWorld;
  beforeAll(async () => (world = await ChannelWorld.start()), 180_000);
  afterAll(() => world.stop(), 180_000);
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.startWorker();
    await world.fannedOut();
    await world.rows('delete from channel_addresses');
  });

  const ROUTE = '/me/notification-preferences';
  const settings = async (member: SignedIn) =>
    (await call(world.api, 'GET', ROUTE, undefined, member)).json<{ data: NotificationPreferencesWire }>().data;
  const change = async (member: SignedIn, body: object) => {
    const response = await call(world.api, 'PATCH', ROUTE, body, member);
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    return response.json<{ data: NotificationPreferencesWire }>().data;
  };
  const cell = ({ kinds }: NotificationPreferencesWire, kind: string, channel: string) =>
    kinds.find((row) => row.kind === kind)?.cells.find((one) => one.channel === channel);
  const choose = (member: SignedIn, kind: string, channel: string, value: string | null) =>
    change(member, { preferences: [{ kind, channel, value }] });

  it('are the table until a member chooses, and depend on the subscription', async () => {
    const [unpaid, paid] = [await settings(await signedInMember(world.api)), await settings(await world.reader())];
    expect(paid.channels.map(({ channel, value }) => [channel, value])).toEqual([
      ['email', null],
      ['telegram', null],
      ['push', null],
      ['webhook', null],
    ]);
    expect(cell(paid, 'security', 'email')).toEqual({
      channel: 'email',
      value: 'on',
      source: 'required',
      inherited: 'on',
      values: ['on', 'off'],
    });
    expect([cell(unpaid, 'signal-published', 'email')?.value, cell(paid, 'signal-published', 'email')?.value]).toEqual(['off', 'on']);
    expect(paid.quietHours).toBeNull();
  });

  it('have no rows and columns about signals for the hedge fund', async () => {
    const fund = await settings(await signedInMember(world.api, 'hedge fund'));
    expect(fund.kinds.map(({ kind }) => kind)).toEqual(['security', 'verification', 'payment', 'key-warning', 'reply', 'calendar', 'news']);
    expect(fund.channels.map(({ channel }) => channel)).toEqual(['email']);
  });

  it('let the kind count more than the channel, are undone with null, and are recorded once', async () => {
    const member = await world.reader();
    await choose(member, 'all', 'telegram', 'off');
    const values = ['on', 'silent', 'off'];
    const both = await choose(member, 'signal-ended', 'telegram', 'silent');
    expect([cell(both, 'signal-ended', 'telegram'), cell(both, 'signal-published', 'telegram')]).toEqual([
      { channel: 'telegram', value: 'silent', source: 'own', inherited: 'off', values },
      { channel: 'telegram', value: 'off', source: 'channel', inherited: 'off', values },
    ]);
    await choose(member, 'signal-ended', 'telegram', 'silent');
    expect(cell(await choose(member, 'signal-ended', 'telegram', null), 'signal-ended', 'telegram')?.source).toBe('channel');
    const audited = await world.rows(`select 1 from audit_events where action = 'notifications.change' and actor_id = ?`, [member.userId]);
    expect(audited).toHaveLength(3);
  });

  it('keep quiet hours as they were sent, beside the choices', async () => {
    const member = await world.reader();
    const quietHours = { from: '22:00', to: '07:05', timeZone: 'Asia/Kolkata' };
    expect((await change(member, { quietHours })).quietHours).toEqual(quietHours);
    expect((await choose(member, 'news', 'email', 'off')).quietHours).toEqual(quietHours);
    const without = await change(member, { quietHours: null });
    expect([without.quietHours, cell(without, 'news', 'email')?.value]).toEqual([null, 'off']);
  });

  it("are a member's own", async () => {
    const [member, other] = [await world.reader(), await world.reader()];
    await choose(member, 'news', 'email', 'off');
    expect(cell(await settings(other), 'news', 'email')?.value).toBe('on');
    expect((await call(world.api, 'GET', ROUTE)).statusCode).toBe(401);
    expect((await call(world.api, 'GET', ROUTE, undefined, await signedInAdmin(world.api))).statusCode).toBe(403);
  });

  const queued = async (hook: Hook) => {
    await world.stopWorker();
    const id = await world.publish();
    await world.rows(`insert into deliveries (thread_id, address_id, wanted_revision) values (?, ?, 1)`, [id, hook.id]);
  };
  const delivery = (hook: Hook) =>
    world.rows<{ state: string; attempts: number; reason: string | null; waits: boolean }>(
      `select state, attempts, last_answer as reason, available_at > now() + interval '50 minutes' as waits from deliveries
        where address_id = ?`,
      [hook.id],
    );

  it('are asked when an event is fanned out', async () => {
    const [off, on] = [await world.hook(), await world.hook()];
    await choose(off.member, 'signal-published', 'webhook', 'off');
    await world.publish();
    await world.settled(on, 'sent');
    await world.fannedOut();
    expect(await delivery(off)).toEqual([]);
  });

  it('are asked again just before the request', async () => {
    const hook = await world.hook();
    await queued(hook);
    await choose(hook.member, 'signal-published', 'webhook', 'off');
    await world.startWorker();
    await eventually(async () => expect(await delivery(hook)).toMatchObject([{ state: 'suppressed', reason: 'preference' }]));
    expect(world.receiver.at(hook.path)).toEqual([]);
  });

  it('hold what waits until quiet hours end, without a try, and hold no signals', async () => {
    const hook = await world.hook();
    await world.rows(QUIET, [hook.member.userId, ...aroundNow()]);
    const waiting = jest.replaceProperty(notificationTable['signal-published'], 'quiet', 'wait');
    await queued(hook);
    await world.startWorker();
    await eventually(async () => expect(await delivery(hook)).toMatchObject([{ state: 'queued', attempts: 0, waits: true }]));
    waiting.restore();
    await world.hurry(hook);
    await world.settled(hook, 'sent');
  });

  it('mean the same in queries as in the rules, whatever was chosen', async () => {
    const [member, em] = [await world.reader(), world.api.em() as EntityManager];
    const [values, valuesOfKind] = [[undefined, 'on', 'off'] as const, [undefined, 'on', 'digest', 'off'] as const];
    for (const isPaying of [true, false]) {
      await world.rows(`update users set payment_status = ? where id = ?`, [isPaying ? 'approved' : 'pending', member.userId]);
      for (const club of valuesOfKind)
        for (const channel of values)
          for (const own of valuesOfKind) {
            await world.rows('delete from notification_preferences where user_id = ?', [member.userId]);
            const insert = `insert into notification_preferences (user_id, kind, channel, value) values (?, ?, 'email', ?)`;
            if (channel) await world.rows(insert, [member.userId, 'all', channel]);
            if (own) await world.rows(insert, [member.userId, 'signal-ended', own]);
            const wants = wantsEmail('signal-ended', club ? { 'signal-ended': { email: club } } : {});
            const found = await db(em).selectFrom('users as u').select('u.id').where('u.id', '=', member.userId).where(wants).execute();
            const expected = preferenceOf('signal-ended', 'email', isPaying, { club, channel, own })?.value !== 'off';
            expect([isPaying, club, channel, own, found.length === 1]).toEqual([isPaying, club, channel, own, expected]);
          }
    }
  });
});

describe('an email', () => {
  let world: MailWorld;
  beforeAll(async () => {
    world = await MailWorld.start();
    await world.startWorker();
  }, 180_000);
  afterAll(() => world.stop(), 180_000);

  const quiet = async ({ id }: Person) => world.rows(QUIET, [id, ...aroundNow()]);
  const off = ({ id }: Person, kind: string) =>
    world.rows(`insert into notification_preferences (user_id, kind, channel, value) values (?, ?, 'email', 'off')`, [id, kind]);
  const paid = (to: Person) => world.letter({ letter: 'invoice-paid', to: to.id, data: { number: 'INV-2026-1', total: '50.00' } });
  const keyExpires = (to: Person) => world.letter({ letter: 'key-expires', to: to.id, data: { day: '2026-12-31' } });
  const signIn = (to: Person) => world.letter({ letter: 'new-sign-in', to: to.id, data: { network: null, at: '2026-12-05T10:00:00Z' } });
  const to = ({ email }: Person) => world.smtp.received.filter((mail) => mail.to.includes(email));
  const arrived = (reader: Person, count: number) =>
    eventually(() => {
      expect(to(reader)).toHaveLength(count);
      return to(reader);
    });
  const headersOf = (raw: string) =>
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]+/g, ' ')
      .replaceAll('\r', '');

  it('that a member may turn off can be ended with one click, of its kind alone', async () => {
    const reader = await world.person();
    await keyExpires(reader);
    const { raw } = (await arrived(reader, 1))[0]!;
    expect(headersOf(raw)).toMatch(/^List-Unsubscribe: +<https:\/\/club\.example\/api\/v1\/public\/unsubscribe\/[\w-]{66}>$/m);
    expect(headersOf(raw)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  });

  it('that is required cannot be ended, and comes whatever was chosen', async () => {
    const reader = await world.person();
    await off(reader, 'all');
    await paid(reader);
    const { raw } = (await arrived(reader, 1))[0]!;
    expect(headersOf(raw)).not.toMatch(/^List-Unsubscribe/m);
  });

  it.each(['key-warning', 'all'])('is not sent to a member who turned it off since it was queued: %s', async (kind) => {
    const reader = await world.person();
    await off(reader, kind);
    await keyExpires(reader);
    await signIn(reader);
    await arrived(reader, 1);
    expect(
      await world.rows(`select last_answer as why from mail_deliveries where user_id = ? and refused_at is not null`, [reader.id]),
    ).toEqual([{ why: 'not sent: its reader turned these emails off' }]);
  });

  it('waits for the end of quiet hours, and holds up no letter about security', async () => {
    const reader = await world.person();
    await quiet(reader);
    await paid(reader);
    await eventually(async () =>
      expect(await world.rows('select 1 from mail_deliveries where user_id = ? and held_until > now()', [reader.id])).toHaveLength(1),
    );
    await signIn(reader);
    const [first] = await arrived(reader, 1);
    expect(first!.mail.subject).toMatch(/sign-in/i);
    await world.rows('delete from quiet_hours where user_id = ?', [reader.id]);
    await world.hurry();
    const [, second] = await arrived(reader, 2);
    expect(second!.mail.subject).toContain('INV-2026-1');
  });

  it('with news waits too, while a service broadcast does not', async () => {
    const reader = await world.person();
    await quiet(reader);
    const news = await broadcast(world, [reader], { kind: 'news' });
    await eventually(async () => expect((await stateOf(world, news)).counts).toMatchObject({ failed_retryable: 1 }));
    const service = await broadcast(world, [reader], { kind: 'service', subject: 'The office moves' });
    await eventually(async () => expect(await stateOf(world, service)).toMatchObject({ state: 'done' }));
    expect(to(reader).map(({ mail }) => mail.subject)).toEqual(['The office moves']);
    await world.rows('delete from quiet_hours where user_id = ?', [reader.id]);
    await world.hurry();
    await eventually(async () => expect(await stateOf(world, news)).toMatchObject({ state: 'done' }));
    await arrived(reader, 2);
  });
});
