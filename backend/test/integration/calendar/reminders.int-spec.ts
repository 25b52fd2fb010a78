import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CalendarRecordWire } from '../../../src/platform/wire/index.js';
import { CalendarWorld, content, inMinutes } from './calendar-world.js';

const HOUR = 60;
const DAY = 24 * HOUR;
let world: CalendarWorld;
beforeAll(async () => (world = await CalendarWorld.start()), 180_000);
afterAll(() => world.api.close(), 60_000);
beforeEach(() => world.clear());

const kinds = async (as = world.paying) => (await world.told(as)).map(({ kind }) => kind);
const run = () => world.reminders().sendDue();
const begun = async (): Promise<CalendarRecordWire> => {
  const event = await world.published();
  await world.goes(event.slug, world.paying);
  return event;
};

describe('a reminder', () => {
  it('comes a day and an hour before the start, each once, whatever runs twice', async () => {
    const event = await begun();
    await world.shifted(event, DAY + 5);
    await run();
    expect(await kinds()).toEqual([]);
    await world.shifted(event, DAY - 1);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await world.told(world.paying)).toMatchObject([{ kind: 'calendar-day-reminder', slug: event.slug, title: event.title }]);
    await world.shifted(event, HOUR - 1);
    await Promise.all([run(), run()]);
    await run();
    expect(await kinds()).toEqual(['calendar-hour-reminder', 'calendar-day-reminder']);
    const mails = await world.rows<{ letter: string }>('select letter from mail_deliveries order by letter');
    expect(mails.map(({ letter }) => letter)).toEqual(['calendar-day-reminder', 'calendar-hour-reminder']);
    expect(await kinds(world.other)).toEqual([]);
  });

  it('comes to each of many members once, with two workers', async () => {
    const event = await world.published();
    const crowd = await world.crowd(1100);
    await world.rows(`insert into calendar_signups (event_id, user_id) select ?, x from unnest(?::uuid[]) x`, [
      event.id,
      `{${crowd.join(',')}}`,
    ]);
    await world.shifted(event, DAY - 1);
    await Promise.all([run(), run()]);
    await run();
    const [told] = await world.rows<{ notices: number; members: number; mails: number }>(
      `select count(*)::int as notices, count(distinct user_id)::int as members,
        (select count(*)::int from mail_deliveries where letter = 'calendar-day-reminder') as mails
       from notices where kind = 'calendar-day-reminder'`,
    );
    expect(told).toEqual({ notices: 1100, members: 1100, mails: 1100 });
  }, 60_000);

  it('does not come to whoever signed up after it was due', async () => {
    const event = await begun();
    await world.shifted(event, DAY - 30, { signedUp: 20 });
    await run();
    expect(await kinds()).toEqual([]);
    await world.shifted(event, 20, { signedUp: 1 });
    await run();
    expect(await kinds()).toEqual([]);
    await world.shifted(event, HOUR - 5, { signedUp: 10 });
    await run();
    expect(await kinds()).toEqual(['calendar-hour-reminder']);
  });

  it('does not come where it would be too late: after an outage, or once the event began', async () => {
    const event = await begun();
    await world.shifted(event, HOUR + 30);
    await run();
    expect(await kinds()).toEqual([]);
    await world.shifted(event, -1);
    await run();
    expect(await kinds()).toEqual([]);
  });

  it('does not come to members who withdrew, whose membership or whose account ended', async () => {
    const event = await begun();
    await world.goes(event.slug, world.other);
    await world.withdraw(event.slug, world.paying);
    await world.shifted(event, DAY - 1);
    await world.rows(`update users set payment_status = 'rejected' where id = ?`, [world.other.userId]);
    await run();
    expect([await kinds(), await kinds(world.other)]).toEqual([[], []]);
    await world.rows(`update users set payment_status = 'approved', status = 'deactivated' where id = ?`, [world.other.userId]);
    await run();
    await world.rows(`update users set status = 'active' where id = ?`, [world.other.userId]);
    expect(await world.rows('select 1 from notices')).toEqual([]);
  });

  it('counts from the new time of an event that moved, and ends with a cancellation', async () => {
    const event = await begun();
    await world.shifted(event, DAY - 1);
    await run();
    const { revision } = await world.record(event.id);
    const to = (minutes: number) => content({ startsAt: inMinutes(minutes), endsAt: inMinutes(minutes + 60) });
    expect((await world.act(event.id, 'correct', { ...to(3 * DAY), revision })).statusCode).toBe(200);
    await run();
    expect(await kinds()).toEqual(['calendar-moved', 'calendar-day-reminder']);
    await world.shifted(event, DAY - 1);
    await run();
    expect(await kinds()).toEqual(['calendar-day-reminder', 'calendar-moved', 'calendar-day-reminder']);
    // Moved to within an hour: the notice of the move has said so, and a reminder would say nothing new.
    expect((await world.act(event.id, 'correct', { ...to(30), revision: revision + 1 })).statusCode).toBe(200);
    await run();
    expect((await kinds())[0]).toBe('calendar-moved');
    await world.shifted(event, HOUR - 1);
    expect((await world.act(event.id, 'cancel', { revision: revision + 2 })).statusCode).toBe(200);
    await run();
    expect((await kinds())[0]).toBe('calendar-cancelled');
    expect(await kinds()).not.toContain('calendar-hour-reminder');
  });
});
