import { NotExact, PLACES, scaled } from './scaled.js';

/** Integers up to here add up exactly as numbers: the sum of two of them is still exact, so that a check after each addition is in time. */
export const SAFE = 2 ** 52;
/** Worth is kept as two numbers: units of 10^-8, and of 10^-18 for the rest. */
export const HI_PLACES = 8;
export const LO_IN_HI = 1e10;
export const LO_PLACES = 10;

const POWERS = Array.from({ length: 100 }, (_, n) => 10 ** n);
const BIG_POWERS = Array.from({ length: PLACES + 1 }, (_, n) => 10n ** BigInt(n));
export const power = (places: number): number => POWERS[places]!;
export const bigPower = (places: number): bigint => BIG_POWERS[places]!;

/** A column of amounts. As read, each is an integer with its own places; `align` brings those of one asset to the same. */
export class Amounts {
  /** NaN: too large for a number, and in `big`. */
  units: Float64Array<ArrayBuffer>;
  /** What is left below 10^-8 of worth, in 10^-18; null where nothing is. */
  rest: Float64Array<ArrayBuffer> | null = null;
  private places: Uint8Array<ArrayBuffer>;
  private readonly big = new Map<number, bigint>();

  constructor(capacity: number) {
    this.units = new Float64Array(capacity);
    this.places = new Uint8Array(capacity);
  }

  grow(capacity: number): void {
    this.units = grown(this.units, new Float64Array(capacity));
    this.places = grown(this.places, new Uint8Array(capacity));
  }

  /** Reads a decimal string without a detour. Throws NotExact. */
  set(at: number, text: string): void {
    const length = text.length;
    const first = length > 0 && text.charCodeAt(0) === 45 ? 1 : 0;
    let units = 0;
    let places = 0;
    let n = first;
    for (; n < length; n++) {
      const digit = text.charCodeAt(n) - 48;
      if (digit < 0 || digit > 9) break;
      units = units * 10 + digit;
    }
    if (n === first) throw new NotExact(text);
    if (n < length) {
      if (text.charCodeAt(n) !== 46 || n === length - 1) throw new NotExact(text);
      let zeros = 0;
      for (n++; n < length; n++) {
        const digit = text.charCodeAt(n) - 48;
        if (digit === 0) zeros++;
        else if (digit > 0 && digit <= 9) {
          places += zeros + 1;
          units = zeros === 0 ? units * 10 + digit : units * power(zeros + 1) + digit;
          zeros = 0;
        } else throw new NotExact(text);
      }
      if (places > PLACES) throw new NotExact(text);
    }
    if (units > SAFE) {
      this.big.set(at, scaled(text));
      this.units[at] = NaN;
    } else this.units[at] = first === 1 ? -units : units;
    this.places[at] = places;
  }

  placesOf(at: number): number {
    return this.places[at]!;
  }

  /** Exact, whatever its size. Of aligned columns too. */
  exact(at: number): bigint {
    const units = this.units[at]!;
    if (units !== units) return this.big.get(at)!;
    const value = BigInt(units) * bigPower(PLACES - this.places[at]!);
    return this.rest === null ? value : value + BigInt(this.rest[at]!);
  }

  /** To `places`; what does not fit exactly is told by `exact` alone. */
  align(at: number, places: number): void {
    const from = this.places[at]!;
    const units = this.units[at]!;
    if (from === places || units !== units) return;
    const aligned = from < places ? units * power(places - from) : NaN;
    if (aligned <= SAFE && aligned >= -SAFE) {
      this.units[at] = aligned;
      this.places[at] = places;
    } else this.unfit(at);
  }

  /** To units of 10^-8 and the rest, of one sign. */
  split(at: number): void {
    const from = this.places[at]!;
    if (from <= HI_PLACES) {
      this.align(at, HI_PLACES);
      return;
    }
    const units = this.units[at]!;
    if (units !== units) return;
    const rest = units % power(from - HI_PLACES);
    this.rest ??= new Float64Array(this.units.length);
    this.rest[at] = rest * power(PLACES - from);
    this.units[at] = (units - rest) / power(from - HI_PLACES);
    this.places[at] = HI_PLACES;
  }

  private unfit(at: number): void {
    this.big.set(at, this.exact(at));
    this.units[at] = NaN;
  }
}

export function grown<A extends Float64Array | Uint32Array | Uint8Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
