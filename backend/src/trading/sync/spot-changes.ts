import { Decimal } from '../../platform/domain/index.js';
import type { AssetBalance, SpotSymbol } from '../venues/index.js';
import type { SpotMark } from '../exchange-accounts/index.js';

/** Sum of the fills of one symbol and side. */
export interface FillSum {
  symbol: string;
  buyer: boolean;
  qty: string;
  quoteQty: string;
  feeAsset: string;
  fee: string;
}

export function coinsOf(balances: readonly AssetBalance[]): Record<string, string> {
  return Object.fromEntries(balances.map(({ coin, free, locked }) => [coin, `${free} ${locked}`]));
}

/** Returns whether the account differs from the mark. */
export function hasChanges(before: SpotMark, now: { mark: string | null; balances: readonly AssetBalance[] }): boolean {
  const coins = coinsOf(now.balances);
  const names = new Set([...Object.keys(before.coins), ...Object.keys(coins)]);
  return before.mark !== now.mark || [...names].some((coin) => before.coins[coin] !== coins[coin]);
}

/** Returns by how much each coin changed since the mark, free and locked together; unchanged coins are left out. */
export function movements(before: SpotMark, balances: readonly AssetBalance[]): Map<string, Decimal> {
  const moved = new Map<string, Decimal>();
  for (const { coin, free, locked } of balances) moved.set(coin, new Decimal(free).plus(locked));
  for (const [coin, text] of Object.entries(before.coins)) {
    const [free = '0', locked = '0'] = text.split(' ');
    moved.set(coin, (moved.get(coin) ?? new Decimal(0)).minus(free).minus(locked));
  }
  return withoutZeros(moved);
}

/** Stored rows of the time between the mark and now. */
export interface Known {
  fills: readonly FillSum[];
  /** What wallet movements added, by coin. */
  other: Readonly<Record<string, string>>;
  /** Deposits less withdrawals, by coin. */
  capital: { before: Readonly<Record<string, string>>; now: Readonly<Record<string, string>> };
}

/**
 * Returns the part of the changes that known rows do not explain, by coin; empty if all is explained. Symbols that are not in `pairs`
 * explain nothing.
 */
export function unexplained(
  moved: ReadonlyMap<string, Decimal>,
  { fills, other, capital }: Known,
  pairs: ReadonlyMap<string, SpotSymbol>,
): Map<string, Decimal> {
  const left = new Map(moved);
  const explain = (coin: string, amount: Decimal) => left.set(coin, (left.get(coin) ?? new Decimal(0)).minus(amount));
  for (const { symbol, buyer, qty, quoteQty, feeAsset, fee } of fills) {
    const pair = pairs.get(symbol);
    if (!pair) continue;
    explain(pair.base, new Decimal(qty).times(buyer ? 1 : -1));
    explain(pair.quote, new Decimal(quoteQty).times(buyer ? -1 : 1));
    if (feeAsset !== '') explain(feeAsset, new Decimal(fee).negated());
  }
  for (const [coin, amount] of Object.entries(other)) explain(coin, new Decimal(amount));
  for (const coin of new Set([...Object.keys(capital.before), ...Object.keys(capital.now)])) {
    explain(coin, new Decimal(capital.now[coin] ?? '0').minus(capital.before[coin] ?? '0'));
  }
  return withoutZeros(left);
}

export interface Candidates {
  /** Unread symbols whose two coins both changed, most recently traded first. */
  symbols: readonly SpotSymbol[];
  /** Coins whose change is not explained. */
  unexplained: ReadonlySet<string>;
  /** Coins that fees are paid in: they change with every trade. */
  feeCoins: ReadonlySet<string>;
}

/**
 * Returns the symbols to read next. A trade of A against B changes both, and often a third coin for the fee, so that one trade makes three
 * candidates. The first round takes the likeliest symbol of each base coin; later rounds take all symbols of what is still unexplained.
 */
export function nextCandidates({ symbols, unexplained: open, feeCoins }: Candidates, firstRound: boolean): string[] {
  const touched = symbols.filter(({ base, quote }) => open.has(base) && open.has(quote));
  if (!firstRound) return touched.map(({ symbol }) => symbol);
  const bases = new Set<string>();
  const likely: string[] = [];
  for (const { symbol, base } of touched) {
    if (bases.has(base) || feeCoins.has(base)) continue;
    bases.add(base);
    likely.push(symbol);
  }
  return likely.length > 0 ? likely : nextCandidates({ symbols, unexplained: open, feeCoins }, false);
}

function withoutZeros(amounts: ReadonlyMap<string, Decimal>): Map<string, Decimal> {
  return new Map([...amounts].filter(([, amount]) => !amount.isZero()));
}
