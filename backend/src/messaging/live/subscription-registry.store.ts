import type { LiveSocket } from './live-socket.js';
import { isShared, type Topic } from './topics.rules.js';

const ADMINS = 'admins';
const ALL = 'all';

/** Sockets by the topic and the member that they may hear of, so that an event is looked up instead of offered to every socket. */
export class SubscriptionRegistry {
  readonly #listeners = new Map<string, Set<LiveSocket>>();

  add(topic: Topic, socket: LiveSocket): void {
    const key = keyOf(topic, socket);
    if (key === null) return;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(socket));
    socket.topics.add(topic);
  }

  remove(topic: Topic, socket: LiveSocket): void {
    const key = keyOf(topic, socket);
    if (key === null || !socket.topics.delete(topic)) return;
    const listeners = this.#listeners.get(key);
    listeners?.delete(socket);
    if (listeners?.size === 0) this.#listeners.delete(key);
  }

  /** Whether an event is for this subscriber of its topic. */
  hears(socket: LiveSocket, topic: Topic, userId: string | null): boolean {
    const key = keyOf(topic, socket);
    return audience(topic, userId).some((name) => name === key);
  }

  /** Yields admins and the member that the event is about; for a shared topic (`userId` null), all its subscribers. */
  *of(topic: Topic, userId: string | null): Iterable<LiveSocket> {
    for (const key of audience(topic, userId)) yield* this.#listeners.get(key) ?? [];
  }
}

const audience = (topic: Topic, userId: string | null): string[] =>
  (userId === null ? [ALL] : [ADMINS, userId]).map((name) => `${topic} ${name}`);

/** Returns null for public sockets, which may not subscribe to these topics. */
function keyOf(topic: Topic, { actor }: LiveSocket): string | null {
  if (actor && isShared(topic)) return `${topic} ${ALL}`;
  return actor && `${topic} ${actor.role === 'admin' ? ADMINS : actor.userId}`;
}
