import { refusal, type JsonObject, type Refusal } from './wire.ts';

/** Messages and edits that a channel takes in a minute. */
const MAX_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** What the bot may do in a channel. */
export const channelRights = ['post', 'none', 'kicked'] as const;
export type ChannelRights = (typeof channelRights)[number];

/** A channel: its number begins with -100. */
export interface BotChannel {
  id: number;
  title: string;
  rights: ChannelRights;
  /** When it took something in the last minute. */
  taken: number[];
}

/** Channels in which the bot posts. */
export class BotChannels {
  private readonly channels = new Map<number, BotChannel>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  clear(): void {
    this.channels.clear();
  }

  /** Forgets what channels took: the minute is over. */
  rest(): void {
    for (const channel of this.channels.values()) channel.taken = [];
  }

  set(id: number, rights: ChannelRights): BotChannel {
    const channel = this.channels.get(id) ?? { id, title: `Channel ${id}`, rights, taken: [] };
    channel.rights = rights;
    this.channels.set(id, channel);
    return channel;
  }

  /** Takes a message or an edit, or refuses it. Null: there is no such channel. */
  take(id: number): BotChannel | Refusal | null {
    const channel = this.channels.get(id);
    if (!channel) return null;
    if (channel.rights === 'kicked') return refusal(403, 'Forbidden: bot was kicked from the channel chat');
    if (channel.rights === 'none') return refusal(400, 'Bad Request: need administrator rights in the channel chat');
    const now = this.now();
    channel.taken = channel.taken.filter((at) => at > now - MINUTE_MS);
    if (channel.taken.length >= MAX_A_MINUTE) {
      const seconds = Math.ceil((channel.taken[0]! + MINUTE_MS - now) / 1000);
      return refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
    }
    channel.taken.push(now);
    return channel;
  }
}

export const channelChat = ({ id, title }: BotChannel): JsonObject => ({ id, title, type: 'channel' });
