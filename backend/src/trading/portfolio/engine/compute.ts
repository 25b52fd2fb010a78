import { AccountState } from './account-state.js';
import { dayResults, morningOf, type Morning } from './day-results.rules.js';
import { DailyReturns } from './daily-returns.js';
import { ACCOUNTING_ASSET, USDT, type Event, type Ledger } from './ledger.js';
import type { Books, Day, DayFlag, Flow, Portfolio, Scope } from './portfolio.types.js';
import { positionsOf } from './positions.js';
import { ReturnChain } from './return-chain.js';
import { announceBooks, readBooks, writeBooks } from './saved-books.mapper.js';
import { abs, ONE, scaled, times } from '../../../platform/domain/scaled.js';

const DAY_MS = 86_400_000;
/** Unlocated amounts are insignificant up to a thousandth of the equity, or a cent. */
const SIGNIFICANT_PART = 1000n;
const MIN_SIGNIFICANT = scaled('0.01');
type FlowEvent = Extract<Event, { what: 'flow' }>;

/**
 * Computes an account's portfolio, one row per day, from the rows of the ledger (rules.md 2 and 3). Pure: the same rows, prices and books
 * give the same figures to the last digit, and continuing from saved books gives the same as computing from the beginning. The last day is
 * valued at `scope.to`; if that is a midnight, rows at or after it are left out.
 */
export function compute(ledger: Ledger, scope: Scope): Portfolio {
  return new Computation(ledger, scope).run();
}

class Computation {
  private readonly account: AccountState;
  private readonly returns: DailyReturns;
  private nextEvent = 0;
  private nextShared = 0;
  private readonly days: Day[] = [];
  private readonly flows: Flow[] = [];
  private readonly checkpoints: { day: string; books: Books }[] = [];
  private inflow = 0n;
  private outflow = 0n;
  private unpricedFlow = false;

  constructor(
    private readonly ledger: Ledger,
    private readonly scope: Scope,
  ) {
    const { books } = scope;
    if (books) announceBooks(ledger, books);
    this.account = new AccountState(ledger, scope.prices);
    const { from = -Infinity, unlocated } = scope.known ?? {};
    const complete = scope.from >= from && !unlocated?.amounts.size;
    this.returns = new DailyReturns(
      books ? readBooks(this.account, books) : { chain: new ReturnChain(), peak: ONE, lastIndex: null, lastSegment: 0, complete },
    );
  }

  run(): Portfolio {
    const { from, to, books, prices } = this.scope;
    let morning: Morning | null = null;
    for (let midnight = Math.floor(from / DAY_MS) * DAY_MS + DAY_MS; ; midnight += DAY_MS) {
      const end = Math.min(midnight, to);
      const isLast = midnight >= to;
      if (isLast && (books || this.days.length > 0)) morning = morningOf(this.account, midnight - DAY_MS);
      this.advance(end === midnight ? end : end + 1);
      this.closeDay(midnight - DAY_MS, end);
      if (isLast) break;
    }
    return {
      days: this.days,
      periods: this.returns.progress.chain.periods,
      flows: this.flows,
      positions: positionsOf(this.account),
      checkpoints: this.checkpoints,
      dayResults: morning && dayResults(this.account, morning, to, prices),
      holdings: this.account.holdings(),
    };
  }

  /** Processes every row before `limit`. */
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

  /** Spot fills and the futures wallet share the books of coins, so they alternate where it moves one; times are whole milliseconds. */
  private fillsBefore(limit: number): void {
    const { spot, futures, wallet } = this.account;
    const { shared } = wallet;
    for (let time = shared[this.nextShared]; time !== undefined && time < limit; time = shared[++this.nextShared]) {
      spot.run(time);
      wallet.run(time + 0.5);
    }
    spot.run(limit);
    futures.run(limit);
    wallet.run(limit);
  }

  private moved(event: Exclude<Event, FlowEvent>): void {
    const { account } = this;
    if (event.what === 'transfer') {
      if (event.from) account.walletOf(event.from).add(event.asset, -event.amount);
      if (event.to) account.walletOf(event.to).add(event.asset, event.amount);
      return;
    }
    const { wallet, from, fromAmount, to, toAmount, time } = event;
    account.walletOf(wallet).add(from, -fromAmount);
    account.walletOf(wallet).add(to, toAmount);
    const worth = from === USDT ? fromAmount : to === USDT ? toAmount : this.worthOf(from, fromAmount, time);
    if (worth === null) this.unpricedFlow = true;
    if (from !== USDT) {
      const earned = account.books.dispose(from, fromAmount, worth);
      account.spotTotals.realised.add(from, earned ?? 0n);
      account.spotTotals.day.add(0, earned ?? 0n);
    }
    if (to !== USDT) account.books.acquire(to, toAmount, worth);
  }

  private worthOf(asset: number, amount: bigint, time: number): bigint | null {
    const price = this.account.quotes.near(asset, time);
    return price === null ? null : times(amount, price);
  }

  /** Merges all flows of one instant into one: their sum ends a period, valued just before. */
  private flow(at: number): void {
    const { account } = this;
    const together: FlowEvent[] = [];
    const { events } = this.ledger;
    for (let event = events[this.nextEvent]; event?.what === 'flow' && event.time === at; event = events[++this.nextEvent])
      together.push(event);
    const { equity: valueBefore } = account.worthAt(at);
    let total: bigint | null = 0n;
    for (const { kind, id, asset, amount, wallet } of together) {
      const price = account.quotes.coin(asset, at) ?? account.quotes.near(asset, at);
      const value = price === null ? null : times(amount, price);
      this.flows.push({ kind, id, at, asset: this.ledger.assets[asset]!, quantity: amount, price, value });
      total = total === null || value === null ? null : total + value;
      if (value === null) this.unpricedFlow = true;
      // Where the past is incomplete, the time at which an opening balance came is unknown: it is not a flow of that day.
      else if (kind !== 'opening' || this.returns.isComplete) {
        if (value > 0n) this.inflow += value;
        else this.outflow -= value;
      }
      account.walletOf(wallet).add(asset, amount);
      if (asset === USDT) continue;
      if (amount > 0n) account.books.acquire(asset, amount, null);
      else account.books.remove(asset, -amount);
    }
    this.returns.flowed({ at, amount: total, valueBefore });
  }

  private closeDay(start: number, at: number): void {
    const { scope, account } = this;
    const { spot, spotTotals, wallet } = account;
    const { futuresFrom = -Infinity, fundingFrom = -Infinity, fundingUnknown } = scope.known ?? {};
    const day = new Date(start).toISOString().slice(0, 10);
    const worth = at < futuresFrom ? { ...account.worthAt(at), equity: null, futures: null, unrealised: null } : account.worthAt(at);
    const wasComplete = this.returns.isComplete;
    const isComplete = this.isCompleteAt(at, worth.equity);
    const { isEstimated, ...returns } = this.returns.close(start, at, worth.equity, isComplete);
    const isUnpriced = (worth.equity === null && at >= futuresFrom) || this.unpricedFlow || spot.unvalued || wallet.unvalued;
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
      btcPrice: scope.prices.coin('BTC', at),
      flags,
    });
    this.inflow = this.outflow = 0n;
    this.unpricedFlow = spot.unvalued = wallet.unvalued = false;
    if (at === start + DAY_MS && scope.keep?.(day)) this.checkpoints.push({ day, books: writeBooks(account, at, this.returns.progress) });
  }

  /** Returns whether everything that moved the account up to `at` is known, or unknown amounts are insignificant. */
  private isCompleteAt(at: number, equity: bigint | null): boolean {
    const { from = -Infinity, unlocated } = this.scope.known ?? {};
    if (at < from) return false;
    if (!unlocated || at >= unlocated.until || unlocated.amounts.size === 0) return true;
    if (equity === null) return false;
    let sum = 0n;
    for (const [asset, amount] of unlocated.amounts) {
      const price = asset === ACCOUNTING_ASSET ? ONE : this.scope.prices.coin(asset, at);
      if (price === null) return false;
      sum += times(abs(amount), price);
    }
    return sum <= MIN_SIGNIFICANT || sum * SIGNIFICANT_PART <= equity;
  }
}
