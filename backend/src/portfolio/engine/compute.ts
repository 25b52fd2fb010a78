import { HI_PLACES } from './amounts.js';
import { CostBooks } from './cost-books.js';
import type { Books, Day, DayFlag, Flow, Portfolio, Position, Scope, WalletKind } from './entries.js';
import { FuturesFills } from './futures-fills.js';
import { USDT, type Event, type Ledger } from './ledger.js';
import { Quotes } from './quotes.js';
import { announceBooks, readBooks, writeBooks, type Progress } from './saved-books.js';
import { ReturnChain } from './returns.js';
import { divided, ONE, over, times } from '../../common/domain/scaled.js';
import { SpotFills, type SpotTotals } from './spot-fills.js';
import { Sums } from './sums.js';
import { FuturesWallet } from './wallets.js';

export const DAY_MS = 86_400_000;
type FlowEvent = Extract<Event, { what: 'flow' }>;

/**
 * A member's portfolio, a row a day, from the rows of the ledger (rules.md 2 and 3). Pure: the same rows, prices and books give the same figures to the last
 * digit, and going on from saved books gives what computing from the beginning would. The last day is valued at `scope.to`; rows at or after it are left out
 * where it is a midnight.
 */
export function compute(ledger: Ledger, scope: Scope): Portfolio {
  return new Computation(ledger, scope).run();
}

export class Computation {
  private readonly quotes: Quotes;
  readonly books: CostBooks;
  readonly spotTotals: SpotTotals;
  readonly funding: Sums;
  readonly futures: FuturesFills;
  readonly wallet: FuturesWallet;
  private readonly spot: SpotFills;
  private nextEvent = 0;
  private nextShared = 0;
  private readonly days: Day[] = [];
  private readonly flows: Flow[] = [];
  private readonly checkpoints: { day: string; books: Books }[] = [];
  private progress: Progress = { chain: new ReturnChain(), peak: ONE, lastIndex: null, lastSegment: 0 };
  private inflow = 0n;
  private outflow = 0n;
  private unpricedFlow = false;
  private periodsSeen = 0;

  constructor(
    readonly ledger: Ledger,
    private readonly scope: Scope,
  ) {
    const { books } = scope;
    if (books) announceBooks(ledger, books);
    const places = ledger.align();
    places[USDT] = HI_PLACES;
    const size = ledger.assets.length;
    this.quotes = new Quotes(scope.prices, ledger.assets);
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
    if (books) this.progress = readBooks(this, books);
  }

  run(): Portfolio {
    const { from, to } = this.scope;
    for (let midnight = Math.floor(from / DAY_MS) * DAY_MS + DAY_MS; ; midnight += DAY_MS) {
      const end = Math.min(midnight, to);
      this.advance(end === midnight ? end : end + 1);
      this.closeDay(midnight - DAY_MS, end);
      if (midnight >= to) break;
    }
    return {
      days: this.days,
      periods: this.progress.chain.periods,
      flows: this.flows,
      positions: this.positions(),
      checkpoints: this.checkpoints,
      holdings: this.holdings(),
    };
  }

  /** Takes every row before `limit`. */
  private advance(limit: number): void {
    const { events } = this.ledger;
    for (let event = events[this.nextEvent]; event && event.time < limit; event = events[this.nextEvent]) {
      if (event.what !== 'transfer') this.fillsBefore(event.time);
      if (event.what === 'flow') this.flow(event.time);
      else {
        this.moved(event);
        this.nextEvent++;
      }
    }
    this.fillsBefore(limit);
  }

  /** Spot fills and the futures wallet share the books of coins, and are taken in turn where it moves one; times are whole milliseconds. */
  private fillsBefore(limit: number): void {
    const { shared } = this.wallet;
    for (let time = shared[this.nextShared]; time !== undefined && time < limit; time = shared[++this.nextShared]) {
      this.spot.run(time);
      this.wallet.run(time + 0.5);
    }
    this.spot.run(limit);
    this.futures.run(limit);
    this.wallet.run(limit);
  }

  private wallets(kind: WalletKind): Sums {
    return kind === 'spot' ? this.spotTotals.holdings : kind === 'futures' ? this.wallet.holdings : this.funding;
  }

  private moved(event: Exclude<Event, FlowEvent>): void {
    if (event.what === 'transfer') {
      if (event.from) this.wallets(event.from).add(event.asset, -event.amount);
      if (event.to) this.wallets(event.to).add(event.asset, event.amount);
      return;
    }
    const { wallet, from, fromAmount, to, toAmount, time } = event;
    this.wallets(wallet).add(from, -fromAmount);
    this.wallets(wallet).add(to, toAmount);
    const worth = from === USDT ? fromAmount : to === USDT ? toAmount : this.worth(from, fromAmount, time);
    if (worth === null) this.unpricedFlow = true;
    if (from !== USDT) {
      const earned = this.books.dispose(from, fromAmount, worth);
      this.spotTotals.realised.add(from, earned ?? 0n);
      this.spotTotals.day.add(0, earned ?? 0n);
    }
    if (to !== USDT) this.books.acquire(to, toAmount, worth);
  }

  private worth(asset: number, amount: bigint, time: number): bigint | null {
    const price = this.quotes.near(asset, time);
    return price === null ? null : times(amount, price);
  }

  /** All flows of one instant are one flow: their sum ends a period, valued just before. */
  private flow(at: number): void {
    const together: FlowEvent[] = [];
    const { events } = this.ledger;
    for (let event = events[this.nextEvent]; event?.what === 'flow' && event.time === at; event = events[++this.nextEvent])
      together.push(event);
    const { equity: valueBefore } = this.valued(at);
    let total: bigint | null = 0n;
    for (const { kind, id, asset, amount, wallet } of together) {
      const price = this.quotes.coin(asset, at) ?? this.quotes.near(asset, at);
      const value = price === null ? null : times(amount, price);
      this.flows.push({ kind, id, at, asset: this.ledger.assets[asset]!, quantity: amount, price, value });
      total = total === null || value === null ? null : total + value;
      if (value === null) this.unpricedFlow = true;
      else if (value > 0n) this.inflow += value;
      else this.outflow -= value;
      this.wallets(wallet).add(asset, amount);
      if (asset === USDT) continue;
      if (amount > 0n) this.books.acquire(asset, amount, null);
      else this.books.remove(asset, -amount);
    }
    this.progress.chain.flowed({ at, amount: total, valueBefore });
  }

  /** What everything is worth; null where something held has no price. */
  private valued(at: number): { equity: bigint | null; spot: bigint | null; futures: bigint | null; unrealised: bigint | null } {
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
    // Sums of 10^-36, so that the worth of all is rounded once.
    spot = spot === null ? null : divided(spot, ONE);
    futures = futures === null || unrealised === null ? null : divided(futures, ONE) + unrealised;
    return { equity: spot === null || futures === null ? null : spot + futures, spot, futures, unrealised };
  }

  private closeDay(start: number, at: number): void {
    const { scope, progress, spotTotals, wallet } = this;
    const { chain } = progress;
    const day = new Date(start).toISOString().slice(0, 10);
    const worth = this.valued(at);
    chain.valued({ at, value: worth.equity });
    const flags = new Set<DayFlag>();
    const closed = chain.periods.slice(this.periodsSeen);
    this.periodsSeen = chain.periods.length;
    for (const { index, method } of closed) {
      if (index !== null && index > progress.peak) progress.peak = index;
      if (method === 'estimated') flags.add('estimated');
    }
    const sameSegment = progress.lastSegment === chain.segment;
    if (!sameSegment)
      progress.peak = closed.reduce(
        (peak, { segment, index }) => (segment === chain.segment && index !== null && index > peak ? index : peak),
        ONE,
      );
    const index = worth.equity === null || (!chain.running && (chain.startValue ?? 0n) <= 0n) ? null : chain.index;
    // The first day of a segment counts from its first valuation, unless the chain broke within the day.
    const fresh = progress.lastSegment === 0 || (sameSegment && progress.lastIndex === null);
    const before = sameSegment ? (progress.lastIndex ?? ONE) : ONE;
    const dayReturn = index === null || before === 0n || !(sameSegment || fresh) || closed.length === 0 ? null : over(index, before) - ONE;
    if (worth.equity === null || this.unpricedFlow || this.spot.unvalued || wallet.unvalued) flags.add('unpriced');
    if (closed.some(({ startedAt }) => startedAt < start)) flags.add('estimated');
    if (scope.unreconciled?.has(day)) flags.add('unreconciled');
    if (at - start < DAY_MS || scope.from > start) flags.add('partial');
    this.days.push({
      day,
      at,
      ...worth,
      inflow: this.inflow,
      outflow: this.outflow,
      realised: spotTotals.day.take(0) + wallet.day.take(0),
      fees: spotTotals.day.take(1) + wallet.day.take(1),
      funding: wallet.day.take(2),
      dayReturn,
      index,
      drawdown: index === null ? null : over(index, progress.peak) - ONE,
      segment: chain.segment,
      btcPrice: this.btcPrice(at),
      flags: [...flags],
    });
    progress.lastSegment = chain.segment;
    if (index !== null) progress.lastIndex = index;
    else if (!sameSegment) progress.lastIndex = null;
    this.inflow = this.outflow = 0n;
    this.unpricedFlow = this.spot.unvalued = wallet.unvalued = false;
    if (at === start + DAY_MS && scope.keep?.(day)) this.checkpoints.push({ day, books: writeBooks(this, at, progress) });
  }

  private btcPrice(at: number): bigint | null {
    return this.scope.prices.coin('BTC', at);
  }

  private positions(): Position[] {
    const { assets, symbols, contracts } = this.ledger;
    const { realised, fees, trades, lastTradeAt } = this.spotTotals;
    const found: Position[] = [];
    assets.forEach((asset, n) => {
      if (n === USDT) return;
      const { known, unknown, cost } = this.books.load(n);
      if (known === 0n && unknown === 0n && trades[n] === 0 && realised.value(n) === 0n) return;
      found.push({
        market: 'spot',
        asset,
        realised: realised.value(n),
        fees: fees.value(n),
        funding: 0n,
        openQty: known + unknown,
        openCost: unknown === 0n ? cost : null,
        unknownQty: unknown,
        trades: trades[n]!,
        lastTradeAt: lastTradeAt[n] || null,
      });
    });
    const open = this.futures.open();
    symbols.list.forEach((symbol, n) => {
      if (symbol === '') return;
      const own = open.filter((contract) => contract.symbol === symbol);
      const sides = contracts.flatMap((contract, at) => (contract.symbol === symbol ? [at] : []));
      found.push({
        market: 'futures',
        asset: symbol,
        realised: this.wallet.realised.value(n),
        fees: this.wallet.fees.value(n),
        funding: this.wallet.funding.value(n),
        openQty: own.reduce((sum, { qty, direction }) => sum + qty * BigInt(direction), 0n),
        openCost: own.reduce((sum, { entry, direction }) => sum + entry * BigInt(direction), 0n),
        unknownQty: 0n,
        trades: sides.reduce((sum, at) => sum + this.futures.trades[at]!, 0),
        lastTradeAt: Math.max(0, ...sides.map((at) => this.futures.lastTradeAt[at]!)) || null,
      });
    });
    return found;
  }

  private holdings(): Portfolio['holdings'] {
    const of = (kind: WalletKind) =>
      Object.fromEntries(
        this.ledger.assets.map((asset, n) => [asset, this.wallets(kind).value(n)] as const).filter(([, amount]) => amount !== 0n),
      );
    return { spot: of('spot'), futures: of('futures'), funding: of('funding') };
  }
}
