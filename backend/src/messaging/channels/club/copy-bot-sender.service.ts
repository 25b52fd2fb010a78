import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock } from '../../../platform/domain/index.js';
import { ChannelSender, type AddressLetter, type TurnAddress } from '../channel-sender.port.js';
import type { Content, DeliveryTarget, SendOutcome } from '../channel.types.js';
import { TelegramApiClient } from '../telegram/telegram-api.client.js';
import { TelegramChats, type Judge } from '../telegram/telegram-chats.service.js';
import { postJudgementOf, retrySeconds, type AlarmCause } from '../telegram/telegram-outcome.rules.js';
import { COPY_BOT_PACE, TelegramPacer } from '../telegram/telegram-pacer.service.js';
import { CLOSE_TEXT, closedBy, copyActOf, copySignalOf, type CopyAct, type CopySignal } from './copy-bot.rules.js';

/**
 * Posts signals for copy bots in a channel of their own. Each post opens positions of members, so that nothing that may have arrived is
 * sent again, and nothing is edited (ADR 37).
 */
@Injectable()
export class CopyBotSender extends ChannelSender {
  readonly channel = 'copy-bot';
  readonly repeatsUncertain = false;
  override readonly disablesFailing = false;

  constructor(
    private readonly config: AppConfig,
    private readonly chats: TelegramChats,
    private readonly api: TelegramApiClient,
    private readonly pacer: TelegramPacer,
    private readonly clock: Clock,
  ) {
    super();
  }

  retrySeconds(attempts: number): number {
    return retrySeconds(attempts);
  }

  override turn({ hash }: TurnAddress): Promise<number> {
    return this.pacer.turnOfPost(hash, COPY_BOT_PACE);
  }

  async send(target: DeliveryTarget, content: Content, secondsLeft: number): Promise<SendOutcome> {
    const signal = content.kind.startsWith('signal.') ? copySignalOf(content.payload) : null;
    const act: CopyAct = signal ? this.actOf(signal, content, secondsLeft) : { act: 'none', why: 'no-signal' };
    if (act.act === 'none') {
      if (act.alarm) this.chats.alarm(act.alarm, { why: act.why, signal: signal?.id, symbol: signal?.symbol });
      return { outcome: 'suppressed', status: null, ms: 0, answer: act.why };
    }
    const account = this.chats.open(target);
    if (act.act === 'post')
      return this.chats.sendTo(target, account, (chatId) => this.api.post(chatId, act.text), failingAs('copy-not-posted'));
    const begin = performance.now();
    const answer = await this.api.post(account.id, CLOSE_TEXT, act.postId);
    const outcome = await this.chats.outcomeOf(answer, 'send', begin, account, failingAs('copy-not-closed'));
    return outcome.outcome === 'sent' ? { ...outcome, providerId: closedBy(act.postId, outcome.providerId!) } : outcome;
  }

  letterOf(): AddressLetter | null {
    return null;
  }

  private actOf(signal: CopySignal, { providerId, sentRevision }: Content, secondsLeft: number): CopyAct {
    const ageSeconds = (this.clock.now().getTime() - Date.parse(signal.published_at)) / 1000;
    return copyActOf(signal, this.config.telegram!.copyExchanges, {
      providerId,
      sentRevision,
      ageSeconds,
      isAsked: secondsLeft === Infinity,
    });
  }
}

/** A refusal for good needs a person, who does by hand what the copy bot did not get. */
const failingAs =
  (cause: AlarmCause): Judge =>
  (answer, act, ms) => {
    const judgement = postJudgementOf(answer, act, ms);
    return judgement.outcome.outcome === 'failed_permanent' ? { ...judgement, alarm: cause } : judgement;
  };
