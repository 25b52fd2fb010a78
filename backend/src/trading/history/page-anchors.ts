import type { Place } from './history.sql.js';

/** Rows between two anchors, and therefore the largest OFFSET of a page. */
export const ANCHOR_STEP = 250;
/** Maximum cached lists; one of half a million rows takes half a megabyte. */
const MAX_LISTS = 64;

interface Anchored {
  total: number;
  places: Promise<readonly Place[]>;
}

/**
 * LRU cache of the positions of every ANCHOR_STEP-th row of long lists, so that a page in the middle costs as much as the first. Ledger
 * rows are only added: as long as a list has the same number of rows, its anchors are valid.
 */
export class PageAnchors {
  readonly #lists = new Map<string, Anchored>();

  /** Returns the anchors of list `key` with `total` rows; concurrent callers share one `read`. */
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
