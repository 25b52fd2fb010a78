import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ChannelEventRepository } from './channel-event.repository.js';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';

/** Addresses that one transaction looks at. */
const BATCH = 500;

/** Makes deliveries of events, in batches that may be repeated: the event holds how far they are. */
@Injectable()
export class FanOutService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
  ) {}

  /** Makes the next deliveries of one event. Returns false if there are none. */
  async fanOutSome(): Promise<boolean> {
    if (!(await this.events.hasWaiting(this.em))) return false;
    return this.em.transactional(async (tx) => {
      const event = await this.events.lockNext(tx);
      if (!event) return false;
      const { id, kind, subjectId, revision, afterAddress, isLate } = event;
      const { ids, last } = isLate ? { ids: [], last: null } : await this.deliveries.findAddressesAfter(tx, kind, afterAddress, BATCH);
      await this.deliveries.want(tx, subjectId, revision, ids);
      await this.events.advance(tx, id, last);
      return true;
    });
  }
}
