import { bigPower, LO_IN_HI, SAFE } from './amounts.js';
import { registers, share } from './exact-quotient.js';
import { divided, PLACES } from '../../../platform/domain/scaled.js';

export interface Book {
  /** Quantity with a known cost. */
  known: bigint;
  /** Quantity of unknown origin. */
  unknown: bigint;
  /** Cost of the known quantity, in USDT. */
  cost: bigint;
}

/** Maximum divisor of `share`. */
export const LARGEST_QTY = 2 ** 50;
const WORTH_UNIT = BigInt(LO_IN_HI);

/**
 * Holdings and average cost of each asset. `acquire`, `dispose` and `remove` define the rules in big integers; `put` and `take` do the same
 * in numbers for amounts that fit, which is nearly all of them.
 */
export class CostBooks {
  /** Quantities in the asset's places. */
  private readonly known: Float64Array;
  private readonly unknown: Float64Array;
  private readonly costHi: Float64Array;
  private readonly costLo: Float64Array;
  /** 1: kept in `large`. */
  private readonly isLarge: Uint8Array;
  private readonly large: (Book | null)[];

  constructor(private readonly places: ArrayLike<number>) {
    const size = places.length;
    this.known = new Float64Array(size);
    this.unknown = new Float64Array(size);
    this.costHi = new Float64Array(size);
    this.costLo = new Float64Array(size);
    this.isLarge = new Uint8Array(size);
    this.large = Array.from({ length: size }, () => null);
  }

  load(n: number): Book {
    const large = this.large[n];
    if (large) return { ...large };
    const unit = bigPower(PLACES - this.places[n]!);
    return {
      known: BigInt(this.known[n]!) * unit,
      unknown: BigInt(this.unknown[n]!) * unit,
      cost: BigInt(this.costHi[n]!) * WORTH_UNIT + BigInt(this.costLo[n]!),
    };
  }

  store(n: number, book: Book): void {
    const { known, unknown, cost } = book;
    const unit = bigPower(PLACES - this.places[n]!);
    const [knownUnits, unknownUnits, costUnits] = [known / unit, unknown / unit, cost / WORTH_UNIT];
    const fits =
      knownUnits * unit === known &&
      unknownUnits * unit === unknown &&
      knownUnits <= SAFE &&
      unknownUnits <= SAFE &&
      cost >= 0n &&
      costUnits <= SAFE;
    this.isLarge[n] = fits ? 0 : 1;
    this.large[n] = fits ? null : { known, unknown, cost };
    if (!fits) return;
    this.known[n] = Number(knownUnits);
    this.unknown[n] = Number(unknownUnits);
    this.costHi[n] = Number(costUnits);
    this.costLo[n] = Number(cost % WORTH_UNIT);
  }

  /** Adds a quantity at a cost; null: unknown. */
  acquire(n: number, qty: bigint, cost: bigint | null): void {
    // A fee larger than the received amount.
    if (qty < 0n) {
      this.remove(n, -qty);
      return;
    }
    const book = this.load(n);
    if (cost === null) book.unknown += qty;
    else {
      book.known += qty;
      book.cost += cost;
    }
    this.store(n, book);
  }

  /**
   * Removes a sold quantity; `proceeds` null: unknown. Quantities with a known cost go first. Returns the profit on those; null if none had
   * a known cost, or the proceeds are unknown.
   */
  dispose(n: number, qty: bigint, proceeds: bigint | null): bigint | null {
    // A rebate larger than the sold amount.
    if (qty < 0n) {
      this.acquire(n, -qty, null);
      return null;
    }
    const book = this.load(n);
    const known = qty < book.known ? qty : book.known;
    const cost = known === book.known ? book.cost : divided(book.cost * known, book.known);
    book.known -= known;
    book.cost -= cost;
    const rest = qty - known;
    book.unknown -= rest < book.unknown ? rest : book.unknown;
    this.store(n, book);
    if (proceeds === null || (known === 0n && qty !== 0n)) return null;
    return (rest === 0n ? proceeds : divided(proceeds * known, qty)) - cost;
  }

  /**
   * Removes a quantity that was not sold, with its cost. Quantities of unknown origin go first, so that a deposit that is withdrawn again
   * changes nothing.
   */
  remove(n: number, qty: bigint): void {
    const book = this.load(n);
    const unknown = qty < book.unknown ? qty : book.unknown;
    const rest = qty - unknown;
    const known = rest < book.known ? rest : book.known;
    const cost = known === book.known ? book.cost : divided(book.cost * known, book.known);
    this.store(n, { known: book.known - known, unknown: book.unknown - unknown, cost: book.cost - cost });
  }

  isFlat(n: number): boolean {
    return this.isLarge[n] === 0 && this.known[n] === 0;
  }

  /** Performs `acquire` in numbers: cost in registers 0 and 1, quantity in 2. Returns false and changes nothing if they do not fit. */
  put(n: number): boolean {
    if (this.isLarge[n] !== 0) return false;
    const known = this.known[n]! + registers[2]!;
    let hi = this.costHi[n]! + registers[0]!;
    let lo = this.costLo[n]! + registers[1]!;
    while (lo >= LO_IN_HI) {
      lo -= LO_IN_HI;
      hi++;
    }
    while (lo < 0) {
      lo += LO_IN_HI;
      hi--;
    }
    if (known > SAFE || hi > SAFE || hi < 0) return false;
    this.known[n] = known;
    this.costHi[n] = hi;
    this.costLo[n] = lo;
    return true;
  }

  /**
   * Performs `dispose` in numbers for the quantity in register 2, and leaves its cost in 4 and 5. Returns false and changes nothing if it
   * does not fit or part of it has no known cost.
   */
  take(n: number): boolean {
    const known = this.known[n]!;
    const qty = registers[2]!;
    if (this.isLarge[n] !== 0 || qty > known || known > LARGEST_QTY) return false;
    const hi = this.costHi[n]!;
    const lo = this.costLo[n]!;
    if (qty === known) {
      registers[4] = hi;
      registers[5] = lo;
      this.known[n] = this.costHi[n] = this.costLo[n] = 0;
      return true;
    }
    registers[0] = hi;
    registers[1] = lo;
    registers[3] = known;
    share();
    const borrow = lo < registers[5]! ? 1 : 0;
    this.known[n] = known - qty;
    this.costHi[n] = hi - registers[4]! - borrow;
    this.costLo[n] = lo - registers[5]! + borrow * LO_IN_HI;
    return true;
  }

  /** Returns whether `take` can handle the quantity in register 2. */
  canTake(n: number): boolean {
    return this.isLarge[n] === 0 && registers[2]! <= this.known[n]! && this.known[n]! <= LARGEST_QTY;
  }
}
