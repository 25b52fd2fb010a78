import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { memberPreferencesOf, NotificationPolicy } from '../../preferences/index.js';
import { mayGet } from '../channel-audience.query.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { eventDispatch } from '../event-dispatch.rules.js';
import { isStillOpen, SUMMARY, summaryOf } from './quiet-summary.rules.js';
import { QuietSummaryRepository, type HeldDelivery } from './quiet-summary.repository.js';

/** As long as a new signal is of use. */
const LIFE_SECONDS = 3600;

/**
 * Sums up what quiet hours held back from a device: one message for all that is still open, instead of one each. What was held and its
 * summary change in one transaction, so a worker that dies has either done both or nothing.
 */
@Injectable()
export class QuietSummaries {
  constructor(
    private readonly em: EntityManager,
    private readonly held: QuietSummaryRepository,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly policy: NotificationPolicy,
    private readonly clock: Clock,
  ) {}

  /** Looks at one device whose quiet hours have ended. Returns false if there is none. */
  async sumUpOne(): Promise<boolean> {
    if (!(await this.held.hasDue())) return false;
    return this.em.transactional(async (tx) => {
      const addressId = await this.held.lockAddress(tx);
      if (addressId === null) return false;
      const judged = (await this.held.lockHeld(tx, addressId)).map((row) => ({ row, ...this.judge(row) }));
      const idsOf = (fate: Fate) => judged.filter((one) => one.fate === fate).map(({ row: { id } }) => id);
      const until = judged.find((one) => one.until !== null)?.until;
      if (until) await this.held.holdOn(tx, idsOf('hold'), until);
      await this.held.expire(tx, idsOf('expire'));
      const open = judged.filter(({ fate }) => fate === 'tell').map(({ row }) => row);
      if (open.length > 1) await this.tell(tx, addressId, open);
      // One is shown as it is; what must not go out is refused by the rules of every other delivery.
      await this.held.release(tx, addressId);
      return true;
    });
  }

  private judge(row: HeldDelivery): { fate: Fate; until: Date | null } {
    const dispatch = eventDispatch(this.policy, memberPreferencesOf(row), row);
    if (row.addressState !== 'active' || !mayGet(row) || dispatch.isOff) return { fate: 'release', until: null };
    if (!isStillOpen(row)) return { fate: 'expire', until: null };
    return dispatch.heldUntil === null ? { fate: 'tell', until: null } : { fate: 'hold', until: dispatch.heldUntil };
  }

  private async tell(tx: EntityManager, addressId: string, open: readonly HeldDelivery[]): Promise<void> {
    const payload = messageOf(SUMMARY, this.clock.now(), summaryOf(open));
    const eventId = await this.events.insertForOwner(tx, { kind: SUMMARY, payload, lifeSeconds: LIFE_SECONDS });
    await this.deliveries.insertOne(tx, eventId, addressId);
    await this.held.markSummedUp(
      tx,
      open.map(({ id }) => id),
    );
  }
}

type Fate = 'hold' | 'expire' | 'release' | 'tell';
