import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { LiveEvents } from '../live/index.js';
import { requiredFields } from '../personal-fields/index.js';
import { noticeOfBroadcast } from './broadcast-notice.messages.js';
import { BroadcastPlanRepository, type PlannedBroadcast } from './broadcast-plan.repository.js';
import { BroadcastRecipientsRepository } from './broadcast-recipients.repository.js';
import { instantsIn, lastInstant, localInstant } from './broadcast-schedule.rules.js';
import { lackingSentence } from './broadcasts.errors.js';

/** Starts planned broadcasts: stores who gets them and when. */
@Injectable()
export class BroadcastStarter {
  constructor(
    private readonly em: EntityManager,
    private readonly plans: BroadcastPlanRepository,
    private readonly recipients: BroadcastRecipientsRepository,
    private readonly live: LiveEvents,
    private readonly config: AppConfig,
  ) {}

  /**
   * Starts those that are due, each in one transaction: a worker that dies leaves a broadcast without recipients, which the next one
   * starts. One whose text needs a value that a recipient lacks is paused instead.
   */
  async startDue(): Promise<void> {
    for (const id of await this.plans.findDue()) await this.em.transactional((tx) => this.start(tx, id));
  }

  private async start(tx: EntityManager, id: string): Promise<void> {
    const broadcast = await this.plans.lockDue(tx, id);
    if (!broadcast) return;
    const needed = requiredFields(broadcast.subject, broadcast.message);
    if (needed.length > 0) {
      const reach = await this.recipients.count(tx, broadcast.recipients, broadcast.kind, needed);
      if (reach.lacking.length > 0) return this.plans.refuseStart(tx, id, lackingSentence(reach));
    }
    await this.recipients.insertFor(tx, broadcast, broadcast.recipients, await this.dueTimes(tx, broadcast));
    await this.plans.start(tx, id, broadcast.localStart === null ? null : lastInstant(broadcast.localStart));
    await this.live.publish(tx, noticeOfBroadcast(broadcast.recipients));
  }

  private async dueTimes(tx: EntityManager, { localStart }: PlannedBroadcast) {
    if (localStart === null) return null;
    const clubZone = this.config.clubTimeZone;
    return { zones: instantsIn(await this.recipients.zones(tx), clubZone, localStart), others: localInstant(clubZone, localStart) };
  }
}
