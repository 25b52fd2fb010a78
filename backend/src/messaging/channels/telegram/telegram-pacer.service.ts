import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChannelBlockRepository, type ChatPace } from '../channel-block.repository.js';

/** Telegram allows about 30 a second over all chats, and one a second in a chat. Edits count as messages do. */
const ALL_SPACING_SECONDS = 1 / 28;
const CHAT_SPACING_SECONDS = 1;
/** A channel takes 20 messages and edits in any minute: 4 at once, and 16 a minute. */
export const CHANNEL_PACE: ChatPace = { burst: 4, spacingSeconds: 60 / 16 };
/** A copy bot reads 7 messages in any minute: 3 at once, and 4 a minute. */
export const COPY_BOT_PACE: ChatPace = { burst: 3, spacingSeconds: 60 / 4 };

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

  /**
   * Takes the turn of a post in a channel, which never waits behind direct messages. Returns 0, or the seconds until there is one. Of all
   * chats together a moment is taken, and not waited for: posts are few.
   */
  async turnOfPost(hash: Buffer, pace: ChatPace): Promise<number> {
    const scope = hash.toString('base64url');
    const blocked = Math.max(await this.blocks.blockedSeconds('telegram'), await this.blocks.blockedSeconds('telegram', scope));
    if (blocked > 0) return blocked;
    const wait = await this.blocks.take('telegram', scope, pace);
    if (wait === 0) await this.blocks.reserve('telegram', ALL_SPACING_SECONDS);
    return wait;
  }

  /** Nothing goes to one chat for so many seconds. */
  pause(hash: Buffer, seconds: number): Promise<void> {
    return this.blocks.block('telegram', seconds, hash.toString('base64url'));
  }

  /** Waits for the turn of a request that is no message. Returns 0, or the seconds that the whole channel is blocked. */
  async next(): Promise<number> {
    const blocked = await this.blocks.blockedSeconds('telegram');
    if (blocked > 0) return blocked;
    await pause(await this.blocks.reserve('telegram', ALL_SPACING_SECONDS));
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
