import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { DEFAULT_LANGUAGE, uuidv7 } from '../../../platform/domain/index.js';
import { TelegramAccounts } from '../telegram/telegram-account.service.js';
import { ChatAccountRepository } from './chat-account.repository.js';
import { ChatAccounts } from './chat-account.service.js';

/** Members that one round invites. */
const BATCH = 100;

/** Makes rows for accounts that may be in the group: they get a link. */
@Injectable()
export class GroupInvitesService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly rows: ChatAccountRepository,
    private readonly telegram: TelegramAccounts,
    private readonly accounts: ChatAccounts,
  ) {}

  /** Invites members who have connected Telegram and may see signals, and whose account has no row yet. */
  async inviteMissing(): Promise<void> {
    const chatId = this.config.telegram!.group!.id;
    for (const { addressId, userId, address, hash } of await this.rows.findMissing(chatId, BATCH)) {
      const { id: telegramId } = this.telegram.open(address, { table: 'channel_addresses', rowId: addressId, userId });
      const id = uuidv7();
      const account = this.accounts.seal({ id: telegramId, chat: telegramId, language: DEFAULT_LANGUAGE }, id);
      await this.rows.insert(this.em, { id, chatId, hash, account, userId, status: 'invited', isLinkWanted: true, notice: 'invited' });
    }
  }
}
