import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { isMailable } from '../../messaging/mail/index.js';
import { canStillRead } from './calendar-members.query.js';
import { reminderTimes } from './calendar-reminder.rules.js';
import type { Reminder } from './calendar.types.js';

/** Events of one run of the job. More wait for the next one. */
const MAX_EVENTS = 100;
/** Members of one transaction. */
const BATCH = 500;

const remindedAt = { day: 'day_reminded_at', hour: 'hour_reminded_at' } as const satisfies Record<Reminder, string>;
const minutes = (n: number) => sql`make_interval(mins => ${sql.lit(n)})`;

/** The reminder is to be sent now: its time has come, and is not over. */
const isTime = (reminder: Reminder) => {
  const { from, until } = reminderTimes[reminder];
  return sql<boolean>`(now() >= e.starts_at - ${minutes(from)} and now() < e.starts_at - ${minutes(until)})`;
};
/** The member signed up, and knew of these times, before the reminder was due: otherwise it says nothing new. */
const wasAhead = (reminder: Reminder) =>
  sql<boolean>`greatest(s.signed_up_at, e.scheduled_at) <= e.starts_at - ${minutes(reminderTimes[reminder].from)}`;

/** Statements that claim reminders. The database's clock decides, because several workers do. */
@Injectable()
export class CalendarReminderRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns events with reminders to send now, the next one first. */
  async findDue(reminder: Reminder): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('calendar_events as e')
      .select('e.id')
      .where('e.state', '=', 'published')
      .where(isTime(reminder))
      .where((eb) =>
        eb.exists(
          this.waiting(this.em, reminder)
            .where(sql<SqlBool>`s.event_id = e.id`)
            .select('s.user_id'),
        ),
      )
      .orderBy('e.starts_at')
      .limit(MAX_EVENTS)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Locks an event against moves and cancellations. Undefined: nothing is to be sent about it now. */
  async lockEvent(tx: EntityManager, id: string, reminder: Reminder) {
    const row = await db(tx)
      .selectFrom('calendar_events as e')
      .select(['e.id', 'e.slug', 'e.title', 'e.sequence', 'e.starts_at'])
      .where('e.id', '=', id)
      .where('e.state', '=', 'published')
      .where(isTime(reminder))
      .forShare()
      .executeTakeFirst();
    if (!row) return undefined;
    const { starts_at, ...same } = row;
    return { ...same, startsAt: new Date(starts_at) };
  }

  /** Marks up to 500 members as reminded, and returns them. Skips those whom another worker holds. */
  async claim(tx: EntityManager, eventId: string, reminder: Reminder): Promise<string[]> {
    const held = await this.waiting(tx, reminder)
      .innerJoin('calendar_events as e', 'e.id', 's.event_id')
      .select('s.user_id')
      .where('s.event_id', '=', eventId)
      .orderBy('s.user_id')
      .limit(BATCH)
      .forUpdate('s')
      .skipLocked()
      .execute();
    const members = held.map(({ user_id }) => user_id);
    if (members.length === 0) return [];
    await db(tx)
      .updateTable('calendar_signups')
      .set({ [remindedAt[reminder]]: sql<string>`now()` })
      .where('event_id', '=', eventId)
      .where(sql<SqlBool>`user_id = any(${members}::uuid[])`)
      .execute();
    return members;
  }

  /** Needs the relation `e`. */
  private waiting(em: EntityManager, reminder: Reminder) {
    return db(em)
      .selectFrom('calendar_signups as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where(`s.${remindedAt[reminder]}`, 'is', null)
      .where(wasAhead(reminder))
      .where(canStillRead)
      .where(isMailable);
  }
}
