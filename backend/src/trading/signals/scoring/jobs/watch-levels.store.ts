import type { Watch } from '../engine/index.js';

const FIRST_SIZE = 64;

/**
 * Watch levels of a pair's open signals, in columns. Each new minute is compared with all of them, and only signals that it can have
 * changed are scored. A cache: it can be rebuilt from candles and signals at any time.
 */
export class WatchLevelsStore {
  /** End of the minutes that were compared, in seconds since 1970. */
  through = 0;
  #size = 0;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  #below = new Float64Array(FIRST_SIZE);
  #above = new Float64Array(FIRST_SIZE);
  #until = new Float64Array(FIRST_SIZE);

  get size(): number {
    return this.#size;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  set(id: string, { below, above, until }: Watch): void {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#size++;
      if (place === this.#below.length) this.#grow();
      this.#ids.push(id);
      this.#places.set(id, place);
    }
    this.#below[place] = below;
    this.#above[place] = above;
    this.#until[place] = until;
  }

  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = --this.#size;
    const mover = this.#ids.pop()!;
    this.#places.delete(id);
    if (place === last) return;
    this.#ids[place] = mover;
    this.#places.set(mover, place);
    for (const column of [this.#below, this.#above, this.#until]) column[place] = column[last]!;
  }

  /** Adds to `touched` the signals that a minute with this low and high, ending at `through`, can have changed. */
  minute(low: number, high: number, through: number, touched: Set<string>): void {
    const [below, above, until, size] = [this.#below, this.#above, this.#until, this.#size];
    for (let n = 0; n < size; n++) if (low <= below[n]! || high >= above[n]! || through > until[n]!) touched.add(this.#ids[n]!);
  }

  #grow(): void {
    const grown = (column: Float64Array) => {
      const larger = new Float64Array(column.length * 2);
      larger.set(column);
      return larger;
    };
    [this.#below, this.#above, this.#until] = [grown(this.#below), grown(this.#above), grown(this.#until)];
  }
}
