import { bigPower, HI_PLACES, SAFE } from './amounts.js';
import { PLACES } from '../../common/domain/scaled.js';

/**
 * Exact sums, one each for a list of things: numbers while they are safe, and the rest in a big integer. Whoever adds to `hi` and `lo` calls `flush`
 * before either passes 2^53.
 */
export class Sums {
  /** Units of the sum's places. */
  hi: Float64Array<ArrayBuffer>;
  /** Units of 10^-18. */
  lo: Float64Array<ArrayBuffer>;
  private whole: bigint[];
  private factors: bigint[];

  /** `places` of each, else those of worth. */
  constructor(size: number, places: ArrayLike<number> | null = null) {
    this.hi = new Float64Array(size);
    this.lo = new Float64Array(size);
    this.whole = Array.from({ length: size }, () => 0n);
    this.factors = Array.from({ length: size }, (_, n) => bigPower(PLACES - (places ? places[n]! : HI_PLACES)));
  }

  add(n: number, amount: bigint): void {
    this.whole[n]! += amount;
  }

  value(n: number): bigint {
    const hi = this.hi[n]!;
    const lo = this.lo[n]!;
    const whole = this.whole[n]!;
    if (hi === 0 && lo === 0) return whole;
    const upper = BigInt(hi) * this.factors[n]!;
    const value = lo === 0 ? upper : upper + BigInt(lo);
    return whole === 0n ? value : whole + value;
  }

  /** To be called after `hi` or `lo` of it may have come near to what is safe. */
  flush(n: number): void {
    this.whole[n] = this.value(n);
    this.hi[n] = this.lo[n] = 0;
  }

  checked(n: number): void {
    const [hi, lo] = [this.hi[n]!, this.lo[n]!];
    if (hi > SAFE || hi < -SAFE || lo > SAFE || lo < -SAFE) this.flush(n);
  }

  /** What came since it was taken last. */
  take(n: number): bigint {
    const value = this.value(n);
    this.whole[n] = 0n;
    this.hi[n] = this.lo[n] = 0;
    return value;
  }
}
