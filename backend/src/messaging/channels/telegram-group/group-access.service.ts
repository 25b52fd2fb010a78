import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock, DEFAULT_LANGUAGE, uuidv7 } from '../../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../../platform/http/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { TelegramAccounts } from '../telegram/telegram-account.service.js';
import { TelegramAddressRepository, type StoredTelegram } from '../telegram/telegram-address.repository.js';
import { TelegramForReaders, TelegramOff } from '../telegram/telegram.errors.js';
import { ChatAccountRepository, type StoredChatMember } from './chat-account.repository.js';
import { ChatAccounts } from './chat-account.service.js';
import { GroupNeedsTelegram, InGroupAlready } from './group.errors.js';

/**
 * Where a member stands. `none`: out of the group, without a link. `waiting`: a link is being made. `invited`: there is one. `requested`:
 * the join request is being answered. `banned`: by an admin of the group.
 */
export type GroupState = 'not-linked' | 'none' | 'waiting' | 'invited' | 'requested' | 'member' | 'banned';

/** The members' group, as one member sees it. */
export interface OwnGroup {
  state: GroupState;
  link: { url: string; expiresAt: Date } | null;
  mayAskForLink: boolean;
}

/** A member's own way into the group. Links are made by the worker. */
@Injectable()
export class GroupAccessService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly addresses: TelegramAddressRepository,
    private readonly telegram: TelegramAccounts,
    private readonly rows: ChatAccountRepository,
    private readonly accounts: ChatAccounts,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Returns null where there is no group, or for a member who may not see signals. */
  async state(actor: Actor): Promise<OwnGroup | null> {
    const group = this.config.telegram?.group;
    if (!group || !maySeeSignals(actor)) return null;
    const address = await this.addresses.findOwn(actor.userId);
    if (!address) return { state: 'not-linked', link: null, mayAskForLink: false };
    const row = await this.rows.find(group.id, this.hashOf(address, actor.userId));
    const isLive = row?.link != null && row.linkExpiresAt !== null && row.linkExpiresAt > this.clock.now();
    const state = row ? stateOf(row, isLive) : 'waiting';
    return {
      state,
      link: state === 'invited' ? { url: this.linkOf(row!.link!), expiresAt: row!.linkExpiresAt! } : null,
      mayAskForLink: state === 'none' || state === 'invited',
    };
  }

  /** Asks for a new link, which ends the one before. Throws TelegramOff, GroupNeedsTelegram, InGroupAlready (409), TelegramForReaders. */
  async askForLink(actor: Actor): Promise<void> {
    const group = this.config.telegram?.group;
    if (!group) throw new TelegramOff();
    if (!maySeeSignals(actor)) throw new TelegramForReaders();
    const { userId } = actor;
    await this.limits.consume('telegramGroupLinkUser', userId);
    await this.em.transactional(async (tx) => {
      const address = await this.addresses.findOwn(userId, tx);
      if (!address) throw new GroupNeedsTelegram();
      const hash = this.hashOf(address, userId);
      const row = (await this.rows.lock(tx, group.id, hash)) ?? (await this.insert(tx, group.id, address, hash));
      if (row && (row.status === 'member' || row.status === 'kept' || row.status === 'requested')) throw new InGroupAlready();
      if (row) await this.rows.wantLink(tx, row.id, userId);
    });
  }

  private async insert(tx: EntityManager, chatId: string, address: StoredTelegram, hash: Buffer): Promise<StoredChatMember | null> {
    const { userId } = address;
    const { id: telegramId } = this.accountOf(address, userId);
    const id = uuidv7();
    const account = this.accounts.seal({ id: telegramId, chat: telegramId, language: DEFAULT_LANGUAGE }, id);
    await this.rows.insert(tx, { id, chatId, hash, account, userId, status: 'invited' });
    return this.rows.lock(tx, chatId, hash);
  }

  private hashOf(address: StoredTelegram, userId: string): Buffer {
    return this.telegram.hashOf(this.accountOf(address, userId).id);
  }

  private accountOf({ id, address }: StoredTelegram, userId: string) {
    return this.telegram.open(address, { table: 'channel_addresses', rowId: id, userId });
  }

  /** In the demo a link leads to the sandbox's stand-in of Telegram. */
  private linkOf(link: string): string {
    return link.replace('https://t.me', this.config.telegram!.linkRoot);
  }
}

function stateOf({ status, isLinkWanted }: StoredChatMember, isLive: boolean): GroupState {
  if (status === 'member' || status === 'kept') return 'member';
  if (status === 'requested' || status === 'banned') return status;
  // Of a member whose right began again, the link follows by itself.
  if (isLinkWanted || status === 'removed') return 'waiting';
  return isLive ? 'invited' : 'none';
}
