import type { Place } from './history-sql.js';

/** Rows from one anchor to the next: as many a page may have to pass over, which takes a fraction of a millisecond. */
export const ANCHOR_STEP = 250;
/** Lists whose anchors are kept; a list of half a million rows takes half a megabyte. */
const MAX_LISTS = 64;

interface Anchored {
  total: number;
  places: Promise<readonly Place[]>;
}

/**
 * Where in a long list each so many-th row lies, so that a page in its middle is reached as fast as its first. Rows of the ledger are added
 * and never changed: while a list has as many rows as when its anchors were made, it has the same rows. Kept in memory, made again where
 * they are missing, never a truth of their own.
 */
export class PageAnchors {
  readonly #lists = new Map<string, Anchored>();

  /** The anchors of list `key` of so many rows; `read` makes them, once for everybody who asks meanwhile. */
  of(key: string, total: number, read: () => Promise<readonly Place[]>): Promise<readonly Place[]> {
    const kept = this.#lists.get(key);
    const anchored = kept?.total === total ? kept : { total, places: read() };
    this.#lists.delete(key);
    this.#lists.set(key, anchored);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    anchored.places.catch(() => {
      if (this.#lists.get(key) === anchored) this.#lists.delete(key);
    });
    return anchored.places;
  }

  forget(key: string): void {
    this.#lists.delete(key);
  }
}
