import { Injectable } from '@nestjs/common';
import type { Channel } from '../channel.types.js';
import { TelegramAccounts } from '../telegram/telegram-account.service.js';
import { WebhookTargetService } from '../webhooks/webhook-target.service.js';

/** An address with what its name is read from. */
export interface NamedAddress {
  addressId: string;
  /** Null: it is the club's own. */
  userId: string | null;
  channel: Channel;
  address: Buffer;
  /** Of web push: the host of the push service. */
  service: string | null;
}

/**
 * Names addresses for the team: host of a webhook or push service, name and number of a Telegram account, number of a channel of the club.
 * The path of a URL and the endpoint of a browser work like a key, and never leave this service.
 */
@Injectable()
export class AddressNames {
  constructor(
    private readonly webhooks: WebhookTargetService,
    private readonly accounts: TelegramAccounts,
  ) {}

  /** Returns null if the name is not known: the key of the sealed address is gone. */
  of({ addressId, userId, channel, address, service }: NamedAddress): string | null {
    if (channel === 'push') return service;
    try {
      if (channel === 'webhook') return userId && new URL(this.webhooks.open(address, addressId, userId, 'address')).host;
      const { id, name } = this.accounts.open(address, { table: 'channel_addresses', rowId: addressId, userId });
      return name === id ? id : `${name} (${id})`;
    } catch {
      return null;
    }
  }
}
