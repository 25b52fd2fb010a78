import { Decimal } from '../../platform/domain/index.js';
import type { RateSource } from './invoice-payments.types.js';

/** Sources that a rate needs, how old they may be, and how far apart. */
const MIN_SOURCES = 2;
const MAX_AGE_MS = 60_000;
const MAX_DISTANCE = new Decimal('0.01');
/** USDT counts as one dollar while the market is this close to it. */
const PEG_BAND = new Decimal('0.005');
const PLACES = 8;

/** Returns the median of bids that agree; null where there are too few, too old ones, or they are more than 1 % apart. */
export function medianBid(sources: readonly RateSource[], now: Date): string | null {
  const fresh = sources.filter(({ at, price }) => now.getTime() - Date.parse(at) <= MAX_AGE_MS && new Decimal(price).greaterThan(0));
  if (fresh.length < MIN_SOURCES) return null;
  const prices = fresh.map(({ price }) => new Decimal(price)).toSorted((a, b) => a.comparedTo(b));
  const [low, high] = [prices[0]!, prices.at(-1)!];
  if (high.minus(low).greaterThan(low.times(MAX_DISTANCE))) return null;
  const middle = prices.length >> 1;
  const median = prices.length % 2 === 1 ? prices[middle]! : prices[middle - 1]!.plus(prices[middle]!).dividedBy(2);
  return median.toDecimalPlaces(PLACES, Decimal.ROUND_DOWN).toFixed();
}

/** Returns what a USDT is worth: a dollar while the market is within 0.5 % of it, else the market's price. */
export function pegged(market: string): string {
  return new Decimal(market).minus(1).abs().lessThanOrEqualTo(PEG_BAND) ? '1' : market;
}

/** Returns the price of one USDT in USDC, which its issuer redeems for a dollar: the other side of the book of USDC/USDT. */
export const inverse = (ask: string): string => new Decimal(1).dividedBy(ask).toDecimalPlaces(PLACES, Decimal.ROUND_DOWN).toFixed();

/** Multiplies two prices, rounded down to the places of a rate. */
export const product = (a: string, b: string): string => new Decimal(a).times(b).toDecimalPlaces(PLACES, Decimal.ROUND_DOWN).toFixed();
