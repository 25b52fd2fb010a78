import { HI_PLACES } from './amounts.js';
import { CostBooks } from './cost-books.js';
import { FuturesFills } from './futures-fills.js';
import { FuturesWallet } from './futures-wallet.js';
import { USDT, type Ledger } from './ledger.js';
import type { Portfolio, PriceSource, WalletKind } from './portfolio.types.js';
import { Quotes } from './quotes.js';
import { divided, ONE } from '../../../platform/domain/scaled.js';
import { SpotFills, type SpotTotals } from './spot-fills.js';
import { Sums } from './sums.js';

export interface Worth {
  equity: bigint | null;
  spot: bigint | null;
  futures: bigint | null;
  unrealised: bigint | null;
}

/** Wallets, cost books and open contracts of an account at one moment of the computation. */
export class AccountState {
  readonly quotes: Quotes;
  readonly books: CostBooks;
  readonly spotTotals: SpotTotals;
  readonly funding: Sums;
  readonly futures: FuturesFills;
  readonly wallet: FuturesWallet;
  readonly spot: SpotFills;

  /** Aligns the ledger: all its assets must be known by now. */
  constructor(
    readonly ledger: Ledger,
    prices: PriceSource,
  ) {
    const places = ledger.align();
    places[USDT] = HI_PLACES;
    const size = ledger.assets.length;
    this.quotes = new Quotes(prices, ledger.assets);
    this.books = new CostBooks(places);
    this.spotTotals = {
      holdings: new Sums(size, places),
      realised: new Sums(size),
      fees: new Sums(size),
      day: new Sums(2),
      trades: new Float64Array(size),
      lastTradeAt: new Float64Array(size),
    };
    this.funding = new Sums(size, places);
    this.futures = new FuturesFills(ledger);
    this.wallet = new FuturesWallet(ledger, this.books, this.quotes, places);
    this.spot = new SpotFills(ledger, places, this.books, this.quotes, this.spotTotals);
  }

  walletOf(kind: WalletKind): Sums {
    return kind === 'spot' ? this.spotTotals.holdings : kind === 'futures' ? this.wallet.holdings : this.funding;
  }

  /** Values all holdings; a part is null if something in it has no price. */
  worthAt(at: number): Worth {
    const { holdings } = this.spotTotals;
    let spot: bigint | null = 0n;
    let futures: bigint | null = 0n;
    for (let n = 0; n < this.ledger.assets.length; n++) {
      const inFunding = this.funding.value(n);
      const held = holdings.value(n);
      const inSpot = inFunding === 0n ? held : held + inFunding;
      const inFutures = this.wallet.holdings.value(n);
      if (inSpot === 0n && inFutures === 0n) continue;
      const price = this.quotes.coin(n, at);
      if (inSpot !== 0n) spot = price === null || spot === null ? null : spot + inSpot * price;
      if (inFutures !== 0n) futures = price === null || futures === null ? null : futures + inFutures * price;
    }
    const unrealised = this.futures.profit(
      ({ symbol }) => this.quotes.contract(symbol, at),
      (asset) => this.quotes.coin(asset, at),
    );
    // Sums of 10^-36, so that the total is rounded once.
    spot = spot === null ? null : divided(spot, ONE);
    futures = futures === null || unrealised === null ? null : divided(futures, ONE) + unrealised;
    return { equity: spot === null || futures === null ? null : spot + futures, spot, futures, unrealised };
  }

  /** Returns the holdings of each wallet, without zeros. */
  holdings(): Portfolio['holdings'] {
    const of = (kind: WalletKind) =>
      Object.fromEntries(
        this.ledger.assets.map((asset, n) => [asset, this.walletOf(kind).value(n)] as const).filter(([, amount]) => amount !== 0n),
      );
    return { spot: of('spot'), futures: of('futures'), funding: of('funding') };
  }
}
