import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { CalendarEventRepository, type LockedEvent } from './calendar-event.repository.js';
import { CalendarNotices } from './calendar-notices.service.js';
import { CalendarSignupRepository } from './calendar-signup.repository.js';
import { CalendarEventChanged, CalendarMoveRefused } from './calendar-admin.errors.js';
import { movesIn, saveIn, type CalendarContent, type CalendarMove } from './calendar.types.js';

/** How far ahead an event may be planned. */
const MAX_DAYS_AHEAD = 2 * 366;
const DAY_MS = 86_400_000;

/** What a change would do now. */
export interface CalendarEffects {
  /** Members who may sign up. */
  members: number;
  signups: number;
  /** Those of them who get a notice. */
  told: number;
}

/** Creates, changes, publishes and cancels events. What members are told commits with the change and its audit record. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: CalendarEventRepository,
    private readonly signups: CalendarSignupRepository,
    private readonly notices: CalendarNotices,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NotFound. */
  async effects(id: string): Promise<CalendarEffects> {
    await this.events.getById(id);
    return {
      members: await this.signups.countMembers(),
      signups: await this.signups.count(this.em, id),
      told: await this.signups.countTold(id),
    };
  }

  /** Creates a draft in the transaction of `tx`. Returns its id. */
  async create(tx: EntityManager, actor: Actor, content: CalendarContent): Promise<string> {
    this.mustBeNear(content);
    const id = await this.events.insert(tx, actor.userId, content);
    await this.record(tx, 'calendar.create', actor, id);
    return id;
  }

  /** Replaces the content of a draft. Throws NotFound, CalendarMoveRefused, CalendarEventChanged. */
  async edit(actor: Actor, id: string, revision: number, content: CalendarContent): Promise<void> {
    this.mustBeNear(content);
    await this.em.transactional(async (tx) => {
      const event = await this.lockForSave(tx, id, revision, 'edit');
      await this.events.save(tx, event, content);
      await this.record(tx, 'calendar.edit', actor, id, { revision: revision + 1 });
    });
  }

  /**
   * Replaces the content of a published event. Other times move it: members who signed up are told, and reminders count from the new start.
   * Throws NotFound, CalendarMoveRefused, CalendarEventChanged, and InvalidInput for times or a capacity that are no longer possible.
   */
  async correct(actor: Actor, id: string, revision: number, content: CalendarContent): Promise<void> {
    this.mustBeNear(content);
    await this.em.transactional(async (tx) => {
      const event = await this.lockForSave(tx, id, revision, 'correct');
      const isMoved = +content.startsAt !== +event.startsAt || +content.endsAt !== +event.endsAt;
      if (isMoved) this.mustBePossible(event, content);
      await this.mustHavePlaces(tx, event, content);
      await this.events.save(tx, event, content);
      const detail = { revision: revision + 1 };
      if (!isMoved) return this.record(tx, 'calendar.correct', actor, id, detail);
      const told = await this.move(tx, event, content);
      return this.record(tx, 'calendar.move', actor, id, {
        ...detail,
        from: event.startsAt.toISOString(),
        to: content.startsAt.toISOString(),
        told,
      });
    });
  }

  /** Throws NotFound, CalendarMoveRefused, CalendarEventChanged. */
  async publish(actor: Actor, id: string, revision: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.lockFor(tx, id, revision, 'publish');
      await this.events.publish(tx, id);
      await this.record(tx, 'calendar.publish', actor, id, { revision: revision + 1 });
    });
  }

  /** Tells members who signed up, and ends the reminders. Throws NotFound, CalendarMoveRefused, CalendarEventChanged. */
  async cancel(actor: Actor, id: string, revision: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      const event = await this.lockFor(tx, id, revision, 'cancel');
      await this.events.cancel(tx, id);
      const told = await this.notices.tellCancelled(tx, { ...event, sequence: event.sequence + 1 });
      await this.record(tx, 'calendar.cancel', actor, id, { told });
    });
  }

  /** Sets or removes the recording of an event that is over. Throws NotFound, CalendarMoveRefused, CalendarEventChanged. */
  async setRecording(actor: Actor, id: string, revision: number, recordingUrl: string | null): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.lockFor(tx, id, revision, 'record');
      await this.events.record(tx, id, recordingUrl);
      await this.record(tx, recordingUrl === null ? 'calendar.remove-recording' : 'calendar.set-recording', actor, id);
    });
  }

  private async move(tx: EntityManager, event: LockedEvent, { title, startsAt }: CalendarContent): Promise<number> {
    await this.events.markMoved(tx, event.id);
    return this.notices.tellMoved(tx, { ...event, title, startsAt, sequence: event.sequence + 1 }, event.startsAt);
  }

  private mustBeNear({ startsAt }: CalendarContent): void {
    if (startsAt.getTime() - this.clock.now().getTime() > MAX_DAYS_AHEAD * DAY_MS)
      throw InvalidInput.field('startsAt', 'Choose a start within two years');
  }

  private mustBePossible(event: LockedEvent, { startsAt, endsAt }: CalendarContent): void {
    const now = this.clock.now();
    if (event.hasEnded) throw InvalidInput.field('startsAt', 'This event is over. Its times can no longer change');
    if (startsAt < now && +startsAt !== +event.startsAt) throw InvalidInput.field('startsAt', 'Choose a start in the future');
    if (endsAt <= now) throw InvalidInput.field('endsAt', 'Choose an end in the future');
  }

  private async mustHavePlaces(tx: EntityManager, { id, capacity: before }: LockedEvent, { capacity }: CalendarContent): Promise<void> {
    if (capacity === null || capacity === before) return;
    const taken = await this.signups.count(tx, id);
    if (capacity < taken) throw InvalidInput.field('capacity', `${taken} members have signed up. The capacity cannot be lower`);
  }

  private async lockForSave(tx: EntityManager, id: string, revision: number, save: 'edit' | 'correct'): Promise<LockedEvent> {
    const event = await this.lock(tx, id);
    if (saveIn(event.state) !== save) throw new CalendarMoveRefused(save, event.state);
    if (event.revision !== revision) throw new CalendarEventChanged();
    return event;
  }

  private async lockFor(tx: EntityManager, id: string, revision: number, move: CalendarMove): Promise<LockedEvent> {
    const event = await this.lock(tx, id);
    if (event.revision !== revision) throw new CalendarEventChanged();
    if (!movesIn(event).includes(move)) throw new CalendarMoveRefused(move, event.state);
    return event;
  }

  private async lock(tx: EntityManager, id: string): Promise<LockedEvent> {
    const event = await this.events.lock(tx, id);
    if (!event) throw new NotFound('event');
    return event;
  }

  private record(tx: EntityManager, action: string, actor: Actor, id: string, detail: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record(tx, { action, actorId: actor.userId, actorRole: actor.role, targetType: 'calendar', targetId: id, detail });
  }
}
