import { tooMany } from './bot-faults.ts';
import type { Refusal } from './wire.ts';

/** Calls that share the limits: edits count as messages do. */
const COUNTED = ['sendMessage', 'editMessageText'];
/** So many at once, and one more every `1 / perSecond`. */
const ALL = { burst: 30, perSecond: 30 };
const CHAT = { burst: 5, perSecond: 1 };

/** A token bucket: what is left, and when that was. */
interface Bucket {
  left: number;
  at: number;
}

/** Telegram's limits: 30 messages and edits a second over all chats, and one a second in a private chat, where a few may come at once. */
export class BotLimits {
  private readonly buckets = new Map<'all' | number, Bucket>();
  /** Until then a chat gets 429. */
  private readonly blocked = new Map<'all' | number, number>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  clear(): void {
    this.buckets.clear();
    this.blocked.clear();
  }

  /** Refuses everybody for some seconds. */
  quiet(seconds: number): Refusal {
    return this.block('all', seconds);
  }

  /** The answer to a call during a block, which is one that comes too early; null: there is none. */
  early(method: string, chat: number | undefined): Refusal | null {
    const until = Math.max(this.blocked.get('all') ?? 0, isCounted(method) && chat !== undefined ? (this.blocked.get(chat) ?? 0) : 0);
    return this.now() < until ? tooMany(Math.ceil((until - this.now()) / 1000)) : null;
  }

  /** Counts a call. Null: it is within the limits; otherwise nobody, or the chat alone, is served for a while. */
  take(method: string, chat: number | undefined): Refusal | null {
    if (!isCounted(method)) return null;
    // Channels have a limit of their own (bot-channels.ts).
    if (chat !== undefined && chat > 0 && !this.takeOf(chat, CHAT)) return this.block(chat, 1);
    return this.takeOf('all', ALL) ? null : this.block('all', 1);
  }

  private block(scope: 'all' | number, seconds: number): Refusal {
    this.blocked.set(scope, this.now() + seconds * 1000);
    return tooMany(seconds);
  }

  private takeOf(scope: 'all' | number, { burst, perSecond }: typeof ALL): boolean {
    const now = this.now();
    const { left, at } = this.buckets.get(scope) ?? { left: burst, at: now };
    const rest = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    this.buckets.set(scope, { left: rest < 1 ? rest : rest - 1, at: now });
    return rest >= 1;
  }
}

const isCounted = (method: string): boolean => COUNTED.includes(method);
