import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { NotificationPolicy } from '../../preferences/index.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { eventDispatch } from '../event-dispatch.rules.js';
import { accountEventData, accountEventOf, endOfUse } from './account-notice.rules.js';
import { NoticeFanOutRepository, type AccountAddress, type WaitingNotice } from './notice-fan-out.repository.js';

/** Notices that one transaction looks at. */
const BATCH = 100;
/** Longer than any quiet hours: what waits for their end is still of use then. */
const LIFE_SECONDS = 3 * 86_400;

/**
 * Makes deliveries of notices about accounts: one event for each notice, and a delivery for each address of its member. A notice
 * without an address that wants it makes neither.
 */
@Injectable()
export class NoticeFanOut {
  constructor(
    private readonly em: EntityManager,
    private readonly notices: NoticeFanOutRepository,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly policy: NotificationPolicy,
    private readonly clock: Clock,
  ) {}

  /** Looks at the oldest notices that wait. Returns false if there are none. */
  async fanOutSome(): Promise<boolean> {
    if (!(await this.notices.hasWaiting(this.em))) return false;
    return this.em.transactional(async (tx) => {
      const waiting = await this.notices.lockWaiting(tx, BATCH);
      if (waiting.length === 0) return false;
      const told = waiting.filter((notice) => accountEventOf(notice.kind) !== null && this.secondsLeft(notice) > 0);
      const addresses = await this.notices.findAddresses(tx, [...new Set(told.map(({ userId }) => userId))]);
      for (const notice of told) await this.fanOut(tx, notice, addresses);
      await this.notices.markFannedOut(
        tx,
        waiting.map(({ id }) => id),
      );
      return true;
    });
  }

  private async fanOut(tx: EntityManager, notice: WaitingNotice, addresses: readonly AccountAddress[]): Promise<void> {
    const { id, userId, createdAt, facts } = notice;
    const kind = accountEventOf(notice.kind)!;
    const wanted = addresses.filter(
      ({ userId: owner, channel, preferences }) => owner === userId && !eventDispatch(this.policy, preferences, { kind, channel }).isOff,
    );
    if (wanted.length === 0) return;
    await this.events.insertForOwner(tx, {
      kind,
      subjectId: id,
      payload: messageOf(kind, createdAt, accountEventData(notice.kind, facts)),
      lifeSeconds: this.secondsLeft(notice),
    });
    await this.deliveries.want(tx, { threadId: id, revision: 1, addressIds: wanted.map(({ id: addressId }) => addressId) });
  }

  private secondsLeft({ kind, facts, createdAt }: WaitingNotice): number {
    const end = Math.min(createdAt.getTime() + LIFE_SECONDS * 1000, endOfUse(kind, facts)?.getTime() ?? Infinity);
    return (end - this.clock.now().getTime()) / 1000;
  }
}
