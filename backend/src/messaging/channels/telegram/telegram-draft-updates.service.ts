import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DraftReplies, type ChatAnswer } from './draft-replies.port.js';
import { TelegramAccounts } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { findNote } from './telegram-note.query.js';
import type { PressAction, ReplyAction } from './telegram-update.rules.js';

/** Replies and presses of connected accounts. Others are not answered, so that they learn nothing. */
@Injectable()
export class TelegramDraftUpdates {
  constructor(
    private readonly addresses: TelegramAddressRepository,
    private readonly accounts: TelegramAccounts,
    private readonly drafts: DraftReplies,
  ) {}

  async reply(tx: EntityManager, { id, to, text }: ReplyAction): Promise<ChatAnswer | null> {
    const address = await this.addresses.lockByHash(tx, this.accounts.hashOf(id));
    if (!address?.isOpen) return null;
    const eventId = await findNote(tx, address.id, to);
    return eventId === null ? null : this.drafts.reply(tx, { eventId, userId: address.userId, chatId: id, text });
  }

  async press(tx: EntityManager, { id, data }: PressAction): Promise<ChatAnswer | null> {
    const address = await this.addresses.lockByHash(tx, this.accounts.hashOf(id));
    return address?.isOpen ? this.drafts.press(tx, { userId: address.userId, chatId: id, data }) : null;
  }
}
