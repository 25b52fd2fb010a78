import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CalendarNotices } from './calendar-notices.service.js';
import { CalendarReminderRepository } from './calendar-reminder.repository.js';
import { reminders, type Reminder } from './calendar.types.js';

/**
 * Reminds members of events that they signed up for. A member is marked as reminded in the transaction that queues the notice, so that
 * each reminder is sent once, also if the job runs twice.
 */
@Injectable()
export class CalendarReminders {
  constructor(
    private readonly em: EntityManager,
    private readonly due: CalendarReminderRepository,
    private readonly notices: CalendarNotices,
  ) {}

  /** Sends what is due. An event that fails holds no other up; the first error is thrown at the end. */
  async sendDue(): Promise<void> {
    const errors: unknown[] = [];
    for (const reminder of reminders)
      for (const id of await this.due.findDue(reminder)) {
        await this.remind(id, reminder).catch((error: unknown) => errors.push(error));
      }
    if (errors.length > 0) throw errors[0];
  }

  private async remind(eventId: string, reminder: Reminder): Promise<void> {
    let left = true;
    while (left) left = await this.em.transactional((tx) => this.remindSome(tx, eventId, reminder));
  }

  /** Returns whether there were any. */
  private async remindSome(tx: EntityManager, eventId: string, reminder: Reminder): Promise<boolean> {
    const event = await this.due.lockEvent(tx, eventId, reminder);
    if (!event) return false;
    const members = await this.due.claim(tx, eventId, reminder);
    await this.notices.remind(tx, event, reminder, members);
    return members.length > 0;
  }
}
