import type { LiveSocket } from './live-socket.js';
import type { Topic } from './topics.js';

const ADMINS = 'admins';

/** Who listens to what. An event about a member is looked up, not offered to every socket in turn. */
export class Audience {
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

  /** Admins and the member it is about. */
  *of(topic: Topic, userId: string): Iterable<LiveSocket> {
    yield* this.#listeners.get(`${topic} ${ADMINS}`) ?? [];
    yield* this.#listeners.get(`${topic} ${userId}`) ?? [];
  }
}

/** Null for public sockets: none of these topics is theirs. */
function keyOf(topic: Topic, { actor }: LiveSocket): string | null {
  return actor && `${topic} ${actor.role === 'admin' ? ADMINS : actor.userId}`;
}
