import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { uuidv7, type Language } from '../../../platform/domain/index.js';
import { TelegramAccounts } from '../telegram/telegram-account.service.js';
import { TelegramAddressRepository } from '../telegram/telegram-address.repository.js';
import type { ChatMemberAction, JoinRequestAction } from '../telegram/telegram-update.rules.js';
import { ChatAccountRepository, type StoredChatMember } from './chat-account.repository.js';
import { ChatAccounts } from './chat-account.service.js';
import type { ChatStatus } from './chat-member.types.js';

interface Seen {
  id: string;
  /** The chat to write to. */
  chat: string;
  language: Language;
  status: ChatStatus;
}

/** Stores what the bot hears about its group. What follows from it is the loop's, which asks for the right just before it acts. */
@Injectable()
export class GroupUpdatesService {
  constructor(
    private readonly config: AppConfig,
    private readonly addresses: TelegramAddressRepository,
    private readonly telegram: TelegramAccounts,
    private readonly rows: ChatAccountRepository,
    private readonly accounts: ChatAccounts,
  ) {}

  /** Updates of other groups are ignored. */
  async apply(tx: EntityManager, action: JoinRequestAction | ChatMemberAction): Promise<void> {
    if (action.chat !== this.config.telegram?.group?.id) return;
    const { id, language } = action;
    if (action.act === 'join-request') return this.see(tx, { id, language, chat: action.userChat, status: 'requested' });
    const known = await this.rows.lock(tx, action.chat, this.telegram.hashOf(id));
    if (action.status === 'left') {
      if (known) await this.goneOut(tx, known, action);
    } else if (known || action.status === 'member') await this.see(tx, { id, language, chat: id, status: action.status });
  }

  /** Somebody left by themselves, or was removed: by us, or by an admin of the group. */
  private async goneOut(tx: EntityManager, { id, status }: StoredChatMember, { id: account, by }: ChatMemberAction): Promise<void> {
    if (status !== 'member' && status !== 'kept' && status !== 'banned') return;
    const isOurs = by === this.config.telegram!.botId;
    const userId = await this.memberOf(tx, account);
    await this.rows.observe(tx, id, isOurs ? { status: 'removed', notice: 'removed', userId } : { status: 'left', userId });
  }

  private async see(tx: EntityManager, { id, chat, language, status }: Seen): Promise<void> {
    const chatId = this.config.telegram!.group!.id;
    const hash = this.telegram.hashOf(id);
    const userId = await this.memberOf(tx, id);
    const rowId = uuidv7();
    await this.rows.insert(tx, {
      id: rowId,
      chatId,
      hash,
      account: this.accounts.seal({ id, chat, language }, rowId),
      userId,
      status,
    });
    const row = await this.rows.lock(tx, chatId, hash);
    if (!row || row.id === rowId) return;
    const account = this.accounts.seal({ id, chat, language }, row.id);
    await this.rows.observe(tx, row.id, { status, userId, account });
  }

  private async memberOf(tx: EntityManager, id: string): Promise<string | null> {
    return (await this.addresses.lockByHash(tx, this.telegram.hashOf(id)))?.userId ?? null;
  }
}
