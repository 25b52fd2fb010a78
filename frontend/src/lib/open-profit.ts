/** The digits of a decimal string as an integer, and how many of them stand behind the point; null for anything else. */
function digitsOf(text: string): { digits: bigint; places: number } | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}

function decimal(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${places > 0 ? `.${text.slice(-places)}` : ''}`;
}

/**
 * What an open position has gained or lost at a price, exactly: amount (negative when short) times the move since entry. Null where a
 * figure is none.
 */
export function openProfit(amount: string, entryPrice: string, price: string): string | null {
  const [held, entry, now] = [digitsOf(amount), digitsOf(entryPrice), digitsOf(price)];
  if (!held || !entry || !now) return null;
  const places = Math.max(entry.places, now.places);
  const move = now.digits * 10n ** BigInt(places - now.places) - entry.digits * 10n ** BigInt(places - entry.places);
  return decimal(held.digits * move, held.places + places);
}
