import { NotExact, PLACES, scaled } from '../../../platform/domain/scaled.js';

/** Limit of integers kept as numbers: the sum of two of them is still exact, so it can be checked after each addition. */
export const SAFE = 2 ** 52;
/** Limit of addends: the sum of two of them and a cost up to `SAFE` is exact. */
export const HALF = SAFE / 2;
/** Values are kept as two numbers: units of 10^-8, and the rest in units of 10^-18. */
export const HI_PLACES = 8;
export const LO_IN_HI = 1e10;
export const LO_PLACES = 10;

const POWERS = Array.from({ length: 100 }, (_, n) => 10 ** n);
const BIG_POWERS = Array.from({ length: PLACES + 1 }, (_, n) => 10n ** BigInt(n));
export const power = (places: number): number => POWERS[places]!;
export const bigPower = (places: number): bigint => BIG_POWERS[places]!;

const [MINUS, POINT, ZERO] = [45, 46, 48];
/** Buffer for texts that are added to a column. */
let scratch = new Uint8Array(64);

const textOf = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const notExact = (bytes: Uint8Array, from: number, to: number): NotExact => new NotExact(textOf(bytes, from, Math.min(to, from + 80)));

/** A column of amounts: integers with their own decimal places, which `align` makes equal for each asset. */
export class Amounts {
  /** NaN: too large for a number, see `big`. */
  units: Float64Array<ArrayBuffer>;
  /** Rests below 10^-8 in units of 10^-18; null: none. */
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
    if (this.rest !== null) this.rest = grown(this.rest, new Float64Array(capacity));
  }

  /** Parses a decimal string. Throws NotExact. */
  set(at: number, text: string): void {
    const { length } = text;
    if (length > scratch.length) scratch = new Uint8Array(length * 2);
    for (let n = 0; n < length; n++) {
      const code = text.charCodeAt(n);
      scratch[n] = code < 128 ? code : 0;
    }
    this.read(at, scratch, 0, length);
  }

  /** Parses a decimal number in ASCII. Throws NotExact. */
  read(at: number, bytes: Uint8Array, from: number, to: number): void {
    const first = from < to && bytes[from] === MINUS ? from + 1 : from;
    let units = 0;
    let places = 0;
    let n = first;
    for (; n < to; n++) {
      const digit = bytes[n]! - ZERO;
      if (digit < 0 || digit > 9) break;
      units = units * 10 + digit;
    }
    if (n === first) throw notExact(bytes, from, to);
    if (n < to) {
      if (bytes[n] !== POINT || n === to - 1) throw notExact(bytes, from, to);
      let zeros = 0;
      for (n++; n < to; n++) {
        const digit = bytes[n]! - ZERO;
        if (digit === 0) zeros++;
        else if (digit > 0 && digit <= 9) {
          places += zeros + 1;
          units = zeros === 0 ? units * 10 + digit : units * power(zeros + 1) + digit;
          zeros = 0;
        } else throw notExact(bytes, from, to);
      }
      if (places > PLACES) throw notExact(bytes, from, to);
    }
    if (units > SAFE) {
      this.big.set(at, scaled(textOf(bytes, from, to)));
      this.units[at] = NaN;
    } else this.units[at] = first > from ? -units : units;
    this.places[at] = places;
  }

  placesOf(at: number): number {
    return this.places[at]!;
  }

  /** Returns the exact amount in 10^-18, of any size. */
  exact(at: number): bigint {
    const units = this.units[at]!;
    if (units !== units) return this.big.get(at)!;
    const value = BigInt(units) * bigPower(PLACES - this.places[at]!);
    return this.rest === null ? value : value + BigInt(this.rest[at]!);
  }

  /** Rescales to `places`. Amounts that do not fit are available through `exact` only. */
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

  /** Splits an amount into units of 10^-8 and a rest of the same sign. */
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
