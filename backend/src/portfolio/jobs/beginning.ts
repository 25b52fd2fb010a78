import type { Venue } from '../../exchange/index.js';
import { ONE, times, type Portfolio } from '../engine/index.js';
import { marginOf } from '../ledger/index.js';
import { dayOf } from '../store/index.js';
import type { Start } from './account-rows.js';
import type { PriceBook } from './price-book.js';

/**
 * What the engine cannot know of an account's beginning. The open profit of positions that were there already came from outside like everything
 * that was there; and days before the first row of a futures wallet that was not empty are guesses, because nothing says when it came.
 */
export function tellBeginning(portfolio: Portfolio, { from, books, contracts, futuresFrom }: Start, prices: PriceBook, venue: Venue): void {
  for (const day of portfolio.days) if (day.day < dayOf(futuresFrom) && !day.flags.includes('estimated')) day.flags.push('estimated');
  const [first] = portfolio.days;
  if (books || !first) return;
  for (const { symbol, side, amount, entry } of contracts) {
    const margin = marginOf(venue, symbol);
    const price = prices.contract(symbol, from);
    const unit = margin === null ? null : margin === 'USDT' ? ONE : prices.coin(margin, from);
    if (margin === null || entry === null || price === null || unit === null) continue;
    const quantity = times(amount, price - entry);
    const value = times(quantity, unit);
    portfolio.flows.push({ kind: 'opening', id: `${symbol} ${side}`, at: from, asset: margin, quantity, price: unit, value });
    if (value > 0n) first.inflow += value;
    else first.outflow -= value;
  }
}
