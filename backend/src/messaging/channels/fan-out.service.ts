import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ChannelEventRepository } from './channel-event.repository.js';
import { ClubAddressRepository } from './club/club-address.repository.js';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';

/** Addresses that one transaction looks at. */
const BATCH = 500;
/** How much later direct messages on Telegram go out than the post in the club's channel: it is on its way by then. */
const DIRECT_DELAY_SECONDS = 1;

/** Makes deliveries of events, in batches that may be repeated: the event holds how far they are. */
@Injectable()
export class FanOutService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly clubs: ClubAddressRepository,
  ) {}

  /** Makes the next deliveries of one event, those of the club's own channels first. Returns false if there are none. */
  async fanOutSome(): Promise<boolean> {
    if (!(await this.events.hasWaiting(this.em))) return false;
    return this.em.transactional(async (tx) => {
      const event = await this.events.lockNext(tx);
      if (!event) return false;
      const { id, kind, subjectId, revision, audience, afterAddress, isLate } = event;
      const wanted = { threadId: subjectId, revision };
      const clubs = isLate || audience !== 'signal-readers' ? [] : await this.clubs.findActive(tx);
      if (afterAddress === null) await this.deliveries.want(tx, { ...wanted, addressIds: clubs });
      const { ids, last } = isLate ? { ids: [], last: null } : await this.deliveries.findAddressesAfter(tx, kind, afterAddress, BATCH);
      const directDelaySeconds = clubs.length > 0 ? DIRECT_DELAY_SECONDS : 0;
      await this.deliveries.want(tx, { ...wanted, addressIds: ids, directDelaySeconds });
      await this.events.advance(tx, id, last);
      return true;
    });
  }
}
