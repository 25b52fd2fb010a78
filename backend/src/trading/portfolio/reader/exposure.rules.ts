import { Decimal } from '../../../platform/domain/index.js';
import { venueProfiles, type Venue } from '../../venues/index.js';
import { marginOf } from '../ledger/index.js';
import { known, unknown, type Figure } from './figure.js';
import type { Reason } from './reason.types.js';
import { isStablecoin } from './stablecoin.rules.js';

/** A coin in one of the wallets whose coins the exchange lists, at the last sync. */
export interface HeldCoin {
  coin: string;
  /** Negative: borrowed. */
  quantity: string;
  /** In USDT; null: unknown. */
  value: string | null;
}

/** An open futures position at the last sync. */
export interface OpenPosition {
  symbol: string;
  /** In the coin; negative: short. */
  amount: string;
  mark: string;
  /** 0: the exchange reports none. */
  liquidation: string;
}

export interface ExposureInput {
  venue: Venue;
  /** In USDT; null: unknown. */
  equity: string | null;
  coins: readonly HeldCoin[];
  positions: readonly OpenPosition[];
  /** Value of the wallets whose coins the exchange does not list. */
  unlisted: string;
}

/** What an account gains or loses when markets move, from one sync. Amounts in USDT, shares as fractions of equity. */
export interface Exposure {
  /** Coins that are not stablecoins, and long positions. */
  long: Figure;
  /** Short positions and borrowed coins, positive. */
  short: Figure;
  /** Long less short, as a share of equity. */
  net: Figure;
  /** Long plus short, as a multiple of equity. */
  leverage: Figure;
  /** The position whose liquidation price is nearest to its mark price; null: none has a liquidation price. */
  nearest: { symbol: string; side: 'long' | 'short'; distance: string } | null;
}

const QUOTE = 'USDT';
const PLACES = 12;
/** Other wallets are insignificant up to a thousandth of the equity, or a cent. */
const SIGNIFICANT_SHARE = new Decimal('0.001');
const MIN_SIGNIFICANT = new Decimal('0.01');

/** Returns the exposure of an account without a sync. */
export const noExposure = (reason: Reason): Exposure => {
  const figure = unknown(reason);
  return { long: figure, short: figure, net: figure, leverage: figure, nearest: null };
};

/** Adds up coins and contracts by direction. One part that is unknown makes the sums unknown. */
export function exposureOf(input: ExposureInput): Exposure {
  const nearest = nearestLiquidation(input.positions);
  const parts = partsOf(input);
  if (!Array.isArray(parts)) return { ...noExposure(parts), nearest };
  const sum = (sign: 1 | -1) => parts.reduce((total, part) => (part.times(sign).gt(0) ? total.plus(part.abs()) : total), new Decimal(0));
  const [long, short] = [sum(1), sum(-1)];
  const share = (amount: Decimal): Figure => {
    if (input.equity === null) return unknown({ id: 'portfolio.no-price-now' });
    if (new Decimal(input.equity).lte(0)) return unknown({ id: 'portfolio.no-equity' });
    return known(amount.div(input.equity));
  };
  return { long: known(long), short: known(short), net: share(long.minus(short)), leverage: share(long.plus(short)), nearest };
}

/** Returns the signed value of each coin and contract, or why one is unknown. */
function partsOf({ venue, equity, coins, positions, unlisted }: ExposureInput): Decimal[] | Reason {
  const tolerance = Decimal.max(MIN_SIGNIFICANT, SIGNIFICANT_SHARE.times(equity ?? 0));
  if (new Decimal(unlisted).abs().gt(tolerance)) return { id: 'portfolio.unlisted-wallets', exchange: venueProfiles[venue].name };
  const prices = pricesOf(coins);
  const worth = (coin: string, quantity: Decimal) => {
    const price = prices.get(coin);
    return price === undefined ? null : quantity.times(price);
  };
  const parts: Decimal[] = [];
  for (const { coin, quantity, value } of coins) {
    if (isStablecoin(coin)) continue;
    const part = value === null ? worth(coin, new Decimal(quantity)) : new Decimal(value);
    if (part === null) return { id: 'portfolio.coin-without-price', coin };
    parts.push(part);
  }
  for (const { symbol, amount, mark } of positions) {
    const margin = marginOf(venue, symbol);
    if (margin === null) return { id: 'portfolio.inverse-contract', contract: symbol };
    const part = worth(margin, new Decimal(amount).times(mark));
    if (part === null) return { id: 'portfolio.coin-without-price', coin: margin };
    parts.push(part);
  }
  return parts;
}

/** Returns USDT prices by coin, from the exchange's own valuation of the balances. */
function pricesOf(coins: readonly HeldCoin[]): ReadonlyMap<string, Decimal> {
  const prices = new Map([[QUOTE, new Decimal(1)]]);
  for (const { coin, quantity, value } of coins)
    if (value !== null && coin !== QUOTE && !new Decimal(quantity).isZero()) prices.set(coin, new Decimal(value).div(quantity));
  return prices;
}

function nearestLiquidation(positions: readonly OpenPosition[]): Exposure['nearest'] {
  let found: Exposure['nearest'] = null;
  for (const position of positions) {
    const distance = liquidationDistance(position);
    if (distance === null || (found !== null && new Decimal(distance).gte(found.distance))) continue;
    found = { symbol: position.symbol, side: new Decimal(position.amount).gt(0) ? 'long' : 'short', distance };
  }
  return found;
}

/**
 * Returns how far the mark price is from liquidation, as a fraction of the mark price; negative: beyond it. Null: the exchange reports no
 * liquidation price.
 */
export function liquidationDistance({ amount, mark, liquidation }: Omit<OpenPosition, 'symbol'>): string | null {
  if (new Decimal(liquidation).lte(0) || new Decimal(mark).lte(0)) return null;
  const way = new Decimal(mark).minus(liquidation).div(mark);
  return (new Decimal(amount).gt(0) ? way : way.negated()).toDecimalPlaces(PLACES).toFixed();
}
