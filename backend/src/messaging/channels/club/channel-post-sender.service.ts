import { Injectable } from '@nestjs/common';
import type { AddressLetter, TurnAddress } from '../channel-sender.port.js';
import type { Channel } from '../channel.types.js';
import { postJudgementOf } from '../telegram/telegram-outcome.rules.js';
import { CHANNEL_PACE } from '../telegram/telegram-pacer.service.js';
import { TelegramSender } from '../telegram/telegram-sender.service.js';
import type { TelegramText } from '../telegram/telegram-texts.rules.js';

/** Posts signals in the club's channel: as direct messages are sent, with a button in place of the link, at a channel's pace. */
@Injectable()
export class ChannelPostSender extends TelegramSender {
  override readonly channel: Channel = 'telegram-channel';

  override turn({ hash }: TurnAddress): Promise<number> {
    return this.pacer.turnOfPost(hash, CHANNEL_PACE);
  }

  /** There is no member to tell; alarms tell operators. */
  override letterOf(): AddressLetter | null {
    return null;
  }

  protected override messageOf({ html, body, action }: TelegramText) {
    return body !== null && action !== null ? { html: body, button: action } : { html };
  }

  protected override readonly judge = postJudgementOf;
}
