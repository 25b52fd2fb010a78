import { HI_PLACES, LO_PLACES, power, SAFE, type Amounts } from './amounts.js';
import { CostBooks, type Book } from './cost-books.js';
import type { Handle } from './portfolio.types.js';
import { quotient, registers } from './exact-quotient.js';
import { USDT, type Contract, type Ledger } from './ledger.js';
import { times } from '../../../platform/domain/scaled.js';

/** Direction of a position: 1 long, -1 short, 0 flat. */
type Direction = -1 | 0 | 1;

type PriceOf = (contract: Contract) => bigint | null;
type WorthOfOne = (asset: Handle) => bigint | null;

export interface OpenContract extends Contract {
  direction: Direction;
  qty: bigint;
  /** Quantity times average entry price. */
  entry: bigint;
}

/**
 * Open contract positions and their entry value, computed from fills. Realised profit is the venue's own figure in the journal; unrealised
 * profit of past days is computed here.
 */
export class FuturesFills {
  private at = 0;
  private readonly books: CostBooks;
  private readonly direction: Int8Array;
  /** Places of each contract's quantity. */
  private readonly places: Uint8Array;
  /** 0: one-way mode, 1: long side, -1: short side. */
  private readonly side: Int8Array;
  readonly trades: Float64Array;
  readonly lastTradeAt: Float64Array;
  private readonly price: Amounts;
  private readonly qty: Amounts;

  constructor(private readonly ledger: Ledger) {
    const { contracts, futures } = ledger;
    [this.price, this.qty] = futures.amounts as [Amounts, Amounts];
    this.places = new Uint8Array(contracts.length);
    for (let n = 0; n < futures.size; n++)
      this.places[futures.subject[n]!] = Math.max(this.places[futures.subject[n]!]!, this.qty.placesOf(n));
    for (let n = 0; n < futures.size; n++) {
      this.price.align(n, HI_PLACES);
      this.qty.align(n, this.places[futures.subject[n]!]!);
    }
    this.books = new CostBooks(this.places);
    this.direction = new Int8Array(contracts.length);
    this.side = Int8Array.from(contracts, ({ side }) => (side === 'BOTH' ? 0 : side === 'LONG' ? 1 : -1));
    this.trades = new Float64Array(contracts.length);
    this.lastTradeAt = new Float64Array(contracts.length);
  }

  /** Processes every fill before `limit`. */
  run(limit: number): void {
    const { time, subject, other, mark, size } = this.ledger.futures;
    let n = this.at;
    for (; n < size && time[n]! < limit; n++) {
      const contract = subject[n]!;
      this.trades[contract]! += other[n]!;
      if (other[n] === 1) this.lastTradeAt[contract] = time[n]!;
      const way = mark[n] === 1 ? 1 : -1;
      if (!this.inNumbers(n, contract, way)) this.exactly(n, contract, way);
    }
    this.at = n;
  }

  private inNumbers(n: number, contract: Handle, way: Direction): boolean {
    const [qty, price] = [this.qty.units[n]!, this.price.units[n]!];
    const places = this.places[contract]!;
    const open = this.direction[contract]!;
    if (!(qty >= 0 && price >= 0)) return false;
    registers[2] = qty;
    if (open === 0 || open === way) {
      if (this.side[contract] === -way) return false;
      if (places > LO_PLACES || qty * price > SAFE * power(places) || price > SAFE) return false;
      registers[0] = price;
      registers[3] = power(places);
      quotient();
      registers[0] = registers[4]!;
      registers[1] = registers[5]! * power(LO_PLACES - places);
      if (!this.books.put(contract)) return false;
      this.direction[contract] = way;
      return true;
    }
    if (!this.books.take(contract)) return false;
    if (this.books.isFlat(contract)) this.direction[contract] = 0;
    return true;
  }

  private exactly(n: number, contract: Handle, way: Direction): void {
    const [price, qty] = [this.price.exact(n), this.qty.exact(n)];
    const open = this.direction[contract]!;
    const side = this.side[contract]!;
    let opens = qty;
    if (open === -way) {
      const { known } = this.books.load(contract);
      const closes = qty < known ? qty : known;
      this.books.dispose(contract, closes, 0n);
      opens -= closes;
      if (this.books.load(contract).known === 0n) this.direction[contract] = 0;
    }
    // A hedge side cannot turn: a quantity closed beyond the known one was opened before the first row.
    if (opens === 0n || side === -way) return;
    this.books.acquire(contract, opens, times(opens, price));
    this.direction[contract] = way;
  }

  /** Returns all open positions. */
  open(): OpenContract[] {
    return this.ledger.contracts.flatMap((contract, n) => {
      const direction = this.direction[n] as Direction;
      if (direction === 0) return [];
      const { known, cost } = this.books.load(n);
      return [{ ...contract, direction, qty: known, entry: cost }];
    });
  }

  restore(contract: Handle, direction: Direction, { known, cost }: Pick<Book, 'known' | 'cost'>): void {
    this.books.store(contract, { known, unknown: 0n, cost });
    this.direction[contract] = direction;
  }

  /** Returns unrealised profit in USDT; null: an open position has no price. */
  profit(priceOf: PriceOf, worthOfOne: WorthOfOne): bigint | null {
    let sum = 0n;
    for (let n = 0; n < this.direction.length; n++) {
      if (this.direction[n] === 0) continue;
      const profit = this.profitOf(n, priceOf, worthOfOne);
      if (profit === null) return null;
      sum += profit;
    }
    return sum;
  }

  /** Returns unrealised profit of each symbol with an open position, in USDT; null: one of its positions has no price. */
  profitBySymbol(priceOf: PriceOf, worthOfOne: WorthOfOne): Map<string, bigint | null> {
    const sums = new Map<string, bigint | null>();
    for (const [n, { symbol }] of this.ledger.contracts.entries()) {
      if (this.direction[n] === 0) continue;
      const profit = this.profitOf(n, priceOf, worthOfOne);
      const sum = sums.has(symbol) ? sums.get(symbol)! : 0n;
      sums.set(symbol, sum === null || profit === null ? null : sum + profit);
    }
    return sums;
  }

  private profitOf(n: Handle, priceOf: PriceOf, worthOfOne: WorthOfOne): bigint | null {
    const contract = this.ledger.contracts[n]!;
    const price = priceOf(contract);
    const worth = contract.margin === USDT ? null : worthOfOne(contract.margin);
    if (price === null || (contract.margin !== USDT && worth === null)) return null;
    const { known, cost } = this.books.load(n);
    const profit = (times(known, price) - cost) * BigInt(this.direction[n]!);
    return worth === null ? profit : times(profit, worth);
  }
}
