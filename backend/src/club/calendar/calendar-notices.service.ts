import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { CalendarSignupRepository } from './calendar-signup.repository.js';
import type { Reminder } from './calendar.types.js';

/** What notices say of an event. */
export interface ToldEvent {
  id: string;
  slug: string;
  title: string;
  startsAt: Date;
  /** A second notice of one kind about the same sequence is dropped. */
  sequence: number;
}

const dataOf = ({ slug, title, startsAt }: ToldEvent) => ({ slug, title, startsAt: startsAt.toISOString() });

/** Tells members who signed up: by notice, email and the channels that they chose, in the transaction of the change. */
@Injectable()
export class CalendarNotices {
  constructor(
    private readonly signups: CalendarSignupRepository,
    private readonly mail: MailOutbox,
  ) {}

  /** Tells everybody who signed up. `from`: when the event was to start before. Returns how many members that were. */
  tellMoved(tx: EntityManager, event: ToldEvent, from: Date): Promise<number> {
    return this.tellAll(tx, event, (members) =>
      this.mail.queueAll(
        tx,
        members.map((to) => ({
          letter: 'calendar-moved',
          to,
          data: { ...dataOf(event), from: from.toISOString() },
          dedupeKey: keyOf('moved', event, to),
        })),
      ),
    );
  }

  tellCancelled(tx: EntityManager, event: ToldEvent): Promise<number> {
    return this.tellAll(tx, event, (members) =>
      this.mail.queueAll(
        tx,
        members.map((to) => ({ letter: 'calendar-cancelled', to, data: dataOf(event), dedupeKey: keyOf('cancelled', event, to) })),
      ),
    );
  }

  /** Reminds these members, whom the caller has claimed. */
  remind(tx: EntityManager, event: ToldEvent, reminder: Reminder, members: readonly string[]): Promise<void> {
    return this.mail.queueAll(
      tx,
      members.map((to) => ({ letter: `calendar-${reminder}-reminder`, to, data: dataOf(event), dedupeKey: keyOf(reminder, event, to) })),
    );
  }

  private async tellAll(tx: EntityManager, { id }: ToldEvent, tell: (members: string[]) => Promise<void>): Promise<number> {
    let told = 0;
    for (let members = await this.signups.findTold(tx, id, null); members.length > 0;) {
      await tell(members);
      told += members.length;
      members = await this.signups.findTold(tx, id, members.at(-1)!);
    }
    return told;
  }
}

const keyOf = (what: string, { id, sequence }: ToldEvent, userId: string) => `calendar-${what}:${id}:${sequence}:${userId}`;
