import { HI_PLACES } from './amounts.js';
import { CostBooks } from './cost-books.js';
import { DailyReturns } from './daily-returns.js';
import type { Books, Day, DayFlag, Flow, Portfolio, Position, PositionLeg, PositionSide, Scope, WalletKind } from './entries.js';
import { FuturesFills } from './futures-fills.js';
import { symbolKey, symbolOfKey, USDT, type Event, type Ledger } from './ledger.js';
import { Quotes } from './quotes.js';
import { announceBooks, readBooks, writeBooks } from './saved-books.js';
import { ReturnChain } from './returns.js';
import { abs, divided, ONE, scaled, times } from '../../../platform/domain/scaled.js';
import { SpotFills, type SpotTotals } from './spot-fills.js';
import { Sums } from './sums.js';
import { FuturesWallet } from './wallets.js';

export const DAY_MS = 86_400_000;
/** What is not known may change the equity by a thousandth, or by a cent. */
const MATTERS = 1000n;
const MIN_MATTER = scaled('0.01');
const HEDGE_SIDES = ['LONG', 'SHORT'] as const;
type FlowEvent = Extract<Event, { what: 'flow' }>;

/**
 * A member's portfolio, a row a day, from the rows of the ledger (rules.md 2 and 3). Pure: the same rows, prices and books give the same
 * figures to the last digit, and going on from saved books gives what computing from the beginning would. The last day is valued at
 * `scope.to`; rows at or after it are left out where it is a midnight.
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
  private readonly returns: DailyReturns;
  private inflow = 0n;
  private outflow = 0n;
  private unpricedFlow = false;

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
    const { from = -Infinity, unlocated } = scope.known ?? {};
    const complete = scope.from >= from && !unlocated?.amounts.size;
    this.returns = new DailyReturns(
      books ? readBooks(this, books) : { chain: new ReturnChain(), peak: ONE, lastIndex: null, lastSegment: 0, complete },
    );
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
      periods: this.returns.progress.chain.periods,
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
      // Where the past is incomplete, the time at which an opening balance came is unknown: it is not a flow of that day.
      else if (kind !== 'opening' || this.returns.isComplete) {
        if (value > 0n) this.inflow += value;
        else this.outflow -= value;
      }
      this.wallets(wallet).add(asset, amount);
      if (asset === USDT) continue;
      if (amount > 0n) this.books.acquire(asset, amount, null);
      else this.books.remove(asset, -amount);
    }
    this.returns.flowed({ at, amount: total, valueBefore });
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
    const { scope, spotTotals, wallet } = this;
    const { futuresFrom = -Infinity, fundingFrom = -Infinity, fundingUnknown } = scope.known ?? {};
    const day = new Date(start).toISOString().slice(0, 10);
    const worth = at < futuresFrom ? { ...this.valued(at), equity: null, futures: null, unrealised: null } : this.valued(at);
    const wasComplete = this.returns.isComplete;
    const isComplete = this.isCompleteAt(at, worth.equity);
    const { isEstimated, ...returns } = this.returns.close(start, at, worth.equity, isComplete);
    const isUnpriced = (worth.equity === null && at >= futuresFrom) || this.unpricedFlow || this.spot.unvalued || wallet.unvalued;
    const flags: DayFlag[] = [];
    if (isUnpriced) flags.push('unpriced');
    if (isEstimated) flags.push('estimated');
    if (scope.unreconciled?.has(day)) flags.push('unreconciled');
    if (at - start < DAY_MS || scope.from > start) flags.push('partial');
    if (!wasComplete || !isComplete) flags.push('incomplete');
    const hasTrades = start >= futuresFrom;
    const [realised, fees, funding] = [
      spotTotals.day.take(0) + wallet.day.take(0),
      spotTotals.day.take(1) + wallet.day.take(1),
      wallet.day.take(2),
    ];
    this.days.push({
      day,
      at,
      ...worth,
      inflow: this.inflow,
      outflow: this.outflow,
      realised: hasTrades ? realised : null,
      fees: hasTrades ? fees : null,
      funding: start >= fundingFrom && !fundingUnknown?.has(day) ? funding : null,
      ...returns,
      btcPrice: this.btcPrice(at),
      flags,
    });
    this.inflow = this.outflow = 0n;
    this.unpricedFlow = this.spot.unvalued = wallet.unvalued = false;
    if (at === start + DAY_MS && scope.keep?.(day)) this.checkpoints.push({ day, books: writeBooks(this, at, this.returns.progress) });
  }

  /**
   * Whether everything that moved the account up to `at` is known, or what is not could not change its equity by more than a thousandth.
   */
  private isCompleteAt(at: number, equity: bigint | null): boolean {
    const { from = -Infinity, unlocated } = this.scope.known ?? {};
    if (at < from) return false;
    if (!unlocated || at >= unlocated.until || unlocated.amounts.size === 0) return true;
    if (equity === null) return false;
    let sum = 0n;
    for (const [asset, amount] of unlocated.amounts) {
      const price = asset === this.ledger.assets[USDT] ? ONE : this.scope.prices.coin(asset, at);
      if (price === null) return false;
      sum += times(abs(amount), price);
    }
    return sum <= MIN_MATTER || sum * MATTERS <= equity;
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
        legs: [],
      });
    });
    const names = [...contracts.map(({ symbol }) => symbol), ...symbols.list.map(symbolOfKey)];
    for (const symbol of new Set(names)) if (symbol !== '') found.push(this.contractPosition(symbol));
    return found;
  }

  /** Results of a contract; in hedge mode the long and the short position are listed separately and never netted. */
  private contractPosition(symbol: string): Position {
    const { contracts, symbols } = this.ledger;
    const open = this.futures.open().filter((contract) => contract.symbol === symbol);
    const sidesOf = (side?: PositionSide) =>
      contracts.flatMap((contract, at) => (contract.symbol === symbol && (side === undefined || contract.side === side) ? [at] : []));
    const sums = (side: PositionSide) => {
      const key = symbols.find(symbolKey(symbol, side));
      if (key === undefined) return { realised: 0n, fees: 0n, funding: 0n };
      return { realised: this.wallet.realised.value(key), fees: this.wallet.fees.value(key), funding: this.wallet.funding.value(key) };
    };
    const standing = (own: typeof open, sides: readonly number[]) => ({
      openQty: own.reduce((sum, { qty, direction }) => sum + qty * BigInt(direction), 0n),
      openCost: own.reduce((sum, { entry, direction }) => sum + entry * BigInt(direction), 0n),
      trades: sides.reduce((sum, at) => sum + this.futures.trades[at]!, 0),
      lastTradeAt: Math.max(0, ...sides.map((at) => this.futures.lastTradeAt[at]!)) || null,
    });
    const legs = HEDGE_SIDES.flatMap((side): PositionLeg[] => {
      const sides = sidesOf(side);
      if (sides.length === 0) return [];
      const { realised, fees } = sums(side);
      return [
        {
          side,
          realised,
          fees,
          ...standing(
            open.filter((contract) => contract.side === side),
            sides,
          ),
        },
      ];
    });
    const all = [sums('BOTH'), ...HEDGE_SIDES.map(sums)];
    const total = (of: 'realised' | 'fees' | 'funding') => all.reduce((sum, one) => sum + one[of], 0n);
    const whole = standing(open, sidesOf());
    return {
      market: 'futures',
      asset: symbol,
      realised: total('realised'),
      fees: total('fees'),
      funding: total('funding'),
      unknownQty: 0n,
      ...whole,
      ...(legs.length > 0 && { openQty: null, openCost: null }),
      legs,
    };
  }

  private holdings(): Portfolio['holdings'] {
    const of = (kind: WalletKind) =>
      Object.fromEntries(
        this.ledger.assets.map((asset, n) => [asset, this.wallets(kind).value(n)] as const).filter(([, amount]) => amount !== 0n),
      );
    return { spot: of('spot'), futures: of('futures'), funding: of('funding') };
  }
}
