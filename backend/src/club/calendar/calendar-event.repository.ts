import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { retentionTable } from '../../platform/config/index.js';
import { NotFound, uuidv7 } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { slugOf } from '../analysis/index.js';
import type { CalendarAudience, CalendarContent, CalendarKind, CalendarState } from './calendar.types.js';

export const calendarSorts = ['startsAt', 'updatedAt', 'title'] as const;
export type CalendarSort = (typeof calendarSorts)[number];

export interface CalendarFilter {
  id?: string[];
  q?: string;
  state?: CalendarState;
  kind?: CalendarKind;
  audience?: CalendarAudience;
}

export type CalendarRecord = Awaited<ReturnType<CalendarEventRepository['getById']>>;
export type LockedEvent = NonNullable<Awaited<ReturnType<CalendarEventRepository['lock']>>>;

type Joined = Database & { e: Database['calendar_events'] };
const column = expressionBuilder<Joined, 'e'>();
const sortColumns: Record<CalendarSort, readonly SortColumn[]> = {
  startsAt: [column.ref('e.starts_at')],
  updatedAt: [column.ref('e.updated_at')],
  title: [column.ref('e.title')],
};

/** Key of the advisory lock under which slugs are given. */
const SLUG_LOCK = 7_489_358;
const now = sql<string>`now()`;
/** Sign-ups are deleted after this time: how many there were is not known any more. */
const KEPT_DAYS = retentionTable.noticeDays;
const signups = sql<number | null>`case when e.ends_at > now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
  then (select count(*)::int from calendar_signups s where s.event_id = e.id) end`;

/** Reads and writes events for the console. CalendarReaderRepository reads published ones for everybody else. */
@Injectable()
export class CalendarEventRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<CalendarSort, CalendarFilter>): Promise<PageOf<CalendarRecord>> {
    const { rows, total } = await readPage(
      db(this.em),
      this.rows(filter).$call(orderByColumns([...sortColumns[sort], column.ref('e.id')], order)),
      this.matching(filter),
      page,
    );
    return { rows: rows.map(toRecord), total };
  }

  /** Throws NotFound. */
  async getById(id: string) {
    const row = await this.rows({ id: [id] }).executeTakeFirst();
    if (!row) throw new NotFound('event');
    return toRecord(row);
  }

  /** Stores a draft. Returns its id. */
  async insert(tx: EntityManager, authorId: string, content: CalendarContent): Promise<string> {
    const id = uuidv7();
    const slug = await this.freeSlug(tx, id, content.title);
    await db(tx)
      .insertInto('calendar_events')
      .values({ id, slug, author_id: authorId, ...columnsOf(content) })
      .execute();
    return id;
  }

  /** Locks an event until the transaction ends. Sign-ups lock it too. */
  async lock(tx: EntityManager, id: string) {
    const row = await db(tx)
      .selectFrom('calendar_events as e')
      .select(['e.id', 'e.slug', 'e.title', 'e.state', 'e.revision', 'e.sequence', 'e.capacity', 'e.starts_at', 'e.ends_at'])
      .select([sql<boolean>`e.starts_at <= now()`.as('hasStarted'), sql<boolean>`e.ends_at <= now()`.as('hasEnded')])
      .where('e.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    const { starts_at, ends_at, ...same } = row;
    return { ...same, startsAt: new Date(starts_at), endsAt: new Date(ends_at) };
  }

  /** Replaces the content. The slug follows the title of a draft. */
  async save(tx: EntityManager, { id, state }: LockedEvent, content: CalendarContent): Promise<void> {
    const slug = state === 'draft' ? { slug: await this.freeSlug(tx, id, content.title) } : {};
    await this.change(tx, id, { ...columnsOf(content), ...slug });
  }

  /** Starts the reminders anew: members know the new times from now on. */
  async markMoved(tx: EntityManager, id: string): Promise<void> {
    await db(tx)
      .updateTable('calendar_events')
      .set((eb) => ({ sequence: eb('sequence', '+', 1), scheduled_at: now }))
      .where('id', '=', id)
      .execute();
    await db(tx)
      .updateTable('calendar_signups')
      .set({ day_reminded_at: null, hour_reminded_at: null })
      .where('event_id', '=', id)
      .execute();
  }

  publish(tx: EntityManager, id: string): Promise<void> {
    return this.change(tx, id, { state: 'published', published_at: now, scheduled_at: now });
  }

  async cancel(tx: EntityManager, id: string): Promise<void> {
    await this.change(tx, id, { state: 'cancelled', cancelled_at: now });
    await db(tx)
      .updateTable('calendar_events')
      .set((eb) => ({ sequence: eb('sequence', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  record(tx: EntityManager, id: string, recordingUrl: string | null): Promise<void> {
    return this.change(tx, id, { recording_url: recordingUrl });
  }

  private async change(tx: EntityManager, id: string, columns: ChangedColumns): Promise<void> {
    await db(tx)
      .updateTable('calendar_events')
      .set((eb) => ({ ...columns, revision: eb('revision', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute();
  }

  /** Takes turns: of two events with one title the second gets a suffix from its id. */
  private async freeSlug(tx: EntityManager, id: string, title: string): Promise<string> {
    await sql`select pg_advisory_xact_lock(${sql.lit(SLUG_LOCK)})`.execute(db(tx));
    const [wanted, suffix] = [slugOf(title), id.slice(-12)];
    if (wanted === '') return suffix;
    const taken = await db(tx)
      .selectFrom('calendar_events')
      .select('id')
      .where('slug', '=', wanted)
      .where('id', '<>', id)
      .executeTakeFirst();
    return taken ? `${wanted}-${suffix}` : wanted;
  }

  private rows(filter: CalendarFilter) {
    return this.matching(filter)
      .leftJoin('users as a', 'a.id', 'e.author_id')
      .select(['e.id', 'e.slug', 'e.kind', 'e.title', 'e.summary', 'e.description', 'e.language', 'e.audience', 'e.capacity'])
      .select(['e.join_url', 'e.recording_url', 'e.state', 'e.revision', 'e.sequence', 'e.starts_at', 'e.ends_at'])
      .select(['e.published_at', 'e.cancelled_at', 'e.created_at', 'e.updated_at', signups.as('signups')])
      .select([sql<boolean>`e.starts_at <= now()`.as('hasStarted'), sql<boolean>`e.ends_at <= now()`.as('hasEnded')])
      .select(optionalFullNameOf('a').as('author'));
  }

  private matching({ id, q, state, kind, audience }: CalendarFilter) {
    return db(this.em)
      .selectFrom('calendar_events as e')
      .$if(id !== undefined, (query) => query.where('e.id', 'in', id!.length > 0 ? id! : ['00000000-0000-0000-0000-000000000000']))
      .$if(q !== undefined && q !== '', (query) => query.where('e.title', 'ilike', containing(q!)))
      .$if(state !== undefined, (query) => query.where('e.state', '=', state!))
      .$if(kind !== undefined, (query) => query.where('e.kind', '=', kind!))
      .$if(audience !== undefined, (query) => query.where('e.audience', '=', audience!));
  }
}

function columnsOf({ kind, title, summary, description, language, startsAt, endsAt, audience, capacity, joinUrl }: CalendarContent) {
  const times = { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
  return { kind, title, summary, description, language, audience, capacity, join_url: joinUrl, ...times };
}

type Content = ReturnType<typeof columnsOf>;
type ChangedColumns = Partial<Content> & {
  slug?: string;
  state?: CalendarState;
  recording_url?: string | null;
} & { [Name in 'published_at' | 'scheduled_at' | 'cancelled_at']?: typeof now };

type Row = Awaited<ReturnType<ReturnType<CalendarEventRepository['rows']>['executeTakeFirstOrThrow']>>;

function toRecord(row: Row) {
  const { join_url, recording_url, starts_at, ends_at, published_at, cancelled_at, created_at, updated_at, ...same } = row;
  return {
    ...same,
    joinUrl: join_url,
    recordingUrl: recording_url,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    publishedAt: dateOrNull(published_at),
    cancelledAt: dateOrNull(cancelled_at),
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  };
}
