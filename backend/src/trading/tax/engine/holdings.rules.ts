import { divided } from '../../../platform/domain/scaled.js';
import type { TaxMethod } from './tax-rows.types.js';

/** Why the cost of coins is unknown. deposit: they came from outside. history: no row shows how they came. price: no price was known. */
export type UnknownCause = 'deposit' | 'history' | 'price';

export interface Lot {
  qty: bigint;
  /** Null: unknown. */
  cost: bigint | null;
  /** Null: unknown, or a pool of several times. */
  acquiredAt: number | null;
  /** Null if the cost is known. */
  cause: UnknownCause | null;
}

interface OpenHolding {
  qty: bigint;
  /** Cost of the quantity with a known cost. */
  cost: bigint;
  unknownQty: bigint;
}

/** The coins of one asset, in lots or in one pool. */
export interface Holding {
  add(lot: Lot): void;
  /** Takes a quantity that is sold. Its parts add up to `qty`; what no lot holds comes last, with the cause `history`. */
  take(qty: bigint): Lot[];
  /** Takes a quantity that leaves without being sold: lots of unknown cost first. Returns what no lot holds. */
  remove(qty: bigint): bigint;
  open(): OpenHolding;
}

export const createHolding = (method: TaxMethod): Holding => (method === 'average' ? new CostPool() : new LotList(method));

/** Beyond the last lot. */
const missing = (qty: bigint): Lot => ({ qty, cost: null, acquiredAt: null, cause: 'history' });

/** Splits a quantity off a lot. Its cost is its share of what is left of the lot, rounded half-even; the last part takes the rest. */
function split(lot: Lot, most: bigint): Lot {
  const qty = most < lot.qty ? most : lot.qty;
  const cost = lot.cost === null || qty === lot.qty ? lot.cost : divided(lot.cost * qty, lot.qty);
  lot.qty -= qty;
  if (lot.cost !== null && cost !== null) lot.cost -= cost;
  return { ...lot, qty, cost };
}

/** Lots in the order in which they came: the oldest is taken first (FIFO), or the newest (LIFO). */
class LotList implements Holding {
  private lots: Lot[] = [];
  /** Index of the oldest lot that may hold something. */
  private first = 0;
  private unknownQty = 0n;

  constructor(private readonly method: 'fifo' | 'lifo') {}

  add(lot: Lot): void {
    if (lot.cause !== null) this.unknownQty += lot.qty;
    this.lots.push({ ...lot });
  }

  take(qty: bigint): Lot[] {
    const parts: Lot[] = [];
    let left = qty;
    for (let lot = this.next(); lot && left > 0n; lot = this.next()) {
      const part = split(lot, left);
      if (part.cause !== null) this.unknownQty -= part.qty;
      left -= part.qty;
      parts.push(part);
    }
    if (left > 0n) parts.push(missing(left));
    return parts;
  }

  remove(qty: bigint): bigint {
    let left = qty;
    if (this.unknownQty > 0n) left = this.removeUnknown(left);
    for (let lot = this.next(); lot && left > 0n; lot = this.next()) left -= split(lot, left).qty;
    return left;
  }

  open(): OpenHolding {
    const held = this.lots.slice(this.first);
    const sum = (of: (lot: Lot) => bigint) => held.reduce((total, lot) => total + of(lot), 0n);
    return { qty: sum(({ qty }) => qty), cost: sum(({ cost }) => cost ?? 0n), unknownQty: this.unknownQty };
  }

  private removeUnknown(qty: bigint): bigint {
    let left = qty;
    const { lots, first } = this;
    for (let n = 0; n < lots.length - first && left > 0n && this.unknownQty > 0n; n++) {
      const lot = lots[this.method === 'fifo' ? first + n : lots.length - 1 - n]!;
      if (lot.cause === null || lot.qty === 0n) continue;
      const part = split(lot, left);
      this.unknownQty -= part.qty;
      left -= part.qty;
    }
    return left;
  }

  /** Returns the next lot to take from, and drops empty ones before it. */
  private next(): Lot | undefined {
    if (this.method === 'lifo') {
      while (this.lots.at(-1)?.qty === 0n) this.lots.pop();
      return this.lots.at(-1);
    }
    while (this.lots[this.first]?.qty === 0n) this.first++;
    if (this.first > 1000 && this.first * 2 > this.lots.length) {
      this.lots = this.lots.slice(this.first);
      this.first = 0;
    }
    return this.lots[this.first];
  }
}

/** One pool at average cost. Coins of unknown cost are beside it and are sold last, the oldest first. */
class CostPool implements Holding {
  private readonly pool: Lot = { qty: 0n, cost: 0n, acquiredAt: null, cause: null };
  private readonly unknown = new LotList('fifo');

  add(lot: Lot): void {
    if (lot.cost === null) return this.unknown.add(lot);
    this.pool.qty += lot.qty;
    this.pool.cost! += lot.cost;
  }

  take(qty: bigint): Lot[] {
    const known = this.pool.qty === 0n ? [] : [split(this.pool, qty)];
    const left = known.reduce((rest, part) => rest - part.qty, qty);
    return left > 0n ? [...known, ...this.unknown.take(left)] : known;
  }

  remove(qty: bigint): bigint {
    const left = this.unknown.remove(qty);
    return left === 0n || this.pool.qty === 0n ? left : left - split(this.pool, left).qty;
  }

  open(): OpenHolding {
    const { unknownQty } = this.unknown.open();
    return { qty: this.pool.qty + unknownQty, cost: this.pool.cost!, unknownQty };
  }
}
