import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { MailOutbox } from '../../mail/index.js';
import { GroupUpdatesService } from '../telegram-group/group-updates.service.js';
import { TelegramAccounts } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { TelegramApiClient } from './telegram-api.client.js';
import { TelegramLinkCodeRepository, type StoredLinkCode } from './telegram-link-code.repository.js';
import { TelegramDraftUpdates } from './telegram-draft-updates.service.js';
import { TelegramPacer } from './telegram-pacer.service.js';
import type { ChatAnswer } from './draft-replies.port.js';
import { replyText, type ReplyText } from './telegram-texts.rules.js';
import { TelegramUpdateRepository } from './telegram-update.repository.js';
import type { PressAction, ReplyAction, TelegramAction } from './telegram-update.rules.js';

type Start = Extract<TelegramAction, { act: 'start' }>;

/** An update that fails this often on our side is given up: it would hold up all that follow. */
const MAX_ATTEMPTS = 5;
/** Wrong codes of one Telegram account in an hour (rate-limits.config.ts); afterwards its codes are not looked at. */
const MAX_WRONG_CODES = 5;

/** Does what updates of the bot ask for. Replies are best effort: none is repeated. */
@Injectable()
export class TelegramUpdatesService {
  private readonly log = new Logger('Telegram');

  constructor(
    private readonly em: EntityManager,
    private readonly updates: TelegramUpdateRepository,
    private readonly addresses: TelegramAddressRepository,
    private readonly codes: TelegramLinkCodeRepository,
    private readonly accounts: TelegramAccounts,
    private readonly limits: RateLimits,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly api: TelegramApiClient,
    private readonly pacer: TelegramPacer,
    private readonly config: AppConfig,
    private readonly group: GroupUpdatesService,
    private readonly drafts: TelegramDraftUpdates,
  ) {}

  /** Works off the oldest update. Returns false if there is none. */
  async workOne(): Promise<boolean> {
    let current: string | null = null;
    try {
      const done = await this.em.transactional(async (tx) => {
        const next = await this.updates.lockNext(tx);
        if (!next) return null;
        current = next.updateId;
        const reply = await this.answerOf(tx, next.action);
        await this.updates.finish(tx, next.updateId);
        return { action: next.action, reply };
      });
      if (!done) return false;
      if (done.action.act === 'press') await this.api.answerPress(done.action.call);
      if (done.reply !== null) await this.reply(done.action.id, done.reply);
    } catch (error) {
      if (current === null) throw error;
      const isGivenUp = await this.updates.fail(current, MAX_ATTEMPTS);
      this.log[isGivenUp ? 'error' : 'warn']({ err: error, updateId: current }, 'an update of Telegram failed on our side');
    }
    return true;
  }

  private async answerOf(tx: EntityManager, action: TelegramAction): Promise<ChatAnswer | null> {
    if (action.act === 'reply') return this.drafts.reply(tx, action);
    if (action.act === 'press') return this.drafts.press(tx, action);
    const text = await this.apply(tx, action);
    if (text === null || action.act !== 'start') return null;
    const values: Record<string, string> = text === 'start' ? { url: `${this.config.publicUrl}/#/notification-settings` } : {};
    return { html: replyText(text, action.language, values) };
  }

  private async apply(tx: EntityManager, action: Exclude<TelegramAction, ReplyAction | PressAction>): Promise<ReplyText | null> {
    if (action.act === 'start') return action.codeHash === null ? this.started(tx, action) : this.linking(tx, action, action.codeHash);
    if (action.act === 'join-request' || action.act === 'chat-member') {
      await this.group.apply(tx, action);
      return null;
    }
    const address = await this.addresses.lockByHash(tx, this.accounts.hashOf(action.id));
    if (!address) return null;
    if (action.act === 'unblock') await this.enable(tx, address);
    else if (address.state === 'active') {
      await this.addresses.disable(tx, address.id);
      await this.record(tx, 'telegram.disable', address);
      await this.mail.queue(tx, {
        letter: 'telegram-disabled',
        data: {},
        to: address.userId,
        dedupeKey: `telegram-blocked:${address.id}:${Date.now()}`,
      });
    }
    return null;
  }

  /** Answers /start without a code: from a member who had blocked the bot, or from an account that is not connected. */
  private async started(tx: EntityManager, { id }: Start): Promise<ReplyText> {
    const address = await this.addresses.lockByHash(tx, this.accounts.hashOf(id));
    if (!address?.isOpen) return 'start';
    return (await this.enable(tx, address)) ? 'again' : 'ready';
  }

  /** Returns null for no reply, so that guessed codes reveal nothing. */
  private async linking(tx: EntityManager, { id, name }: Start, codeHash: string): Promise<ReplyText | null> {
    if ((await this.limits.used('telegramWrongCode', id)) >= MAX_WRONG_CODES) return null;
    const code = await this.codes.lockUnused(tx, Buffer.from(codeHash, 'base64url'));
    if (!code) {
      await this.limits.count('telegramWrongCode', id);
      return 'expired';
    }
    const holder = await this.addresses.lockByHash(tx, this.accounts.hashOf(id));
    if (holder) return this.refuse(tx, code, holder);
    const row = { table: 'telegram_link_codes', rowId: code.id, userId: code.userId } as const;
    await this.codes.use(tx, code.id, this.accounts.seal({ id, name }, row));
    return 'confirm';
  }

  /** The account belongs to another member: the one who asked sees it on the page, the other one gets an email. */
  private async refuse(tx: EntityManager, code: StoredLinkCode, holder: { id: string; userId: string }): Promise<ReplyText> {
    await this.codes.refuse(tx, code.id);
    await this.record(tx, 'telegram.refuse', { id: holder.id, userId: code.userId });
    await this.mail.queue(tx, { letter: 'telegram-refused', data: {}, to: holder.userId, dedupeKey: `telegram-refused:${code.id}` });
    return 'taken';
  }

  private async enable(
    tx: EntityManager,
    address: { id: string; userId: string; reason: string | null; isOpen: boolean },
  ): Promise<boolean> {
    if (address.reason !== 'blocked' || !address.isOpen) return false;
    await this.addresses.enable(tx, address.id);
    await this.record(tx, 'telegram.enable', address);
    return true;
  }

  private record(tx: EntityManager, action: string, { id, userId }: { id: string; userId: string }): Promise<void> {
    return this.audit.record(tx, {
      action,
      actorId: null,
      actorRole: null,
      targetType: 'channel address',
      targetId: id,
      detail: { userId },
    });
  }

  private async reply(id: string, answer: ChatAnswer): Promise<void> {
    if ((await this.pacer.turn(this.accounts.hashOf(id))) > 0) return;
    const sent = await this.api.send({ chatId: id, ...answer }, { isSilent: false });
    if (sent.kind === 'refused' && sent.retryAfter !== null) await this.pacer.block(sent.retryAfter);
  }
}
