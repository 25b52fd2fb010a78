import { Decimal } from '../../platform/domain/index.js';
import { marginOf } from '../portfolio/index.js';
import type { Market, Venue } from '../venues/index.js';
import type { Way } from './alert.rules.js';
import type { OpenContract } from './account-alert.types.js';

/** A drawdown alert can fire again once the account has made up for a fifth of the percentage. */
const RECOVERED = '0.8';
/** Digits that a double holds exactly (alert.rules.ts). */
const DIGITS = 15;

/**
 * Returns the price at which a position is `percent` of that price from its liquidation, and the way in which the price gets there. Null:
 * the exchange reports no liquidation price.
 */
export function warningOf(
  { amount, liquidation }: Pick<OpenContract, 'amount' | 'liquidation'>,
  percent: string,
): { level: string; way: Way } | null {
  if (new Decimal(liquidation).lte(0)) return null;
  const isLong = new Decimal(amount).gt(0);
  const share = new Decimal(percent).dividedBy(100);
  const rest = isLong ? new Decimal(1).minus(share) : share.plus(1);
  const level = new Decimal(liquidation).dividedBy(rest).toSignificantDigits(DIGITS).toFixed();
  return { level, way: isLong ? 'down' : 'up' };
}

/** Returns the pair of a perpetual contract; null: its name is not the one that the venue's prices are read by. */
export function pairOfContract(venue: Venue, symbol: string, symbolOf: (market: Market, base: string, quote: string) => string) {
  const quote = marginOf(venue, symbol);
  const at = quote === null ? -1 : symbol.lastIndexOf(quote);
  if (quote === null || at < 1) return null;
  const base = symbol.slice(0, at).replace(/-$/, '');
  return base !== '' && symbolOf('futures', base, quote) === symbol ? { venue, market: 'futures' as const, base, quote } : null;
}

/** Applies the drawdown of a reading, a fraction of 0 or less. */
export function applyDrawdown(percent: string, isArmed: boolean, drawdown: string): { isArmed: boolean; hasFired: boolean } {
  const fall = new Decimal(drawdown).times(-100);
  const hasFired = isArmed && fall.gte(percent);
  return { hasFired, isArmed: hasFired ? false : isArmed || fall.lte(new Decimal(percent).times(RECOVERED)) };
}
