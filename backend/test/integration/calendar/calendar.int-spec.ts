import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CalendarEventWire, CalendarPageWire, CalendarRecordWire, MyCalendarPageWire } from '../../../src/platform/wire/index.js';
import { signedInTeam } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { CalendarWorld, content, inMinutes } from './calendar-world.js';

let world: CalendarWorld;
beforeAll(async () => (world = await CalendarWorld.start()), 180_000);
afterAll(() => world.api.close(), 60_000);
beforeEach(() => world.clear());

const audited = (id: string) =>
  world
    .rows<{ action: string }>(`select action from audit_events where target_id = ? order by at, id`, [id])
    .then((rows) => rows.map(({ action }) => action));
const publicOnes = async (query = '') => (await world.send('GET', `/calendar/events${query}`)).json<{ data: CalendarPageWire }>().data;
const errorsOf = (response: { json<T>(): T }) => (response.json<{ errors?: { field: string }[] }>().errors ?? []).map(({ field }) => field);

describe('an event', () => {
  it('is seen by nobody until it is published', async () => {
    const { id, slug, revision } = await world.draft();
    expect([slug, (await world.send('GET', `/calendar/events/${slug}`)).statusCode]).toEqual(['questions-and-answers', 404]);
    expect((await world.send('GET', `/me/calendar/events/${slug}`, world.paying)).statusCode).toBe(404);
    expect([await world.list(world.paying), (await publicOnes()).events]).toEqual([[], []]);
    expect((await world.act(id, 'publish', { revision })).statusCode).toBe(200);
    expect(await world.list(world.paying)).toEqual([content().title]);
    expect((await publicOnes()).events).toMatchObject([{ slug, state: 'published', isOver: false }]);
    expect(await audited(id)).toEqual(['calendar.create', 'calendar.publish']);
  });

  it('that is public shows visitors title, summary and times, and neither description nor links', async () => {
    const { slug } = await world.published();
    const response = await world.send('GET', `/calendar/events/${slug}`);
    expect(response.json<{ data: CalendarEventWire }>().data).toMatchObject({ title: content().title, summary: content().summary });
    for (const path of [`/calendar/events/${slug}`, '/calendar/events'])
      expect((await world.send('GET', path)).body).not.toMatch(/answer\*|meet\.example|capacity/);
    const unpaid = await world.read(slug, world.unpaid);
    expect(unpaid).toMatchObject({ description: null, joinUrl: null, capacity: null, mayTakePart: false });
    expect(await world.read(slug, world.paying)).toMatchObject({ description: content().description, mayTakePart: true });
  });

  it('for members is seen by members who paid and the team alone', async () => {
    const { slug } = await world.published({ audience: 'members' });
    const status = async (as?: Parameters<CalendarWorld['send']>[2]) =>
      (await world.send('GET', `/me/calendar/events/${slug}`, as)).statusCode;
    expect([await status(), await status(world.unpaid), await status(world.paying), await status(world.other)]).toEqual([
      401, 404, 200, 200,
    ]);
    expect([await status(world.author), (await world.send('GET', `/calendar/events/${slug}`)).statusCode]).toEqual([200, 404]);
    expect([await world.list(world.unpaid), (await publicOnes()).events]).toEqual([[], []]);
    expect((await world.send('GET', `/me/calendar/events/${slug}/event.ics`, world.unpaid)).statusCode).toBe(404);
  });

  it('shows its link to join to those who signed up, until it is over', async () => {
    const event = await world.published();
    const { slug } = event;
    expect((await world.read(slug, world.paying)).joinUrl).toBeNull();
    await world.goes(slug, world.paying);
    expect((await world.read(slug, world.paying)).joinUrl).toBe('https://meet.example/room');
    expect((await world.read(slug, world.other)).joinUrl).toBeNull();
    expect((await world.read(slug, world.author)).joinUrl).toBeNull();
    await world.rows(`update users set payment_status = null where id = ?`, [world.paying.userId]);
    expect((await world.read(slug, world.paying)).joinUrl).toBeNull();
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [world.paying.userId]);
    await world.shifted(event, -90);
    expect((await world.read(slug, world.paying)).joinUrl).toBeNull();
  });

  it('has a recording for members once it is over', async () => {
    const event = await world.published();
    const put = (body: object) => world.send('PUT', `/admin/calendar/${event.id}/recording`, world.author, body);
    const recordingUrl = 'https://video.example/1';
    expect((await put({ revision: event.revision, recordingUrl })).statusCode).toBe(409);
    await world.shifted(event, -90);
    expect(errorsOf(await put({ revision: event.revision, recordingUrl: 'http://video.example/1' }))).toEqual(['recordingUrl']);
    expect((await put({ revision: event.revision, recordingUrl })).statusCode).toBe(200);
    expect((await world.read(event.slug, world.paying)).recordingUrl).toBe(recordingUrl);
    expect(await world.read(event.slug, world.unpaid)).toMatchObject({ recordingUrl: null, hasRecording: true });
    expect((await put({ revision: event.revision, recordingUrl: null })).statusCode).toBe(409);
    expect((await put({ revision: event.revision + 1, recordingUrl: null })).statusCode).toBe(200);
    expect((await audited(event.id)).slice(2)).toEqual(['calendar.set-recording', 'calendar.remove-recording']);
  });

  it('refuses what is not possible, and names the field', async () => {
    const refusals: [object, string][] = [
      [{ kind: 'party' }, 'kind'],
      [{ title: ' ' }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ title: 'a\u202Eb' }, 'title'],
      [{ summary: 'x'.repeat(301) }, 'summary'],
      [{ description: '[x](javascript:alert(1))' }, 'description'],
      [{ description: '![x](https://example.com/x.png)' }, 'description'],
      [{ startsAt: 'tomorrow' }, 'startsAt'],
      [{ startsAt: '0000-01-01T00:00:00Z', endsAt: '0000-01-01T01:00:00Z' }, 'startsAt'],
      [{ endsAt: content().startsAt }, 'endsAt'],
      [{ endsAt: inMinutes(8 * 24 * 60 + 1) }, 'endsAt'],
      [{ startsAt: '2099-01-01T00:00:00Z', endsAt: '2099-01-01T01:00:00Z' }, 'startsAt'],
      [{ capacity: 0 }, 'capacity'],
      [{ capacity: 1.5 }, 'capacity'],
      [{ joinUrl: 'http://meet.example/room' }, 'joinUrl'],
      [{ joinUrl: 'javascript:alert(1)' }, 'joinUrl'],
      [{ joinUrl: 'https://club.example@evil.example/' }, 'joinUrl'],
      [{ joinUrl: 'https://meet.example/a b' }, 'joinUrl'],
      [{ audience: 'friends' }, 'audience'],
      [{ language: 'xx' }, 'language'],
      [{ state: 'published' }, 'state'],
    ];
    for (const [wrong, field] of refusals) {
      const response = await world.send('POST', '/admin/calendar', world.author, content(wrong));
      expect([wrong, response.statusCode, [...new Set(errorsOf(response))].at(0)]).toEqual([wrong, 400, field]);
    }
  });

  it('gets an address of its own', async () => {
    const [first, second, arabic] = [await world.draft(), await world.draft(), await world.draft({ title: 'أسئلة وأجوبة' })];
    expect(first.slug).toBe('questions-and-answers');
    expect(second.slug).toMatch(/^questions-and-answers-[\da-f]{12}$/);
    expect(arabic.slug).toMatch(/^[\da-f]{12}$/);
  });

  it('comes in pages: the next one first, those that are over last first', async () => {
    for (const n of [3, 1, 2])
      await world.published({ title: `Week ${n}`, startsAt: inMinutes(n * 10_000), endsAt: inMinutes(n * 10_000 + 60) });
    const page = async (query: string) =>
      (await world.send('GET', `/me/calendar/events${query}`, world.paying)).json<{ data: MyCalendarPageWire }>().data;
    const first = await page('?limit=2');
    expect(first.events.map(({ title }) => title)).toEqual(['Week 1', 'Week 2']);
    const second = await page(`?limit=2&after=${first.next}`);
    expect([second.events.map(({ title }) => title), second.next]).toEqual([['Week 3'], null]);
    await world.rows(`update calendar_events set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'`);
    expect(await world.list(world.paying)).toEqual([]);
    const past = await page('?when=past&limit=1');
    expect(past.events.map(({ title }) => title)).toEqual(['Week 3']);
    expect((await page(`?when=past&after=${past.next}`)).events.map(({ title }) => title)).toEqual(['Week 2', 'Week 1']);
  });
});

describe('a change of an event', () => {
  const edit = (event: CalendarRecordWire, more: object) => ({
    ...content({ startsAt: event.startsAt, endsAt: event.endsAt, ...more }),
    revision: event.revision,
  });

  it('is refused to the second of two editors', async () => {
    const draft = await world.draft();
    const put = (title: string) => world.send('PUT', `/admin/calendar/${draft.id}`, world.author, edit(draft, { title }));
    expect((await put('First')).statusCode).toBe(200);
    expect((await put('Second')).statusCode).toBe(409);
    const event = await world.published();
    expect((await world.send('PUT', `/admin/calendar/${event.id}`, world.author, edit(event, {}))).statusCode).toBe(409);
    expect((await world.act(event.id, 'correct', edit(event, { title: 'First' }))).statusCode).toBe(200);
    expect((await world.act(event.id, 'correct', edit(event, { title: 'Second' }))).statusCode).toBe(409);
    expect((await world.act(event.id, 'cancel', { revision: event.revision })).statusCode).toBe(409);
    expect(await world.record(event.id)).toMatchObject({ title: 'First', state: 'published' });
  });

  it('of its text tells nobody, of its times whoever signed up and may still take part', async () => {
    const event = await world.published();
    const lapsed = await world.crowd(1);
    await world.goes(event.slug, world.paying, world.other);
    await world.rows(`insert into calendar_signups (event_id, user_id) values (?, ?)`, [event.id, lapsed[0]]);
    await world.rows(`update users set payment_status = null where id = ?`, [lapsed[0]]);
    expect((await world.act(event.id, 'correct', edit(event, { title: 'Ask us' }))).statusCode).toBe(200);
    expect(await world.told(world.paying)).toEqual([]);
    const effects = await world.send('GET', `/admin/calendar/${event.id}/effects`, world.author);
    expect(effects.json()).toMatchObject({ data: { signups: 3, told: 2 } });
    const moved = { startsAt: inMinutes(3000), endsAt: inMinutes(3060) };
    const now = await world.record(event.id);
    expect((await world.act(event.id, 'correct', edit(now, { title: 'Ask us', ...moved }))).statusCode).toBe(200);
    for (const member of [world.paying, world.other])
      expect(await world.told(member)).toEqual([
        { kind: 'calendar-moved', slug: event.slug, title: 'Ask us', startsAt: moved.startsAt, from: event.startsAt },
      ]);
    expect(await world.rows('select 1 from notices where user_id = ?', [lapsed[0]])).toEqual([]);
    expect(await world.rows(`select letter from mail_deliveries where letter = 'calendar-moved'`)).toHaveLength(2);
    expect((await audited(event.id)).slice(2)).toEqual(['calendar.correct', 'calendar.move']);
    const [detail] = await world.rows<{ told: number }>(
      `select (detail ->> 'told')::int as told from audit_events where target_id = ? and action = 'calendar.move'`,
      [event.id],
    );
    expect(detail).toEqual({ told: 2 });
  });

  it('cannot move it into the past or once it is over, nor take places from members', async () => {
    const event = await world.published({ capacity: 5 });
    await world.goes(event.slug, world.paying, world.other);
    const correct = async (more: object) => errorsOf(await world.act(event.id, 'correct', edit(await world.record(event.id), more)));
    expect(await correct({ capacity: 1 })).toEqual(['capacity']);
    expect(await correct({ capacity: 2, startsAt: inMinutes(-60), endsAt: inMinutes(60) })).toEqual(['startsAt']);
    await world.shifted(event, -90);
    expect(await correct({ startsAt: inMinutes(60), endsAt: inMinutes(90) })).toEqual(['startsAt']);
    const past = await world.record(event.id);
    const text = edit(past, { startsAt: past.startsAt, endsAt: past.endsAt, title: 'What we answered' });
    expect((await world.act(event.id, 'correct', text)).statusCode).toBe(200);
    expect((await world.act(event.id, 'cancel', { revision: past.revision + 1 })).statusCode).toBe(409);
  });

  it('cancels it once: members are told, and it stays visible as cancelled', async () => {
    const event = await world.published();
    await world.goes(event.slug, world.paying);
    const cancel = () => world.act(event.id, 'cancel', { revision: event.revision });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await world.told(world.paying)).toEqual([
      { kind: 'calendar-cancelled', slug: event.slug, title: event.title, startsAt: event.startsAt },
    ]);
    expect(await world.read(event.slug, world.paying)).toMatchObject({ state: 'cancelled', isGoing: true, joinUrl: null });
    await world.shifted(event, -90);
    expect(await world.list(world.paying, '?when=past')).toEqual([]);
    expect(await world.record(event.id)).toMatchObject({ state: 'cancelled', may: [], save: null });
  });

  it('that others see takes a recent confirmation and the permission', async () => {
    const event = await world.draft();
    const support = await signedInTeam(world.api, 'support');
    expect((await world.act(event.id, 'publish', { revision: 1 }, support)).statusCode).toBe(403);
    expect((await world.act(event.id, 'publish', { revision: 1 }, world.paying)).statusCode).toBe(403);
    await longAgo(world.api, world.author);
    try {
      for (const [move, body] of Object.entries({ publish: { revision: 1 }, cancel: { revision: 1 }, correct: edit(event, {}) }))
        expect([move, (await world.act(event.id, move, body)).statusCode]).toEqual([move, 403]);
      const recording = { revision: 1, recordingUrl: null };
      expect((await world.send('PUT', `/admin/calendar/${event.id}/recording`, world.author, recording)).statusCode).toBe(403);
    } finally {
      await world.rows(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [world.author.userId]);
    }
  });

  it('is not published once its start has passed', async () => {
    const event = await world.draft();
    await world.rows(`update calendar_events set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'`);
    expect((await world.act(event.id, 'publish', { revision: 1 })).statusCode).toBe(409);
    expect(await world.record(event.id)).toMatchObject({ state: 'draft', may: [] });
  });
});
