import type { Decimal as DecimalJs } from 'decimal.js';
import { Decimal } from '../../platform/domain/index.js';
import type { LeverageBracket } from '../venues/index.js';
import type { Side } from './signal.input.js';

/**
 * Sums and products of prices and quantities with 38 digits are exact: rounding happens only where a function names it. 250 digits are more
 * than three factors and their quotients need.
 */
export const Exact = Decimal.clone({ precision: 250 });
export type Exact = DecimalJs;

/** Decimal places of amounts and prices, as in numeric(38,18). */
export const PLACES = 18;

export interface IsolatedPosition {
  side: Side;
  quantity: string;
  entryPrice: string;
  leverage: number;
  /** Of closing the position, which the exchange sets aside. */
  takerFee: string;
}

/**
 * Returns the price at which an isolated position is liquidated: where margin and unrealised result fall to the maintenance margin and the
 * fee of closing. With quantity q, entry E, leverage L, maintenance ratio m, deduction d and fee f, a long position ends
 *
 *   at the market's value (Binance, OKX):   (E (1 - 1/L) - d/q) / (1 - m - f)
 *   at the entry's value (Bybit):            E (1 - 1/L + m + f) - d/q
 *
 * and a short one at (E (1 + 1/L) + d/q) / (1 + m + f), or E (1 + 1/L - m - f) + d/q. The earlier of the two counts. It is rounded to 18
 * places towards the entry. Funding, which moves it, is left out.
 */
function priceIn(position: IsolatedPosition, { maintenanceRatio, deduction }: LeverageBracket): Exact {
  const { side, leverage } = position;
  const [entry, quantity] = [new Exact(position.entryPrice), new Exact(position.quantity)];
  const direction = side === 'long' ? 1 : -1;
  const kept = new Exact(maintenanceRatio).plus(position.takerFee);
  const deducted = new Exact(deduction ?? 0).times(direction).times(leverage);
  // Times leverage and quantity, which keeps both exact up to their one division.
  const bankruptcy = entry.times(leverage - direction).times(quantity);
  const rounding = side === 'long' ? Exact.ROUND_CEIL : Exact.ROUND_FLOOR;
  const over = (value: Exact, divisor: Exact) => value.dividedBy(divisor).toDecimalPlaces(PLACES, rounding);
  const scale = quantity.times(leverage);
  const atEntry = over(bankruptcy.minus(deducted).plus(entry.times(kept).times(direction).times(scale)), scale);
  // A long position whose maintenance margin is its whole value has none at the market's value.
  const left = new Exact(1).minus(kept.times(direction));
  const atMarket = left.greaterThan(0) ? over(bankruptcy.minus(deducted), scale.times(left)) : atEntry;
  return side === 'long' ? Exact.max(atMarket, atEntry) : Exact.min(atMarket, atEntry);
}

export interface Liquidation {
  price: string | null;
  reason: 'brackets-unknown' | 'never' | null;
}

/**
 * Returns the liquidation price of an isolated position in the bracket of its value at the entry. A short position grows as it loses: each
 * higher bracket that it reaches before counts as well, and the earliest price is returned. Unknown: it is larger than all brackets.
 * Never: the price would be zero or less.
 */
export function liquidationOf(position: IsolatedPosition, brackets: readonly LeverageBracket[]): Liquidation {
  const quantity = new Exact(position.quantity);
  const isWithin = (price: Exact, { maxNotional, maxQuantity }: LeverageBracket) =>
    (maxNotional === null || quantity.times(price).lessThanOrEqualTo(maxNotional)) &&
    (maxQuantity === null || quantity.lessThanOrEqualTo(maxQuantity));
  const first = brackets.findIndex((bracket) => isWithin(new Exact(position.entryPrice), bracket));
  if (first === -1) return { price: null, reason: 'brackets-unknown' };
  let price = priceIn(position, brackets[first]!);
  if (position.side === 'short')
    for (let n = first + 1; n < brackets.length && !isWithin(price, brackets[n - 1]!); n++)
      price = Exact.min(price, priceIn(position, brackets[n]!));
  return price.greaterThan(0) ? { price: price.toFixed(), reason: null } : { price: null, reason: 'never' };
}
