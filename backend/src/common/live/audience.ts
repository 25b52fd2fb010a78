import type { LiveSocket } from './live-socket.js';
import { isShared, type Topic } from './topics.js';

const ADMINS = 'admins';
const ALL = 'all';

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

  /** Admins and the member it is about; of a shared topic, who is about nobody, everybody who listens. */
  *of(topic: Topic, userId: string | null): Iterable<LiveSocket> {
    for (const name of userId === null ? [ALL] : [ADMINS, userId]) yield* this.#listeners.get(`${topic} ${name}`) ?? [];
  }
}

/** Null for public sockets: none of these topics is theirs. */
function keyOf(topic: Topic, { actor }: LiveSocket): string | null {
  if (actor && isShared(topic)) return `${topic} ${ALL}`;
  return actor && `${topic} ${actor.role === 'admin' ? ADMINS : actor.userId}`;
}
