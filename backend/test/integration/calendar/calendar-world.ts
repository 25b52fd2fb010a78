import { randomUUID } from 'node:crypto';
import { call, confirmedAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import type { CalendarRecordWire, MyCalendarEventWire, MyCalendarPageWire, NoticesPageWire } from '../../../src/platform/wire/index.js';
import { CalendarReminders } from '../../../src/club/calendar/calendar-reminders.service.js';

const MINUTE_MS = 60_000;
/** A whole minute, so many minutes from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS).toISOString();

const WEEK = 7 * 24 * 60;

export const content = (more: object = {}) => ({
  kind: 'questions',
  title: 'Questions and answers',
  summary: 'Ask the team about the week.',
  description: 'We **answer** what you send.',
  language: 'en',
  startsAt: inMinutes(WEEK),
  endsAt: inMinutes(WEEK + 60),
  audience: 'public',
  capacity: null,
  joinUrl: 'https://meet.example/room',
  ...more,
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An API with an author, members who paid and one who did not. */
export class CalendarWorld {
  private constructor(
    readonly api: TestApi,
    readonly author: SignedIn,
    readonly paying: SignedIn,
    readonly other: SignedIn,
    readonly unpaid: SignedIn,
  ) {}

  static async start(): Promise<CalendarWorld> {
    const api = await createTestApi({ PUBLIC_URL: 'https://club.example' });
    const author = await signedInTeam(api, 'signal author');
    await api.em().execute(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [author.userId]);
    const [paying, other, unpaid] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), await signedInMember(api)];
    await api.em().execute(`update users set payment_status = 'approved' where id in (?)`, [[paying.userId, other.userId]]);
    return new CalendarWorld(api, author, paying, other, unpaid);
  }

  admin = () => confirmedAdmin(this.api);
  rows = <T>(statement: string, values: readonly unknown[] = []) => this.api.em().execute<T[]>(statement, [...values]);
  send = (method: Method, path: string, as?: SignedIn, body?: object) => call(this.api, method, path, body, as && { token: as.token });
  act = (id: string, move: string, body: object, as = this.author) => this.send('POST', `/admin/calendar/${id}/${move}`, as, body);

  /** Forgets events, and what anybody was told of them. */
  async clear(): Promise<void> {
    for (const table of ['calendar_events', 'notices', 'mail_deliveries', 'outbox', 'rate_limits']) await this.rows(`delete from ${table}`);
  }

  async draft(more: object = {}): Promise<CalendarRecordWire> {
    const response = await this.send('POST', '/admin/calendar', this.author, content(more));
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<CalendarRecordWire>();
  }

  async published(more: object = {}): Promise<CalendarRecordWire> {
    const { id, revision } = await this.draft(more);
    const response = await this.act(id, 'publish', { revision });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<{ data: CalendarRecordWire }>().data;
  }

  /** Publishes an event that began some minutes ago, and has lasted an hour once it ends. */
  async shifted({ id }: { id: string }, minutesFromNow: number, members?: { signedUp?: number; scheduled?: number }): Promise<void> {
    await this.rows(
      `update calendar_events set starts_at = now() + make_interval(mins => ?), ends_at = now() + make_interval(mins => ?),
        scheduled_at = now() - make_interval(mins => ?) where id = ?`,
      [minutesFromNow, minutesFromNow + 60, members?.scheduled ?? 4 * 24 * 60, id],
    );
    await this.rows(`update calendar_signups set signed_up_at = now() - make_interval(mins => ?) where event_id = ?`, [
      members?.signedUp ?? 3 * 24 * 60,
      id,
    ]);
  }

  signUp = (slug: string, as: SignedIn) => this.send('PUT', `/me/calendar/events/${slug}/signup`, as);
  withdraw = (slug: string, as: SignedIn) => this.send('DELETE', `/me/calendar/events/${slug}/signup`, as);

  async goes(slug: string, ...members: SignedIn[]): Promise<void> {
    for (const member of members) {
      const response = await this.signUp(slug, member);
      if (response.statusCode !== 200) throw new Error(response.body);
    }
  }

  async read(slug: string, as: SignedIn): Promise<MyCalendarEventWire> {
    return (await this.send('GET', `/me/calendar/events/${slug}`, as)).json<{ data: MyCalendarEventWire }>().data;
  }

  async list(as: SignedIn, query = ''): Promise<string[]> {
    const { events } = (await this.send('GET', `/me/calendar/events${query}`, as)).json<{ data: MyCalendarPageWire }>().data;
    return events.map(({ title }) => title);
  }

  record = async (id: string) => (await this.send('GET', `/admin/calendar/${id}`, this.author)).json<CalendarRecordWire>();

  /** What a member was told of events, the last first. */
  async told(as: SignedIn) {
    const { items } = (await this.send('GET', '/me/notifications', as)).json<{ data: NoticesPageWire }>().data;
    return items.filter(({ kind }) => kind.startsWith('calendar-')).map(({ kind, facts }) => ({ kind, ...facts }));
  }

  reminders = () => this.api.app.get(CalendarReminders, { strict: false });

  /** Members who paid, without sessions of their own. */
  async crowd(size: number): Promise<string[]> {
    const ids = Array.from({ length: size }, () => randomUUID());
    await this.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
         email_confirmed_at, payment_status)
       select x.id, x.id || '@example.com', 'Crowd', 'Member', '+234800', 'Nigeria', '1990-01-01', 'trade club', 'x',
         right(x.id::text, 12), now(), 'approved'
       from unnest(?::uuid[]) as x (id)`,
      [`{${ids.join(',')}}`],
    );
    return ids;
  }
}
