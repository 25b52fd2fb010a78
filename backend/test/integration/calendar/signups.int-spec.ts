import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { CalendarSignups } from '../../../src/club/calendar/calendar-signups.service.js';
import type { Actor } from '../../../src/platform/http/index.js';
import type { CalendarSignupWire } from '../../../src/platform/wire/index.js';
import { signedInTeam } from '../../support/people.js';
import { CalendarWorld, content, inMinutes } from './calendar-world.js';

let world: CalendarWorld;
beforeAll(async () => (world = await CalendarWorld.start()), 180_000);
afterAll(() => world.api.close(), 60_000);
beforeEach(() => world.clear());

const count = async () => (await world.rows('select 1 from calendar_signups')).length;
const codeOf = async (response: Promise<{ statusCode: number; json<T>(): T }>) => {
  const { statusCode, json } = await response;
  return [statusCode, json<{ message: string }>().message];
};
const actor = (userId: string): Actor => ({
  userId,
  sessionId: '',
  role: 'trade club',
  teamRole: null,
  membership: 'trade club',
  paid: true,
  scope: 'full',
  recentlyAuthenticated: true,
  recentlyReauthenticated: false,
});
const filed = async (path: string) => {
  const response = await world.send('GET', path, world.paying);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(response.body) as never);
  return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
};

describe('a sign-up', () => {
  it('and a withdrawal can each be sent twice', async () => {
    const { slug } = await world.published({ capacity: 2 });
    for (const _ of [1, 2])
      expect((await world.signUp(slug, world.paying)).json()).toMatchObject({ data: { isGoing: true, placesLeft: 1, capacity: 2 } });
    expect(await count()).toBe(1);
    expect(await world.list(world.paying, '?mine=true')).toEqual([content().title]);
    expect(await world.list(world.other, '?mine=true')).toEqual([]);
    for (const _ of [1, 2])
      expect((await world.withdraw(slug, world.paying)).json()).toMatchObject({ data: { isGoing: false, placesLeft: 2, joinUrl: null } });
    expect(await count()).toBe(0);
  });

  it('gives away no more places than there are to 20 members at once', async () => {
    const { slug } = await world.published({ capacity: 7 });
    const crowd = await world.crowd(20);
    const signups = world.api.app.get(CalendarSignups, { strict: false });
    const answers = await Promise.allSettled(crowd.map((userId) => signups.signUp(actor(userId), slug)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : []));
    expect([reasons.length, [...new Set(reasons)]]).toEqual([13, ['calendar.full']]);
    expect(await count()).toBe(7);
    expect(await codeOf(world.signUp(slug, world.paying))).toEqual([409, expect.stringMatching(/^All places are taken/)]);
  });

  it('is for members who paid: not for others, visitors and the team', async () => {
    const [{ slug }, members] = [await world.published(), await world.published({ title: 'Inside', audience: 'members' })];
    expect((await world.send('PUT', `/me/calendar/events/${slug}/signup`)).statusCode).toBe(401);
    expect((await world.signUp(slug, world.unpaid)).statusCode).toBe(403);
    expect((await world.signUp(members.slug, world.unpaid)).statusCode).toBe(404);
    expect((await world.signUp(slug, world.author)).statusCode).toBe(403);
    expect((await world.signUp((await world.draft({ title: 'Not yet' })).slug, world.paying)).statusCode).toBe(404);
    expect(await count()).toBe(0);
  });

  it('is refused once the event is over or cancelled, and so is a withdrawal', async () => {
    const [over, off] = [await world.published(), await world.published({ title: 'Cancelled soon' })];
    await world.goes(over.slug, world.paying);
    await world.shifted(over, -30);
    expect((await world.signUp(over.slug, world.other)).statusCode).toBe(200);
    await world.shifted(over, -61);
    await world.act(off.id, 'cancel', { revision: off.revision });
    for (const [slug, said] of [
      [over.slug, 'This event is over'],
      [off.slug, 'This event is cancelled'],
    ] as const) {
      expect(await codeOf(world.signUp(slug, world.paying))).toEqual([409, expect.stringContaining(said)]);
      expect(await codeOf(world.withdraw(slug, world.paying))).toEqual([409, expect.stringContaining(said)]);
    }
    expect(await count()).toBe(2);
  });

  it('is listed for those of the team who may see members', async () => {
    const { id, slug } = await world.published();
    await world.goes(slug, world.paying, world.other);
    const read = async (as: Awaited<ReturnType<CalendarWorld['admin']>>) => world.send('GET', `/admin/calendar/${id}/signups`, as);
    expect([(await read(world.author)).statusCode, (await read(world.paying)).statusCode]).toEqual([403, 403]);
    const support = await signedInTeam(world.api, 'support');
    await world.rows(`update users set payment_status = null where id = ?`, [world.other.userId]);
    const rows = (await read(support)).json<CalendarSignupWire[]>();
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [world.other.userId]);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(expect.objectContaining({ id: world.paying.userId, name: 'Ann Walker', isTold: true }));
    expect(rows).toContainEqual(expect.objectContaining({ id: world.other.userId, membership: 'hedge fund', isTold: false }));
    expect((await world.record(id)).signups).toBe(2);
    await world.rows(`update calendar_events set starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'`);
    expect((await world.record(id)).signups).toBeNull();
  });
});

describe('a calendar file', () => {
  it('has the event, its link for whoever signed up, and a higher sequence once it is moved or cancelled', async () => {
    const event = await world.published();
    const path = `/me/calendar/events/${event.slug}/event.ics`;
    const [before] = await filed(path);
    expect([before!.summary, before!.sequence, before!.location]).toEqual([event.title, 0, null]);
    await world.goes(event.slug, world.paying);
    const [joined] = await filed(path);
    expect([joined!.uid, joined!.location]).toEqual([before!.uid, 'https://meet.example/room']);
    const body = { ...content({ startsAt: inMinutes(3000), endsAt: inMinutes(3090) }), revision: event.revision };
    await world.act(event.id, 'correct', body);
    const [moved] = await filed(path);
    expect([moved!.uid, moved!.sequence, moved!.startDate.toString()]).toEqual([before!.uid, 1, body.startsAt.replace('.000Z', 'Z')]);
    await world.act(event.id, 'cancel', { revision: event.revision + 1 });
    const [cancelled] = await filed(path);
    expect([cancelled!.sequence, cancelled!.component.getFirstPropertyValue('status')]).toEqual([2, 'CANCELLED']);
  });

  it('has all events that a member signed up for', async () => {
    const [one, two] = [await world.published({ title: 'One' }), await world.published({ title: 'Two' })];
    await world.published({ title: 'Three' });
    await world.goes(one.slug, world.paying);
    await world.goes(two.slug, world.paying, world.other);
    expect((await filed('/me/calendar.ics')).map(({ summary }) => summary).toSorted()).toEqual(['One', 'Two']);
    await world.act(two.id, 'cancel', { revision: two.revision });
    const statuses = (await filed('/me/calendar.ics')).map(({ component }) => component.getFirstPropertyValue('status'));
    expect(statuses.toSorted()).toEqual(['CANCELLED', 'CONFIRMED']);
  });
});
