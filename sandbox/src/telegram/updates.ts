import type { Json } from './wire.ts';

/** One entry of getUpdates. */
export interface Update {
  update_id: number;
  [kind: string]: Json;
}

const KINDS = ['message', 'callback_query', 'my_chat_member', 'chat_member', 'chat_join_request'] as const;
export type UpdateKind = (typeof KINDS)[number];
/** What Telegram sends only where it is asked for by name. */
const UNASKED = ['chat_member'];
/** A long poll answers after this many updates at most. */
const MAX_LIMIT = 100;

interface Poll {
  kinds: readonly string[] | undefined;
  offset: number;
  limit: number;
  /** Null: another poller took over. */
  done: (updates: readonly Update[] | null) => void;
}

/** The queue of updates: each stays until a poll names a greater offset, as at Telegram. */
export class Updates {
  private queue: Update[] = [];
  private nextId = 600_000_001;
  private poll: Poll | undefined;

  add(kind: UpdateKind, content: Json): number {
    const update: Update = { update_id: this.nextId++, [kind]: content };
    this.push(update);
    return update.update_id;
  }

  /** Delivers an update again that was confirmed already. */
  push(update: Update): void {
    this.queue.push(update);
    this.answerPoll();
  }

  clear(): void {
    this.queue = [];
  }

  /** Ends the poll that waits. */
  release(): void {
    this.poll?.done([]);
    this.poll = undefined;
  }

  /**
   * Waits up to `timeoutMs` for updates. Resolves with null when another poller took over. `onGone` gets a function to call when the client
   * has left.
   */
  take(
    { offset, limit, kinds, timeoutMs }: { offset: number; limit: number; kinds: readonly string[] | undefined; timeoutMs: number },
    onGone: (leave: () => void) => void,
  ): Promise<readonly Update[] | null> {
    this.poll?.done(null);
    this.poll = undefined;
    // A negative offset counts from the end, and forgets all before it.
    const first = offset < 0 ? (this.queue.at(offset)?.update_id ?? this.queue[0]?.update_id ?? 0) : offset;
    this.queue = this.queue.filter(({ update_id }) => update_id >= first);
    return new Promise((resolve) => {
      const poll: Poll = {
        kinds,
        offset: first,
        limit: Math.min(limit, MAX_LIMIT),
        done: (updates) => {
          clearTimeout(timer);
          if (this.poll === poll) this.poll = undefined;
          resolve(updates);
        },
      };
      const timer = setTimeout(() => poll.done([]), timeoutMs);
      this.poll = poll;
      onGone(() => poll.done([]));
      this.answerPoll();
    });
  }

  private answerPoll(): void {
    const { poll } = this;
    if (!poll) return;
    const isWanted = (update: Update): boolean =>
      poll.kinds ? poll.kinds.some((kind) => kind in update) : !UNASKED.some((kind) => kind in update);
    const wanted = this.queue.filter(isWanted);
    if (wanted.length > 0) poll.done(wanted.slice(0, poll.limit));
  }
}
