import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { NOTE } from './telegram-texts.rules.js';

/** Sends texts of other modules to one user's own Telegram, with the states and the limits of all deliveries. */
@Injectable()
export class TelegramNotes {
  constructor(
    private readonly addresses: TelegramAddressRepository,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly clock: Clock,
  ) {}

  /** Queues a message in the transaction of `tx`. Returns the id of its event; null: the user has no account that takes messages. */
  async queue(tx: EntityManager, userId: string, { html, lifeSeconds }: { html: string; lifeSeconds: number }): Promise<string | null> {
    const address = await this.addresses.findOwn(userId, tx);
    if (address?.state !== 'active') return null;
    const payload = messageOf(NOTE, this.clock.now(), { html });
    const eventId = await this.events.insertForOwner(tx, { kind: NOTE, payload, lifeSeconds });
    await this.deliveries.insertOne(tx, eventId, address.id);
    return eventId;
  }
}
