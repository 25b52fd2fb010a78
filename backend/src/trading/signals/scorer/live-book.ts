import type { Watch } from '../scoring/index.js';

const FIRST_SIZE = 64;

/**
 * The signals of one pair that have not ended, as three numbers each: a minute is compared with all of them, and only those are scored that
 * it can have changed. It holds nothing that the candles and the signals do not tell, so it may be thrown away at any time.
 */
export class LiveBook {
  /** Everything up to this second is in it. */
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

  /**
   * Puts into `touched` the ids of which a minute with this high and low, at whose end everything up to `through` is known, can have
   * changed something.
   */
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
