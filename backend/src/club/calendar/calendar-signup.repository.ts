import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { isMailable } from '../../messaging/mail/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { isErased } from '../privacy/index.js';
import { canStillRead } from './calendar-members.query.js';
import type { CalendarState } from './calendar.types.js';

export const signupSorts = ['signedUpAt'] as const;

/** A member who signed up, as the team sees them. */
export interface ListedSignup {
  userId: string;
  name: string;
  membership: string;
  signedUpAt: Date;
  /** They would get notices about the event now. */
  isTold: boolean;
}

/** Members of one statement. */
const BATCH = 500;

/** Statements about who takes part in events. */
@Injectable()
export class CalendarSignupRepository {
  constructor(private readonly em: EntityManager) {}

  /** Locks an event for a sign-up: one at a time can take a place. Null: there is no such event for this reader. */
  async lockEvent(tx: EntityManager, slug: string) {
    const row = await db(tx)
      .selectFrom('calendar_events')
      .select(['id', 'state', 'audience', 'capacity'])
      .select(sql<boolean>`ends_at <= now()`.as('isOver'))
      .where('slug', '=', slug)
      .where('state', 'in', ['published', 'cancelled'] satisfies CalendarState[])
      .forUpdate()
      .executeTakeFirst();
    return row ?? null;
  }

  /** Locks the member, so that an erasure comes before or after. Returns false if they were erased. */
  async lockMember(tx: EntityManager, userId: string): Promise<boolean> {
    const row = await db(tx)
      .selectFrom('users as u')
      .select(isErased.as('isErased'))
      .where('u.id', '=', userId)
      .forShare('u')
      .executeTakeFirst();
    return row !== undefined && row.isErased !== true;
  }

  async has(tx: EntityManager, eventId: string, userId: string): Promise<boolean> {
    const row = await db(tx)
      .selectFrom('calendar_signups')
      .select('event_id')
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async count(tx: EntityManager, eventId: string): Promise<number> {
    const { taken } = await db(tx)
      .selectFrom('calendar_signups')
      .select((eb) => eb.fn.countAll<string>().as('taken'))
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    return Number(taken);
  }

  async insert(tx: EntityManager, eventId: string, userId: string): Promise<void> {
    await db(tx)
      .insertInto('calendar_signups')
      .values({ event_id: eventId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async delete(tx: EntityManager, eventId: string, userId: string): Promise<void> {
    await db(tx).deleteFrom('calendar_signups').where('event_id', '=', eventId).where('user_id', '=', userId).execute();
  }

  /** Counts members who could sign up now. */
  async countMembers(): Promise<number> {
    const { members } = await db(this.em)
      .selectFrom('users as u')
      .select((eb) => eb.fn.countAll<string>().as('members'))
      .where(canStillRead)
      .where(isMailable)
      .executeTakeFirstOrThrow();
    return Number(members);
  }

  /** Counts the members who would be notified about a change of the event now. */
  async countTold(eventId: string): Promise<number> {
    const { told } = await this.told(this.em, eventId)
      .select((eb) => eb.fn.countAll<string>().as('told'))
      .executeTakeFirstOrThrow();
    return Number(told);
  }

  /** Returns up to 500 members who are notified about a change of the event, by id above `after`. */
  async findTold(tx: EntityManager, eventId: string, after: string | null): Promise<string[]> {
    const rows = await this.told(tx, eventId)
      .select('s.user_id')
      .$if(after !== null, (query) => query.where('s.user_id', '>', after!))
      .orderBy('s.user_id')
      .limit(BATCH)
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  async findPage(eventId: string, { order, ...page }: ListQuery<'signedUpAt', object>): Promise<PageOf<ListedSignup>> {
    const matching = db(this.em)
      .selectFrom('calendar_signups as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.event_id', '=', eventId);
    const rows = matching
      .select(['s.user_id', 's.signed_up_at', 'u.role', fullNameOf('u').as('name')])
      .select((eb) => eb.and([canStillRead, isMailable]).$castTo<boolean>().as('isTold'))
      .$call(orderByColumns([sql.ref('s.signed_up_at'), sql.ref('s.user_id')], order));
    const found = await readPage(db(this.em), rows, matching, page);
    return {
      rows: found.rows.map(({ user_id, signed_up_at, role, name, isTold }) => ({
        userId: user_id,
        name,
        membership: role,
        signedUpAt: new Date(signed_up_at),
        isTold,
      })),
      total: found.total,
    };
  }

  private told(em: EntityManager, eventId: string) {
    return db(em)
      .selectFrom('calendar_signups as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.event_id', '=', eventId)
      .where(canStillRead)
      .where(isMailable);
  }
}
