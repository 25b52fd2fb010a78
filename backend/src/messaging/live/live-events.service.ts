import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { CHANNEL, encodeEvent, type LiveEvent } from './live-event.messages.js';

/** Tells every API process what happened, from either process. */
@Injectable()
export class LiveEvents {
  private readonly log = new Logger('Live');
  private told = false; // once an outage, not with every event

  constructor(private readonly orm: MikroORM) {}

  /**
   * With `em` the event goes out if, and only if, its transaction commits. Without, at once; then it never rejects: an event is a hint, and
   * nobody's work fails for it.
   */
  async publish(em: EntityManager | null, event: LiveEvent): Promise<void> {
    if (em) return notify(em, event);
    try {
      await notify(this.orm.em.fork() as EntityManager, event);
      this.told = false;
    } catch (error) {
      if (!this.told) this.log.warn({ err: error }, 'live events are lost: the database is out of reach');
      this.told = true;
    }
  }
}

async function notify(em: EntityManager, event: LiveEvent): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [CHANNEL, encodeEvent(event)]);
}
