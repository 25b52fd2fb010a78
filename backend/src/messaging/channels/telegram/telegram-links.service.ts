import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock, NotFound, permits, uuidv7 } from '../../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../../platform/http/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { ONE_MEMBER_A_TELEGRAM, ONE_TELEGRAM_A_MEMBER } from '../channel-address.entity.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import type { AddressState } from '../channel.types.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { TelegramAccounts, type TelegramAccount } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { TelegramBotRepository } from './telegram-bot.repository.js';
import { TelegramLinkCodeRepository } from './telegram-link-code.repository.js';
import { CONNECTED } from './telegram-texts.rules.js';
import { codeHashOf } from './telegram-update.rules.js';
import { NothingToConfirm, OtherSession, TelegramConnected, TelegramForReaders, TelegramOff, TelegramTaken } from './telegram.errors.js';

const CODE_BYTES = 32;
/** A greeting expires after this time. */
const GREETING_LIFE_SECONDS = 3600;

/** A member's Telegram, as the member sees it. */
export interface OwnTelegram {
  isAvailable: boolean;
  account: (TelegramAccount & { state: AddressState; connectedAt: Date }) | null;
  /** The open link. `pending`: the account that used it, and waits for this session to confirm. */
  request: { expiresAt: Date; pending: TelegramAccount | null; isRefused: boolean; isOwnSession: boolean } | null;
}

/** Connects members with their Telegram accounts. */
@Injectable()
export class TelegramLinksService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly bots: TelegramBotRepository,
    private readonly addresses: TelegramAddressRepository,
    private readonly codes: TelegramLinkCodeRepository,
    private readonly accounts: TelegramAccounts,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async state({ userId, sessionId }: Actor): Promise<OwnTelegram> {
    const [name, address, code] = await Promise.all([this.botName(), this.addresses.findOwn(userId), this.codes.findOpen(userId)]);
    return {
      isAvailable: name !== null,
      account: address && {
        ...this.accounts.open(address.address, { table: 'channel_addresses', rowId: address.id, userId }),
        state: address.state,
        connectedAt: address.createdAt,
      },
      request: code && {
        expiresAt: code.expiresAt,
        pending: code.telegram && this.accounts.open(code.telegram, { table: 'telegram_link_codes', rowId: code.id, userId }),
        isRefused: code.isRefused,
        isOwnSession: code.sessionId === sessionId,
      },
    };
  }

  /** Returns a link to the bot: one use, ten minutes. Throws TelegramOff, TelegramConnected (409), TelegramForReaders, TooMany. */
  async link(actor: Actor): Promise<string> {
    const name = await this.botName();
    if (name === null) throw new TelegramOff();
    if (!mayConnect(actor)) throw new TelegramForReaders();
    const { userId, sessionId } = actor;
    await this.limits.consume('telegramLinkUser', userId);
    if (await this.addresses.findOwn(userId)) throw new TelegramConnected();
    const code = randomBytes(CODE_BYTES).toString('base64url');
    await this.em.transactional((tx) => this.codes.replace(tx, { id: uuidv7(), userId, sessionId, hash: codeHashOf(code) }));
    return `${this.config.telegram!.linkRoot}/${name}?start=${code}`;
  }

  /**
   * Connects the account that used the link. `telegramId`: the one that the member saw. Throws NothingToConfirm, OtherSession,
   * TelegramTaken, TelegramConnected (409), TelegramForReaders.
   */
  async confirm(actor: Actor, telegramId: string): Promise<void> {
    if (!mayConnect(actor)) throw new TelegramForReaders();
    const { userId } = actor;
    try {
      await this.em.transactional(async (tx) => {
        const code = await this.codes.lockOpen(tx, userId);
        if (!code?.telegram) throw new NothingToConfirm();
        if (code.sessionId !== actor.sessionId) throw new OtherSession();
        const account = this.accounts.open(code.telegram, { table: 'telegram_link_codes', rowId: code.id, userId });
        if (account.id !== telegramId) throw new NothingToConfirm();
        const id = uuidv7();
        const address = this.accounts.seal(account, { table: 'channel_addresses', rowId: id, userId });
        await this.addresses.insert(tx, { id, userId, address, hash: this.accounts.hashOf(account.id) });
        await this.codes.delete(tx, userId);
        await this.greet(tx, id);
        await this.record(tx, actor, id, 'connect');
      });
    } catch (error) {
      if (violatesUnique(error, ONE_MEMBER_A_TELEGRAM)) throw new TelegramTaken();
      throw violatesUnique(error, ONE_TELEGRAM_A_MEMBER) ? new TelegramConnected() : error;
    }
  }

  /** Ends the connection, and an open link. Throws NotFound if there is neither. */
  async disconnect(actor: Actor): Promise<void> {
    await this.em.transactional(async (tx) => {
      const hadCode = (await this.codes.lockOpen(tx, actor.userId)) !== null;
      await this.codes.delete(tx, actor.userId);
      const id = await this.addresses.deleteOwn(tx, actor.userId);
      if (id !== null) await this.record(tx, actor, id, 'disconnect');
      else if (!hadCode) throw new NotFound('Telegram account');
    });
  }

  private async greet(tx: EntityManager, addressId: string): Promise<void> {
    const payload = messageOf(CONNECTED, this.clock.now(), {});
    const eventId = await this.events.insertForOwner(tx, { kind: CONNECTED, payload, lifeSeconds: GREETING_LIFE_SECONDS });
    await this.deliveries.insertOne(tx, eventId, addressId);
  }

  private async botName(): Promise<string | null> {
    return this.config.telegram && this.bots.findName(this.config.telegram.botId);
  }

  private record(tx: EntityManager, { userId, role }: Actor, id: string, act: string): Promise<void> {
    return this.audit.record(tx, {
      action: `telegram.${act}`,
      actorId: userId,
      actorRole: role,
      targetType: 'channel address',
      targetId: id,
    });
  }
}

/** Members who may see signals, and admins who may publish them. */
const mayConnect = (actor: Actor): boolean => (actor.role === 'admin' ? permits(actor.teamRole, 'signals.publish') : maySeeSignals(actor));
