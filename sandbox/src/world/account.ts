// The state questions the wire answers from a ledger at one moment: what is visible, what is open, what it is worth.
import { entryPrice } from './book.ts';
import type { Book, Position } from './book.ts';
import { contract } from './catalogue.ts';
import { abs, fromFloat, over, parts, times, trimmed } from './decimal.ts';
import type { AlgoOrder, FuturesFill, FuturesOrder, PositionSide, SpotFill, SpotOrder } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Market } from './market.ts';
import { DAY, MINUTE } from './time.ts';

/** Trades of a contract older than this are not answered any more. */
export const FUTURES_RETENTION = 180 * DAY;
export const INCOME_RETENTION = 90 * DAY;
export const TRANSFER_RETENTION = 180 * DAY;
const LONGEST_LAG = 10 * MINUTE;

/** Index of the first row for which `before` is false; rows are sorted so that it is true, true, ..., false. */
export function lowerBound<T>(rows: readonly T[], before: (row: T) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && before(row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The fills a trade list shows at `t`, oldest first. Late ones are missing until their moment comes. */
export function visibleFills<T extends SpotFill | FuturesFill>(fills: readonly T[] | undefined, t: number): T[] {
  if (!fills) return [];
  const end = lowerBound(fills, (f) => f.time <= t);
  const settled = lowerBound(fills, (f) => f.time <= t - LONGEST_LAG);
  if (settled === end) return fills.slice(0, end);
  return [...fills.slice(0, settled), ...fills.slice(settled, end).filter((f) => f.visibleAt <= t)];
}

export interface OpenOrder {
  order: FuturesOrder;
  executed: bigint;
  updateTime: number;
}

export function openOrders(ledger: Ledger, t: number): OpenOrder[] {
  ledger.reach(t);
  return ledger.orders
    .filter((o) => o.placedAt <= t && t < o.closedAt)
    .map((order) => {
      const done = order.parts.filter((p) => p.time <= t);
      return { order, executed: done.reduce((sum, p) => sum + p.qty, 0n), updateTime: done.at(-1)?.time ?? order.placedAt };
    });
}

export function openAlgoOrders(ledger: Ledger, t: number): AlgoOrder[] {
  ledger.reach(t);
  return ledger.algos.filter((o) => o.placedAt <= t && t < o.triggersAt);
}

export function openSpotOrders(ledger: Ledger, t: number): SpotOrder[] {
  ledger.reach(t);
  return ledger.spotOrders.filter((o) => o.placedAt <= t && t < o.closedAt);
}

/** Quote money the resting spot orders hold, by asset. */
export function lockedAt(ledger: Ledger, t: number): Map<string, bigint> {
  const locked = new Map<string, bigint>();
  for (const o of openSpotOrders(ledger, t)) locked.set('USDT', (locked.get('USDT') ?? 0n) + times(o.qty, o.price));
  return locked;
}

/** Moment of the last change of a spot balance or of its locked part. */
export function spotUpdateTime(ledger: Ledger, book: Book, t: number): number {
  let latest = book.spotUpdatedAt;
  for (const o of ledger.spotOrders) {
    if (o.placedAt <= t) latest = Math.max(latest, o.placedAt);
    if (o.closedAt <= t) latest = Math.max(latest, o.closedAt);
  }
  return latest;
}

export function leverage(ledger: Ledger, symbol: string): number {
  return [5, 10, 20, 25][ledger.random.hash('leverage', contract(symbol).index) % 4] ?? 10;
}

export interface Valuation {
  symbol: string;
  side: PositionSide;
  position: Position;
  entry: bigint;
  mark: bigint;
  /** Signed, at the mark price. */
  notional: bigint;
  profit: bigint;
  margin: bigint;
  orderMargin: bigint;
  leverage: number;
  /** The futures wallet that stands behind all positions. */
  wallet: bigint;
}

/** Rows of the positions that are open or have a limit order, in the catalogue's order. */
export function positions(ledger: Ledger, market: Market, t: number): Valuation[] {
  const book = ledger.bookAt(t);
  const open = openOrders(ledger, t);
  const keys = new Set([
    ...[...book.positions.values()].filter((p) => p.amount !== 0n).map((p) => `${p.symbol}:${p.side}`),
    ...open.map(({ order }) => `${order.symbol}:${order.positionSide}`),
  ]);
  return [...keys]
    .map((key) => {
      const [symbol = '', side = 'BOTH'] = key.split(':');
      return valuation(ledger, market, t, book.position(symbol, side as PositionSide), open);
    })
    .sort((a, b) => contract(a.symbol).index - contract(b.symbol).index || a.side.localeCompare(b.side));
}

export function valuation(ledger: Ledger, market: Market, t: number, position: Position, open: readonly OpenOrder[]): Valuation {
  const { symbol, side } = position;
  const mark = market.mark(symbol, t);
  const entry = entryPrice(position);
  const notional = times(position.amount, mark);
  const factor = leverage(ledger, symbol);
  const resting = open
    .filter(({ order }) => order.symbol === symbol && order.positionSide === side)
    .reduce((sum, { order, executed }) => sum + times(order.qty - executed, order.price), 0n);
  return {
    symbol,
    side,
    position,
    entry,
    mark,
    notional,
    profit: position.amount === 0n ? 0n : times(position.amount, mark) + (position.amount > 0n ? -position.cost : position.cost),
    margin: abs(notional) / BigInt(factor),
    orderMargin: resting / BigInt(factor),
    leverage: factor,
    wallet: ledger.bookAt(t).futuresWallet,
  };
}

/** Entry price moved by the fees of a round trip. */
export function breakEven(v: Valuation): bigint {
  if (v.position.amount === 0n) return 0n;
  const fees = parts(v.entry, 6, 10_000);
  return v.position.amount > 0n ? v.entry + fees : v.entry - fees;
}

/** Where the loss would have eaten nearly the whole wallet; 0 when no price can do that. */
export function liquidationPrice(v: Valuation): bigint {
  if (v.position.amount === 0n) return 0n;
  const distance = over(parts(v.wallet, 95, 100), abs(v.position.amount));
  if (v.position.amount < 0n) return v.entry + distance;
  return v.entry > distance ? v.entry - distance : 0n;
}

export interface WalletRow {
  activate: boolean;
  balance: string;
  walletName: string;
}

const UNUSED_WALLETS = ['COIN-M Futures', 'Earn', 'Options', 'Trading Bots', 'Copy Trading'];

/** The overview of all wallets in one quote asset, as the exchange's own wallet page shows it. */
export function wallets(ledger: Ledger, market: Market, t: number, quoteAsset: string): WalletRow[] {
  const book = ledger.bookAt(t);
  const quote = fromFloat(market.usd(quoteAsset, t), 8);
  const worth = (wallet: Iterable<[string, bigint]>): bigint => {
    let dollars = 0n;
    for (const [asset, amount] of wallet) dollars += times(amount, fromFloat(market.usd(asset, t), 8));
    return over(dollars, quote);
  };
  const profit = positions(ledger, market, t).reduce((sum, v) => sum + v.profit, 0n);
  const row = (walletName: string, balance: bigint): WalletRow => ({
    activate: true,
    balance: balance === 0n ? '0' : trimmed(balance),
    walletName,
  });
  return [
    row('Spot', worth(book.spot)),
    row('Funding', worth(book.funding)),
    row('Cross Margin', 0n),
    row('Isolated Margin', 0n),
    row('USDⓈ-M Futures', over(book.futuresWallet + profit, quote)),
    ...UNUSED_WALLETS.map((name) => row(name, 0n)),
  ];
}
