import type { Amounts } from './amounts.js';
import type { CostBooks } from './cost-books.js';
import { journalKinds, USDT, type Ledger } from './ledger.js';
import type { Quotes } from './quotes.js';
import { times } from '../../../platform/domain/scaled.js';
import { Sums } from './sums.js';

const [REALISED, FEE, FUNDING] = [journalKinds.indexOf('realised'), journalKinds.indexOf('fee'), journalKinds.indexOf('funding')];
const [TRANSFER] = [journalKinds.indexOf('transfer')];

/** The futures wallet, computed from its journal. */
export class FuturesWallet {
  private at = 0;
  unvalued = false;
  /** Changes of coins other than USDT, in time order: spot and futures share their cost books. */
  readonly shared: readonly number[];
  readonly holdings: Sums;
  /** By symbol, in USDT. Paid fees are positive. */
  readonly realised: Sums;
  readonly fees: Sums;
  readonly funding: Sums;
  /** Realised profit, fees and funding since the last reading. */
  readonly day = new Sums(3);
  private readonly amount: Amounts;

  constructor(
    private readonly ledger: Ledger,
    private readonly books: CostBooks,
    private readonly quotes: Quotes,
    places: Uint8Array,
  ) {
    const symbols = ledger.symbols.list.length;
    this.holdings = new Sums(ledger.assets.length, places);
    [this.realised, this.fees, this.funding] = [new Sums(symbols), new Sums(symbols), new Sums(symbols)];
    [this.amount] = ledger.income.amounts as [Amounts];
    const { income } = ledger;
    const shared: number[] = [];
    for (let n = 0; n < income.size; n++) if (income.subject[n] !== USDT && income.mark[n] !== TRANSFER) shared.push(income.time[n]!);
    this.shared = shared;
  }

  /** Processes every journal row before `limit`. */
  run(limit: number): void {
    const { time, subject, other, mark, size } = this.ledger.income;
    const { units, rest } = this.amount;
    let n = this.at;
    for (; n < size && time[n]! < limit; n++) {
      const amount = units[n]!;
      if (subject[n] === USDT && amount === amount) this.inNumbers(mark[n]!, other[n]!, amount, rest === null ? 0 : rest[n]!);
      else this.exactly(mark[n]!, other[n]!, subject[n]!, this.amount.exact(n), time[n]!);
    }
    this.at = n;
  }

  private inNumbers(kind: number, symbol: number, hi: number, lo: number): void {
    add(this.holdings, USDT, hi, lo);
    if (kind === REALISED) {
      add(this.realised, symbol, hi, lo);
      add(this.day, 0, hi, lo);
    } else if (kind === FEE) {
      add(this.fees, symbol, -hi, -lo);
      add(this.day, 1, -hi, -lo);
    } else if (kind === FUNDING) {
      add(this.funding, symbol, hi, lo);
      add(this.day, 2, hi, lo);
    }
  }

  private exactly(kind: number, symbol: number, asset: number, amount: bigint, time: number): void {
    if (amount === 0n) return;
    this.holdings.add(asset, amount);
    if (kind === TRANSFER) return;
    const price = this.quotes.near(asset, time);
    const worth = price === null ? null : times(amount, price);
    if (asset !== USDT) {
      if (amount > 0n) this.books.acquire(asset, amount, worth);
      // Paying a coin away is not a trade.
      else this.books.remove(asset, -amount);
    }
    if (worth === null) {
      this.unvalued = true;
      return;
    }
    const [sums, slot, sign] =
      kind === REALISED
        ? [this.realised, 0, 1n]
        : kind === FEE
          ? [this.fees, 1, -1n]
          : kind === FUNDING
            ? [this.funding, 2, 1n]
            : [null, 0, 0n];
    if (!sums) return;
    sums.add(symbol, sign * worth);
    this.day.add(slot, sign * worth);
  }
}

function add(sums: Sums, n: number, hi: number, lo: number): void {
  sums.hi[n]! += hi;
  sums.lo[n]! += lo;
  sums.checked(n);
}
