import { decimalOf, digitsOf } from './exact-sum';

/**
 * What an open position has gained or lost at a price, exactly: amount (negative when short) times the move since entry. Null where a
 * figure is none.
 */
export function openProfit(amount: string, entryPrice: string, price: string): string | null {
  const [held, entry, now] = [digitsOf(amount), digitsOf(entryPrice), digitsOf(price)];
  if (!held || !entry || !now) return null;
  const places = Math.max(entry.places, now.places);
  const move = now.digits * 10n ** BigInt(places - now.places) - entry.digits * 10n ** BigInt(places - entry.places);
  return decimalOf({ digits: held.digits * move, places: held.places + places });
}
