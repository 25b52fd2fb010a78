import { Injectable, Logger } from '@nestjs/common';
import { ChannelBlockRepository } from '../channel-block.repository.js';
import type { TelegramAnswer } from '../telegram/telegram-api.client.js';
import { TelegramPacer } from '../telegram/telegram-pacer.service.js';
import { telegramAlarms } from '../telegram/telegram.metrics.js';
import { ChatMemberRepository } from './chat-member.repository.js';
import type { HeldMember } from './chat-member.types.js';
import { groupFailureOf } from './group-answer.rules.js';

/** The scope of `channel_blocks` that holds back what concerns the group. */
const GROUP = 'group';

/** When requests about the group may go out, and what becomes of those that fail. */
@Injectable()
export class GroupRequests {
  private readonly log = new Logger('Telegram');

  constructor(
    private readonly members: ChatMemberRepository,
    private readonly pacer: TelegramPacer,
    private readonly blocks: ChannelBlockRepository,
  ) {}

  /** Whether Telegram has refused the bot's rights in the group a moment ago. */
  async isPaused(): Promise<boolean> {
    return (await this.blocks.blockedSeconds('telegram', GROUP)) > 0;
  }

  /** Waits for the turn of a request. Returns 0, or the seconds that the whole channel is blocked. */
  turn(): Promise<number> {
    return this.pacer.next();
  }

  /** Waits for the turn of a message to an account. Returns as `turn` does. */
  turnOf(hash: Buffer): Promise<number> {
    return this.pacer.turn(hash);
  }

  /** Lets go of a row whose request failed, until the next try. */
  async failed(row: HeldMember, answer: TelegramAnswer<unknown>): Promise<void> {
    const { inSeconds, block, alarm } = groupFailureOf(answer, row.act, row.attempts);
    if (block?.scope === 'all') await this.pacer.block(block.seconds);
    else if (block) await this.blocks.block('telegram', block.seconds, GROUP);
    if (alarm !== undefined) {
      telegramAlarms.inc({ cause: alarm });
      this.log.error(
        { cause: alarm, act: row.act, ...(answer.kind === 'refused' && { answer: answer.description }) },
        'the group is refused',
      );
    }
    await this.members.postpone(row, inSeconds, true);
  }
}
