import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '../../../platform/outbox/index.js';
import { TelegramAccounts } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { TelegramLinkCodeRepository } from './telegram-link-code.repository.js';
import { TelegramMessageRepository } from './telegram-message.repository.js';

/** The outbox kind that TelegramMessageRemoval handles. */
export const DELETE_MESSAGE = 'telegram.delete-message';

/** A message to delete. It is sealed in the outbox, and deleted there as soon as that is done. */
export interface MessageToDelete {
  chat: string;
  message: string;
  /** ISO 8601. Afterwards Telegram refuses. */
  until: string;
}

/** Takes a member's Telegram away when they ask to be erased. */
@Injectable()
export class TelegramErasure {
  constructor(
    private readonly accounts: TelegramAccounts,
    private readonly addresses: TelegramAddressRepository,
    private readonly codes: TelegramLinkCodeRepository,
    private readonly messages: TelegramMessageRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Ends the connection in the transaction of `tx`, and queues the deletion of what the bot sent in the last 48 hours: the worker deletes
   * it after the commit, and the erasure waits for none of it.
   */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    await this.codes.delete(tx, userId);
    const own = await this.addresses.findOwn(userId, tx);
    if (!own) return;
    const messages = await this.messages.findDeletable(tx, own.id);
    if (messages.length > 0) {
      const { id: chat } = this.accounts.open(own.address, { table: 'channel_addresses', rowId: own.id, userId });
      await this.outbox.addAll(
        tx,
        messages.map(({ messageId: message, until }) => ({
          kind: DELETE_MESSAGE,
          dedupeKey: `${DELETE_MESSAGE}:${own.id}:${message}`,
          payload: { chat, message, until: until.toISOString() } satisfies MessageToDelete,
        })),
      );
    }
    await this.addresses.deleteOwn(tx, userId);
  }
}
