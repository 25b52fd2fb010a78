/** Repeatable numbers: the same seed gives the same ones in every run. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A stream of its own, so that what one party draws does not move what another one draws. */
  static of(seed, name) {
    let hash = seed >>> 0;
    for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193) >>> 0;
    return new Random(hash);
  }

  /** In [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  shuffled(list) {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.between(0, i);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  }

  hex(digits) {
    return Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join('');
  }
}
