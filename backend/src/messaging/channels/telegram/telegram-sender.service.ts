import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { ChannelSender, type AddressLetter, type TurnAddress } from '../channel-sender.port.js';
import type { AddressNews, Channel, Content, DeliveryTarget, DisabledReason, SendOutcome } from '../channel.types.js';
import type { TelegramAccount } from './telegram-account.service.js';
import { TelegramApiClient, type TelegramMessage } from './telegram-api.client.js';
import { TelegramChats, type Judge } from './telegram-chats.service.js';
import { judgementOf, retrySeconds } from './telegram-outcome.rules.js';
import { TelegramPacer } from './telegram-pacer.service.js';
import { eventText, type TelegramText } from './telegram-texts.rules.js';

type MessageBody = Omit<TelegramMessage, 'chatId'>;

/**
 * Sends signals to members' private chats. The first state of a signal is a message; later ones edit it, and a change that matters also
 * goes out as a short reply, because edits make no sound. A message that may have arrived is never sent again.
 */
@Injectable()
export class TelegramSender extends ChannelSender {
  readonly channel: Channel = 'telegram';
  readonly repeatsUncertain = false;
  override readonly goneReason: DisabledReason = 'blocked';
  override readonly disablesFailing = false;
  protected readonly judge: Judge = judgementOf;

  constructor(
    private readonly config: AppConfig,
    private readonly chats: TelegramChats,
    private readonly api: TelegramApiClient,
    protected readonly pacer: TelegramPacer,
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
    const account = this.chats.open(target);
    return content.providerId === null ? this.sendNew(target, account, text, content.isSilent) : this.edit(target, account, text, content);
  }

  letterOf(news: AddressNews): AddressLetter | null {
    if (news === 'disabled-gone') return { letter: 'telegram-disabled', data: {} };
    return news === 'uncertain' ? { letter: 'telegram-uncertain', data: {} } : null;
  }

  /** What a chat shows of a text. */
  protected messageOf({ html }: TelegramText): MessageBody {
    return { html };
  }

  private sendNew(target: DeliveryTarget, account: TelegramAccount, text: TelegramText, isSilent: boolean): Promise<SendOutcome> {
    const message = this.messageOf(text);
    return this.chats.sendTo(target, account, (chatId) => this.api.send({ chatId, ...message }, { isSilent }), this.judge);
  }

  private async edit(
    { addressId }: DeliveryTarget,
    account: TelegramAccount,
    text: TelegramText,
    { providerId, isSilent }: Content,
  ): Promise<SendOutcome> {
    const messageId = providerId!;
    const begin = performance.now();
    const answer = await this.api.edit({ chatId: account.id, ...this.messageOf(text) }, messageId);
    const outcome = await this.chats.outcomeOf(answer, 'edit', begin, account, this.judge);
    // Only after an edit that changed something: one that is repeated finds its text there, and its reply has gone out.
    if (answer.kind === 'done' && !isSilent && text.news !== null) await this.reply(addressId, account, text.news, messageId);
    return outcome.outcome === 'sent' ? { ...outcome, providerId: messageId } : outcome;
  }

  /** Best effort: the message has the news already. */
  private async reply(addressId: string, account: TelegramAccount, html: string, replyTo: string): Promise<void> {
    if ((await this.turn({ hash: this.chats.hashOf(account), service: null })) > 0) return;
    const begin = performance.now();
    const answer = await this.api.send({ chatId: account.id, html }, { isSilent: false, replyTo });
    await this.chats.outcomeOf(answer, 'send', begin, account, this.judge);
    if (answer.kind === 'done') await this.chats.noteReply(addressId, replyTo, answer.result);
  }
}
