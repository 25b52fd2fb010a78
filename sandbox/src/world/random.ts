// Looked up once: in a VM context, where tests run, each look at a global is slow, and these are asked millions of times.
const { floor, imul } = Math;

/** 32-bit hash of a text (FNV-1a with a final avalanche). Same answer on every machine. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = imul(h, 0x01000193);
  }
  return avalanche(h);
}

/** Mixes a number into a hash; the order of the arguments matters. */
export function mix(hash: number, value: number): number {
  // Times and ids exceed 32 bits: both halves have to take part.
  const low = value >>> 0;
  const high = floor(value / 0x1_0000_0000) >>> 0;
  return avalanche(imul(avalanche(hash ^ low) ^ imul(high + 1, 0x9e3779b1), 0x85ebca6b));
}

/** A hash as a fraction in [0, 1). */
export function fraction(hash: number): number {
  return hash / 0x1_0000_0000;
}

function avalanche(input: number): number {
  let h = input;
  h = imul(h ^ (h >>> 16), 0x7feb352d);
  h = imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** mulberry32: small, fast, and the same sequence everywhere. */
export class Rng {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** The next fraction in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer in [low, high). */
  integer(low: number, high: number): number {
    return low + floor((high - low) * this.next());
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.integer(0, list.length)];
    if (found === undefined) throw new Error('pick from an empty list');
    return found;
  }

  hex(digits: number): string {
    let out = '';
    while (out.length < digits) out += this.integer(0, 0x1_0000_0000).toString(16).padStart(8, '0');
    return out.slice(0, digits);
  }
}

/** Random streams of one owner (a member): the same (stream, ordinal) always gives the same generator, in any order of asking. */
export class RandomStreams {
  private readonly root: string;
  private readonly hashes = new Map<string, number>();

  constructor(seed: string, owner: string) {
    this.root = `${seed}|${owner}|`;
  }

  hash(stream: string, ordinal: number): number {
    let h = this.hashes.get(stream);
    if (h === undefined) {
      h = hashText(this.root + stream);
      this.hashes.set(stream, h);
    }
    return mix(h, ordinal);
  }

  at(stream: string, ordinal: number): Rng {
    return new Rng(this.hash(stream, ordinal));
  }
}
