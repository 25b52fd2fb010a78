import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { maySeeEvent, mayTakePart } from './calendar-readers.policy.js';
import { CalendarSignupRepository } from './calendar-signup.repository.js';
import { EventCancelled, EventFull, EventOver, EventsForMembers, TeamTakesNoPlace } from './calendar.errors.js';

/** Members sign up for events and withdraw. Both may be asked twice. */
@Injectable()
export class CalendarSignups {
  constructor(
    private readonly em: EntityManager,
    private readonly signups: CalendarSignupRepository,
  ) {}

  /** Throws NotFound, EventsForMembers and TeamTakesNoPlace (403), EventCancelled, EventOver and EventFull (409). */
  async signUp(actor: Actor, slug: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const { id, capacity } = await this.openEvent(tx, actor, slug);
      if (await this.signups.has(tx, id, actor.userId)) return;
      if (capacity !== null && (await this.signups.count(tx, id)) >= capacity) throw new EventFull();
      if (!(await this.signups.lockMember(tx, actor.userId))) throw new NotFound('user');
      await this.signups.insert(tx, id, actor.userId);
    });
  }

  /** Throws as `signUp` does, but for EventFull. */
  async withdraw(actor: Actor, slug: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const { id } = await this.openEvent(tx, actor, slug);
      await this.signups.delete(tx, id, actor.userId);
    });
  }

  private async openEvent(tx: EntityManager, actor: Actor, slug: string) {
    const event = await this.signups.lockEvent(tx, slug);
    if (!event || !maySeeEvent(event, actor)) throw new NotFound('event');
    if (actor.role === 'admin') throw new TeamTakesNoPlace();
    if (!mayTakePart(actor)) throw new EventsForMembers();
    if (event.state === 'cancelled') throw new EventCancelled();
    if (event.isOver) throw new EventOver();
    return event;
  }
}
