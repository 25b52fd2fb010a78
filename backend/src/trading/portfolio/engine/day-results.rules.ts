import type { AccountState } from './account-state.js';
import type { Amounts } from './amounts.js';
import { journalKinds, symbolOfKey, USDT, type Event, type Ledger } from './ledger.js';
import type { DayResult, Handle, PriceSource } from './portfolio.types.js';
import { Quotes } from './quotes.js';
import { abs, divided, ONE, times } from '../../../platform/domain/scaled.js';

const TRANSFER = journalKinds.indexOf('transfer');
const DAY_MS = 86_400_000;
/** Result of journal rows without a contract: rebates, interest, conversions within the futures wallet. */
const NO_CONTRACT = '';

/** Holdings and open profit at the beginning of a day. */
export interface Morning {
  /** Its midnight. */
  at: number;
  /** By asset, over all wallets. */
  holdings: readonly bigint[];
  /** By contract, in USDT; null: unknown. */
  unrealised: ReadonlyMap<string, bigint | null>;
}

export function morningOf(account: AccountState, at: number): Morning {
  return { at, holdings: holdingsOf(account), unrealised: unrealisedOf(account, at) };
}

const holdingsOf = ({ ledger, spotTotals, wallet, funding }: AccountState) =>
  ledger.assets.map((_, n) => spotTotals.holdings.value(n) + wallet.holdings.value(n) + funding.value(n));

const unrealisedOf = ({ futures, quotes }: AccountState, at: number) =>
  futures.profitBySymbol(
    ({ symbol }) => quotes.contract(symbol, at),
    (asset) => quotes.coin(asset, at),
  );

/** Value that changed hands within a day, by coin and contract; null once a part of it is unknown. */
class Exchanged {
  readonly coins: (bigint | null)[];
  readonly contracts = new Map<string, bigint | null>();

  constructor(assets: number) {
    this.coins = Array.from({ length: assets }, () => 0n);
  }

  /** Adds value that was put into a coin. */
  into(asset: Handle, worth: bigint | null): void {
    const sum = this.coins[asset]!;
    this.coins[asset] = sum === null || worth === null ? null : sum + worth;
  }

  /** Adds what a contract paid. */
  paid(symbol: string, worth: bigint | null): void {
    const sum = this.contracts.get(symbol) ?? (this.contracts.has(symbol) ? null : 0n);
    this.contracts.set(symbol, sum === null || worth === null ? null : sum + worth);
  }
}

/**
 * Returns what each coin and contract made or lost since the morning. A coin's result is the change of its value, less the value that
 * trades, conversions, the futures journal, deposits and withdrawals put into it; a contract's is the change of its open profit and what
 * its journal rows paid. Each trade takes from one coin what it puts into another, so all results together are the change of the account's
 * value less flows. `account`: at the end of the day, `at`; if that is a midnight, rows at it are left out.
 */
export function dayResults(account: AccountState, morning: Morning, at: number, prices: PriceSource): DayResult[] {
  const { ledger } = account;
  const limit = at % DAY_MS === 0 ? at : at + 1;
  const quotes = new Quotes(prices, ledger.assets);
  const exchanged = new Exchanged(ledger.assets.length);
  addFills(ledger, quotes, exchanged, morning.at, limit);
  addJournal(ledger, quotes, exchanged, morning.at, limit);
  for (const event of ledger.events) if (event.time >= morning.at && event.time < limit) addEvent(event, quotes, exchanged);
  return [...coinResults(account, morning, at, exchanged), ...contractResults(account, morning, at, exchanged)];
}

function coinResults(account: AccountState, morning: Morning, at: number, { coins }: Exchanged): DayResult[] {
  const { ledger, quotes } = account;
  const evening = holdingsOf(account);
  return ledger.assets.flatMap((name, n): DayResult[] => {
    const put = coins[n]!;
    // A coin that joins the ledger later than the books was not held in the morning.
    const [before, after] = [morning.holdings[n] ?? 0n, evening[n]!];
    if (before === 0n && after === 0n && put === 0n) return [];
    if (put === null) return [{ kind: 'coin', name, result: null, unknown: 'value' }];
    const [open, close] = [before === 0n ? 0n : quotes.coin(n, morning.at), after === 0n ? 0n : quotes.coin(n, at)];
    if (open === null || close === null) return [{ kind: 'coin', name, result: null, unknown: 'price' }];
    return [{ kind: 'coin', name, result: divided(after * close - before * open, ONE) - put, unknown: null }];
  });
}

function contractResults(account: AccountState, morning: Morning, at: number, { contracts }: Exchanged): DayResult[] {
  const evening = unrealisedOf(account, at);
  const symbols = new Set([...morning.unrealised.keys(), ...evening.keys(), ...contracts.keys()]);
  return [...symbols].map((symbol): DayResult => {
    const of = symbol === NO_CONTRACT ? ({ kind: 'other', name: '' } as const) : ({ kind: 'contract', name: symbol } as const);
    const [before, after] = [valueIn(morning.unrealised, symbol), valueIn(evening, symbol)];
    const paid = valueIn(contracts, symbol);
    if (before === null || after === null) return { ...of, result: null, unknown: 'price' };
    if (paid === null) return { ...of, result: null, unknown: 'value' };
    return { ...of, result: after - before + paid, unknown: null };
  });
}

const valueIn = (values: ReadonlyMap<string, bigint | null>, symbol: string) => (values.has(symbol) ? values.get(symbol)! : 0n);

/** Returns the first row of a column at or after a time. */
function firstAt(times: Float64Array, size: number, from: number): number {
  let n = size;
  while (n > 0 && times[n - 1]! >= from) n--;
  return n;
}

/** A fill puts its value from one coin into the other. The base bears the fee, as in its cost. */
function addFills({ spot, pairs }: Ledger, quotes: Quotes, exchanged: Exchanged, from: number, limit: number): void {
  const [qty, quoteQty, fees] = spot.amounts as [Amounts, Amounts, Amounts];
  for (let n = firstAt(spot.time, spot.size, from); n < spot.size && spot.time[n]! < limit; n++) {
    const { base, quote } = pairs[spot.subject[n]!]!;
    const time = spot.time[n]!;
    const [q, qq, fee, feeAsset] = [qty.exact(n), quoteQty.exact(n), fees.exact(n), spot.other[n]!];
    const worth = tradeWorth(quotes, base, quote, q, qq, time);
    const way = spot.mark[n] === 1 ? 1n : -1n;
    exchanged.into(base, worth === null ? null : worth * way);
    exchanged.into(quote, worth === null ? null : -worth * way);
    if (fee === 0n) continue;
    const paid = valueOf(quotes, feeAsset, fee, time);
    exchanged.into(feeAsset, paid === null ? null : -paid);
    exchanged.into(base === USDT ? quote : base, paid);
  }
}

const valueOf = (quotes: Quotes, asset: Handle, amount: bigint, time: number): bigint | null => {
  const price = quotes.near(asset, time);
  return price === null ? null : times(amount, price);
};

function tradeWorth(quotes: Quotes, base: Handle, quote: Handle, q: bigint, qq: bigint, time: number): bigint | null {
  if (quote === USDT) return qq;
  if (base === USDT) return q;
  return valueOf(quotes, quote, qq, time) ?? valueOf(quotes, base, q, time);
}

function addJournal({ income, symbols }: Ledger, quotes: Quotes, exchanged: Exchanged, from: number, limit: number): void {
  const [amounts] = income.amounts as [Amounts];
  for (let n = firstAt(income.time, income.size, from); n < income.size && income.time[n]! < limit; n++) {
    // The row of the other wallet cancels a transfer out.
    if (income.mark[n] === TRANSFER) continue;
    const worth = valueOf(quotes, income.subject[n]!, amounts.exact(n), income.time[n]!);
    exchanged.into(income.subject[n]!, worth);
    exchanged.paid(symbolOfKey(symbols.list[income.other[n]!]!), worth);
  }
}

function addEvent(event: Event, quotes: Quotes, exchanged: Exchanged): void {
  if (event.what === 'transfer') return;
  if (event.what === 'conversion') {
    const { from, fromAmount, to, toAmount, time } = event;
    const worth = from === USDT ? fromAmount : to === USDT ? toAmount : valueOf(quotes, from, fromAmount, time);
    exchanged.into(from, worth === null ? null : -worth);
    exchanged.into(to, worth);
    return;
  }
  const price = quotes.coin(event.asset, event.time) ?? quotes.near(event.asset, event.time);
  exchanged.into(event.asset, price === null ? null : times(event.amount, price));
}

/**
 * Rounds results to `unit` so that they add up to `total`: what rounding leaves over goes to the largest. More than a unit each is no
 * rounding, and stays out.
 */
export function addUp(results: readonly bigint[], total: bigint, unit: bigint): bigint[] {
  const rounded = results.map((result) => divided(result, unit) * unit);
  const rest = total - rounded.reduce((sum, result) => sum + result, 0n);
  if (rest === 0n || abs(rest) > unit * BigInt(results.length + 2)) return rounded;
  const largest = rounded.reduce((at, result, n) => (abs(result) > abs(rounded[at]!) ? n : at), 0);
  return rounded.map((result, n) => (n === largest ? result + rest : result));
}
