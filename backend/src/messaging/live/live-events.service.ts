import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { LiveEvent } from './live-event.messages.js';
import { notifyEvents } from './live-notify.sql.js';

/** Publishes live events to every API process, from API and worker processes. */
@Injectable()
export class LiveEvents {
  private readonly log = new Logger('Live');
  private failing = false; // logs the first failure of an outage only

  constructor(private readonly orm: MikroORM) {}

  /**
   * With `em`, delivers the event when its transaction commits. Without, sends it at once and never rejects: losing an event must not fail
   * the caller's work.
   */
  async publish(em: EntityManager | null, event: LiveEvent): Promise<void> {
    if (em) return this.publishAll(em, [event]);
    try {
      await this.publishAll(this.orm.em.fork() as EntityManager, [event]);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.log.warn({ err: error }, 'live events are lost: the database is out of reach');
      this.failing = true;
    }
  }

  /** Delivers the events when the transaction of `em` commits, in one statement. */
  publishAll(em: EntityManager, events: readonly LiveEvent[]): Promise<void> {
    return notifyEvents(em, events);
  }
}
