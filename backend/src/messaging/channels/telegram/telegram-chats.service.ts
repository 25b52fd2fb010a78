import { Injectable, Logger } from '@nestjs/common';
import type { DeliveryTarget, SendOutcome } from '../channel.types.js';
import { TelegramAccounts, type TelegramAccount } from './telegram-account.service.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import type { TelegramAnswer } from './telegram-api.client.js';
import type { AlarmCause, Judgement, TelegramAct } from './telegram-outcome.rules.js';
import { TelegramMessageRepository } from './telegram-message.repository.js';
import { TelegramPacer } from './telegram-pacer.service.js';
import { telegramAlarms } from './telegram.metrics.js';

export type Judge = (answer: TelegramAnswer<unknown>, act: TelegramAct, ms: number) => Judgement;

/** What all senders of Telegram do with a chat and its answers. */
@Injectable()
export class TelegramChats {
  private readonly log = new Logger('Telegram');

  constructor(
    private readonly accounts: TelegramAccounts,
    private readonly addresses: TelegramAddressRepository,
    private readonly pacer: TelegramPacer,
    private readonly messages: TelegramMessageRepository,
  ) {}

  open({ address, addressId, userId }: Pick<DeliveryTarget, 'address' | 'addressId' | 'userId'>): TelegramAccount {
    return this.accounts.open(address, { table: 'channel_addresses', rowId: addressId, userId });
  }

  hashOf(account: TelegramAccount): Buffer {
    return this.accounts.hashOf(account.id);
  }

  /** Calls a chat; where Telegram says that it has another number, stores that and calls once more. */
  async sendTo(
    target: DeliveryTarget,
    account: TelegramAccount,
    call: (chatId: string) => Promise<TelegramAnswer<string>>,
    judge: Judge,
  ): Promise<SendOutcome> {
    const begin = performance.now();
    let [chat, answer] = [account, await call(account.id)];
    if (answer.kind === 'refused' && answer.migrateTo !== null) {
      const row = { table: 'channel_addresses', rowId: target.addressId, userId: target.userId } as const;
      chat = { ...account, id: answer.migrateTo };
      await this.addresses.move(target.addressId, { address: this.accounts.seal(chat, row), hash: this.hashOf(chat) });
      answer = await call(chat.id);
    }
    return this.outcomeOf(answer, 'send', begin, chat, judge);
  }

  /** Judges an answer, and does what it asks for besides. `begin`: when the call began, on the monotonic clock. */
  async outcomeOf(
    answer: TelegramAnswer<unknown>,
    act: TelegramAct,
    begin: number,
    account: TelegramAccount,
    judge: Judge,
  ): Promise<SendOutcome> {
    const ms = Math.round(performance.now() - begin);
    if (answer.kind === 'done') {
      const sent = { outcome: 'sent', status: 200, ms, answer: 'ok' } as const;
      return typeof answer.result === 'string' ? { ...sent, providerId: answer.result } : sent;
    }
    const { outcome, blockSeconds, pauseSeconds, alarm } = judge(answer, act, ms);
    if (blockSeconds !== undefined) await this.pacer.block(blockSeconds);
    if (pauseSeconds !== undefined) await this.pacer.pause(this.hashOf(account), pauseSeconds);
    if (alarm !== undefined) this.alarm(alarm, { status: outcome.status, answer: outcome.answer });
    return outcome;
  }

  /** Stores the number of an answer to a message. */
  noteReply(addressId: string, repliedTo: string, messageId: string): Promise<void> {
    return this.messages.noteReply(addressId, repliedTo, messageId);
  }

  /** A person has to look. */
  alarm(cause: AlarmCause, details: Record<string, unknown>): void {
    telegramAlarms.inc({ cause });
    this.log.error({ cause, ...details }, 'Telegram needs a person');
  }
}
