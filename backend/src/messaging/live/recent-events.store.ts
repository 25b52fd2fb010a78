import type { LiveEvent } from './live-event.messages.js';

/** How long events are kept for sockets that subscribe after their page has read the resource. */
export const KEPT_MS = 30_000;
/** Bounds the memory: an event has at most 7 kB, and nearly all have 200 bytes. */
const MOST_EVENTS = 4096;

interface Kept {
  position: number;
  at: number;
  event: LiveEvent;
}

/** The live events of the last seconds, for all users. Times are milliseconds of a monotonic clock. */
export class RecentEvents {
  #kept: Kept[] = [];
  #position = 0;
  /** No event after this time is missing. */
  #completeSince = Number.POSITIVE_INFINITY;

  /** Position of the latest event. */
  get position(): number {
    return this.#position;
  }

  /** Events arrive from now on; those before may be lost. */
  restart(at: number): void {
    this.#kept = [];
    this.#completeSince = at;
  }

  add(event: LiveEvent, at: number): void {
    this.#kept.push({ position: ++this.#position, at, event });
    const old = this.#kept.findIndex((kept) => kept.at >= at - KEPT_MS);
    const excess = Math.max(old, this.#kept.length - MOST_EVENTS);
    const last = this.#kept.splice(0, excess).at(-1);
    if (last) this.#completeSince = Math.max(this.#completeSince, last.at);
  }

  /** Returns the events that came at or after `at`, oldest first; null if some of them are no longer known. */
  since(at: number): readonly Kept[] | null {
    return at > this.#completeSince ? this.#kept.filter((kept) => kept.at >= at) : null;
  }
}
