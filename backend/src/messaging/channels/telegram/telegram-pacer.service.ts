import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChannelBlockRepository } from '../channel-block.repository.js';

/** Telegram allows about 30 a second over all chats, and one a second in a chat. Edits count as messages do. */
const ALL_SPACING_SECONDS = 1 / 28;
const CHAT_SPACING_SECONDS = 1;

/** Spreads what all processes send over time, and keeps it back while Telegram asks for that. */
@Injectable()
export class TelegramPacer {
  constructor(private readonly blocks: ChannelBlockRepository) {}

  /** Waits for the turn of a message to a chat. Returns 0, or the seconds that the whole channel is blocked. */
  async turn(hash: Buffer): Promise<number> {
    const blocked = await this.blocks.blockedSeconds('telegram');
    if (blocked > 0) return blocked;
    await pause(await this.blocks.reserve('telegram', CHAT_SPACING_SECONDS, hash.toString('base64url')));
    await pause(await this.blocks.reserve('telegram', ALL_SPACING_SECONDS));
    // A 429 may have come in meanwhile.
    return this.blocks.blockedSeconds('telegram');
  }

  /** Nothing goes out for so many seconds. */
  block(seconds: number): Promise<void> {
    return this.blocks.block('telegram', seconds);
  }

  sweep(): Promise<void> {
    return this.blocks.sweep();
  }
}

const pause = async (seconds: number): Promise<void> => {
  if (seconds > 0) await sleep(seconds * 1000);
};
