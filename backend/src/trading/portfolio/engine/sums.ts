import { bigPower, HI_PLACES, SAFE } from './amounts.js';
import { PLACES } from '../../../platform/domain/scaled.js';

/**
 * Exact sums of a list of items: numbers while they are safe, the rest in a big integer. Callers that add to `hi` and `lo` must call
 * `flush` before either passes 2^53.
 */
export class Sums {
  /** Units of the sum's places. */
  hi: Float64Array<ArrayBuffer>;
  /** Units of 10^-18. */
  lo: Float64Array<ArrayBuffer>;
  private whole: bigint[];
  private factors: bigint[];

  /** Decimal places of each sum; by default those of USDT. */
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

  /** Moves `hi` and `lo` into the big integer; call it when either may come near the safe limit. */
  flush(n: number): void {
    this.whole[n] = this.value(n);
    this.hi[n] = this.lo[n] = 0;
  }

  checked(n: number): void {
    const [hi, lo] = [this.hi[n]!, this.lo[n]!];
    if (hi > SAFE || hi < -SAFE || lo > SAFE || lo < -SAFE) this.flush(n);
  }

  /** Returns the sum since the last call. */
  take(n: number): bigint {
    const value = this.value(n);
    this.whole[n] = 0n;
    this.hi[n] = this.lo[n] = 0;
    return value;
  }
}
