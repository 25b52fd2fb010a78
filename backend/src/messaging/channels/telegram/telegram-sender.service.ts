import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { ChannelSender, type AddressLetter, type TurnAddress } from '../channel-sender.port.js';
import type { AddressNews, Content, DeliveryTarget, DisabledReason, SendOutcome } from '../channel.types.js';
import { TelegramAccounts, type TelegramAccount } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { TelegramApiClient, type TelegramAnswer } from './telegram-api.client.js';
import { judgementOf, retrySeconds, type TelegramAct } from './telegram-outcome.rules.js';
import { TelegramPacer } from './telegram-pacer.service.js';
import { telegramAlarms } from './telegram.metrics.js';
import { eventText, type TelegramText } from './telegram-texts.rules.js';

/**
 * Sends signals to members' private chats. The first state of a signal is a message; later ones edit it, and a change that matters also
 * goes out as a short reply, because edits make no sound. A message that may have arrived is never sent again.
 */
@Injectable()
export class TelegramSender extends ChannelSender {
  readonly channel = 'telegram';
  readonly repeatsUncertain = false;
  override readonly goneReason: DisabledReason = 'blocked';
  override readonly disablesFailing = false;
  private readonly log = new Logger('Telegram');

  constructor(
    private readonly config: AppConfig,
    private readonly accounts: TelegramAccounts,
    private readonly addresses: TelegramAddressRepository,
    private readonly api: TelegramApiClient,
    private readonly pacer: TelegramPacer,
  ) {
    super();
  }

  retrySeconds(attempts: number): number {
    return retrySeconds(attempts);
  }

  override turn({ hash }: TurnAddress): Promise<number> {
    return this.pacer.turn(hash);
  }

  async send(target: DeliveryTarget, content: Content): Promise<SendOutcome> {
    const text = eventText(content.kind, content.payload, target.language, this.config.publicUrl);
    if (!text) return { outcome: 'failed_permanent', gone: false, status: null, ms: 0, answer: 'no-text' };
    const account = this.accountOf(target);
    return content.providerId === null
      ? this.sendNew(target, account, text.html, content.isSilent)
      : this.edit(account, text, content.providerId, content.isSilent);
  }

  letterOf(news: AddressNews): AddressLetter | null {
    if (news === 'disabled-gone') return { letter: 'telegram-disabled', data: {} };
    return news === 'uncertain' ? { letter: 'telegram-uncertain', data: {} } : null;
  }

  private async sendNew(target: DeliveryTarget, account: TelegramAccount, html: string, isSilent: boolean): Promise<SendOutcome> {
    const begin = performance.now();
    let answer = await this.api.send({ chatId: account.id, html }, { isSilent });
    if (answer.kind === 'refused' && answer.migrateTo !== null) {
      const chatId = answer.migrateTo;
      const row = { table: 'channel_addresses', rowId: target.addressId, userId: target.userId } as const;
      const moved = { ...account, id: chatId };
      await this.addresses.move(target.addressId, { address: this.accounts.seal(moved, row), hash: this.accounts.hashOf(chatId) });
      answer = await this.api.send({ chatId, html }, { isSilent });
    }
    return this.outcomeOf(answer, 'send', begin);
  }

  private async edit(account: TelegramAccount, text: TelegramText, messageId: string, isSilent: boolean): Promise<SendOutcome> {
    const begin = performance.now();
    const chatId = account.id;
    const answer = await this.api.edit({ chatId, html: text.html }, messageId);
    const outcome = await this.outcomeOf(answer, 'edit', begin);
    // Only after an edit that changed something: one that is repeated finds its text there, and its reply has gone out.
    if (answer.kind === 'done' && !isSilent && text.news !== null) await this.reply(chatId, text.news, messageId);
    return outcome.outcome === 'sent' ? { ...outcome, providerId: messageId } : outcome;
  }

  /** Best effort: the message has the news already. */
  private async reply(chatId: string, html: string, replyTo: string): Promise<void> {
    if ((await this.pacer.turn(this.accounts.hashOf(chatId))) > 0) return;
    const begin = performance.now();
    await this.outcomeOf(await this.api.send({ chatId, html }, { isSilent: false, replyTo }), 'send', begin);
  }

  private async outcomeOf(answer: TelegramAnswer<unknown>, act: TelegramAct, begin: number): Promise<SendOutcome> {
    const ms = Math.round(performance.now() - begin);
    if (answer.kind === 'done') {
      const sent = { outcome: 'sent', status: 200, ms, answer: 'ok' } as const;
      return typeof answer.result === 'string' ? { ...sent, providerId: answer.result } : sent;
    }
    const { outcome, blockSeconds, alarm } = judgementOf(answer, act, ms);
    if (blockSeconds !== undefined) await this.pacer.block(blockSeconds);
    if (alarm !== undefined) {
      telegramAlarms.inc({ cause: alarm });
      this.log.error({ cause: alarm, status: outcome.status, answer: outcome.answer }, 'Telegram refuses what we send');
    }
    return outcome;
  }

  private accountOf({ address, addressId, userId }: DeliveryTarget): TelegramAccount {
    return this.accounts.open(address, { table: 'channel_addresses', rowId: addressId, userId });
  }
}
