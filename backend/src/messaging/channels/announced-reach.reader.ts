import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';
import type { AnnouncedKind } from './announced-kinds.rules.js';
import type { Channel } from './channel.types.js';

/** Addresses that one statement looks at. */
const BATCH = 2000;

/** Counts whom an event would be delivered to now. */
@Injectable()
export class AnnouncedReach {
  constructor(
    private readonly em: EntityManager,
    private readonly deliveries: DeliveryFanOutRepository,
  ) {}

  /** Counts members' addresses by channel, by the rules of the fan-out. */
  async count(kind: AnnouncedKind): Promise<ReadonlyMap<Channel, number>> {
    const counts = new Map<Channel, number>();
    let after: string | null = null;
    do {
      const { channels, last }: { channels: Channel[]; last: string | null } = await this.deliveries.findAddressesAfter(
        this.em,
        kind,
        after,
        BATCH,
      );
      for (const channel of channels) counts.set(channel, (counts.get(channel) ?? 0) + 1);
      after = last;
    } while (after !== null);
    return counts;
  }
}
