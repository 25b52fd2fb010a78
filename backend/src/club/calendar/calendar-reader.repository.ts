import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { instantOf, type NoticePosition } from '../../messaging/notices/index.js';

/** `upcoming`: events that are not over, the next one first. `past`: those that are, the last one first. */
export const calendarSpans = ['upcoming', 'past'] as const;
export type CalendarSpan = (typeof calendarSpans)[number];

export interface CalendarQuery {
  when: CalendarSpan;
  /** Only events that the reader signed up for. */
  mine: boolean;
  /** Null: from the start of the list. */
  after: NoticePosition | null;
  limit: number;
}

export type ListedEvent = Awaited<ReturnType<CalendarReaderRepository['findPage']>>[number];

/** Events of a member's calendar file. */
const MAX_IN_FILE = 500;
/** How long a file names events that are over. */
const PAST_DAYS_IN_FILE = 90;

const micros = sql<string>`(extract(epoch from e.starts_at) * 1000000)::bigint::text`;
const isOver = sql<boolean>`e.ends_at <= now()`;
const taken = sql<number>`(select count(*)::int from calendar_signups s where s.event_id = e.id)`;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Statements about published and cancelled events, for their readers. `readerId` null: a visitor. */
@Injectable()
export class CalendarReaderRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns one page of a list. Cancelled events are listed until they would be over. `publicOnly` leaves out those for members. */
  async findPage(readerId: string | null, publicOnly: boolean, { when, mine, after, limit }: CalendarQuery) {
    const [order, beyond] = when === 'upcoming' ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const);
    const rows = await this.visible(readerId, publicOnly)
      .$if(when === 'upcoming', (query) => query.where('e.ends_at', '>', sql<string>`now()`))
      .$if(when === 'past', (query) => query.where('e.ends_at', '<=', sql<string>`now()`).where('e.state', '=', 'published'))
      .$if(mine, (query) => query.where('g.user_id', 'is not', null))
      .$if(after !== null, (query) => query.where(sql<SqlBool>`(e.starts_at, e.id) ${beyond} (${instantOf(after!)}, ${after!.id}::uuid)`))
      .orderBy('e.starts_at', order)
      .orderBy('e.id', order)
      .limit(limit)
      .execute();
    return rows.map(toListed);
  }

  async findBySlug(readerId: string | null, publicOnly: boolean, slug: string) {
    const row = await this.visible(readerId, publicOnly).select('e.description').where('e.slug', '=', slug).executeTakeFirst();
    return row && { ...toListed(row), description: row.description };
  }

  /** Returns up to 500 events that a member signed up for and that did not end more than 90 days ago. */
  async findForFile(readerId: string) {
    const rows = await this.visible(readerId, false)
      .where('g.user_id', 'is not', null)
      .where('e.ends_at', '>', sql<string>`now() - make_interval(days => ${PAST_DAYS_IN_FILE})`)
      .orderBy('e.starts_at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(MAX_IN_FILE)
      .execute();
    return rows.map(toListed);
  }

  private visible(readerId: string | null, publicOnly: boolean) {
    return db(this.em)
      .selectFrom('calendar_events as e')
      .leftJoin('calendar_signups as g', (join) => join.onRef('g.event_id', '=', 'e.id').on('g.user_id', '=', readerId ?? NOBODY))
      .select(['e.id', 'e.slug', 'e.kind', 'e.title', 'e.summary', 'e.language', 'e.audience', 'e.capacity', 'e.state', 'e.sequence'])
      .select(['e.starts_at', 'e.ends_at', 'e.join_url', 'e.recording_url', 'e.updated_at', 'g.signed_up_at'])
      .select([micros.as('micros'), isOver.as('isOver'), taken.as('taken')])
      .where('e.state', 'in', ['published', 'cancelled'])
      .$if(publicOnly, (query) => query.where('e.audience', '=', 'public'));
  }
}

type Row = Awaited<ReturnType<ReturnType<CalendarReaderRepository['visible']>['executeTakeFirstOrThrow']>>;

const toListed = ({ micros: at, starts_at, ends_at, updated_at, signed_up_at, join_url, recording_url, ...same }: Row) => ({
  ...same,
  position: { micros: BigInt(at), id: same.id },
  startsAt: new Date(starts_at),
  endsAt: new Date(ends_at),
  updatedAt: new Date(updated_at),
  joinUrl: join_url,
  recordingUrl: recording_url,
  isGoing: signed_up_at !== null,
});
