import { divided, ONE, PLACES, scaled } from '../../platform/domain/scaled.js';
import { NoFreeTag } from './chain.errors.js';
import type { Chain } from './chain.types.js';

/** Decimal places of a coin: amounts are integers of satoshi, or of 10^-6 USDT. */
export const decimalsOf: Readonly<Record<Chain, number>> = { bitcoin: 8, tron: 6 };
const unitsPerCoin: Readonly<Record<Chain, bigint>> = {
  bitcoin: 10n ** BigInt(decimalsOf.bitcoin),
  tron: 10n ** BigInt(decimalsOf.tron),
};

/** Places of a rate. A rate of 8 places times an amount of 8 places is exact in 18 places. */
const RATE_PLACES = 8;
const RATE_STEP = 10n ** BigInt(PLACES - RATE_PLACES);
const MAX_SPREAD_PERCENT = scaled('50');

/** One cent of USDT in units; tags lie below it. */
const CENT = 10_000n;
/** Units of one tag step: 0.0001 USDT. */
const TAG_STEP = 100n;
export const MAX_TAG = 99;

/** Returns an amount as a plain decimal of coins: a dot, no exponent, no trailing zeros. */
export function unitsToText(chain: Chain, units: bigint): string {
  const places = decimalsOf[chain];
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Parses a plain decimal of coins. Throws RangeError for a fraction of a unit, and NotExact for other text. */
export function textToUnits(chain: Chain, text: string): bigint {
  const value = scaled(text);
  const unit = ONE / unitsPerCoin[chain];
  if (value % unit !== 0n) throw new RangeError(`${text} has more than ${decimalsOf[chain]} decimal places`);
  return value / unit;
}

/**
 * Returns the rate that a quote locks: dollars a coin, less the spread, rounded half-even to 8 places. Both are plain decimals; the spread
 * is a percentage from 0 to below 50. The result is scaled by 10^18.
 */
export function lockRate(rate: string, spreadPercent = '0'): bigint {
  const [market, spread] = [scaled(rate), scaled(spreadPercent)];
  if (market <= 0n) throw new RangeError('a rate is positive');
  if (spread < 0n || spread >= MAX_SPREAD_PERCENT) throw new RangeError('a spread is a percentage from 0 to below 50');
  const locked = divided(market * (100n * ONE - spread), 100n * ONE * RATE_STEP) * RATE_STEP;
  if (locked === 0n) throw new RangeError('the rate is below the smallest that a quote can hold');
  return locked;
}

/** Returns the units that cover `usd` at `rate` (both scaled), rounded up: rounding down would leave every invoice short. */
export function unitsFor(chain: Chain, usd: bigint, rate: bigint): bigint {
  if (usd <= 0n) throw new RangeError('an amount due is positive');
  const product = usd * unitsPerCoin[chain];
  return (product + rate - 1n) / rate;
}

/** Returns the dollars (scaled) that units are worth at a rate of `lockRate`: exact, so that values add up in any order. */
export function valueOf(chain: Chain, units: bigint, rate: bigint): bigint {
  return (units * rate) / unitsPerCoin[chain];
}

/**
 * Returns the amount that identifies an invoice on the shared TRON address: whole cents plus `tag` times 0.0001 USDT. Rounding up to a cent
 * first keeps two invoices with different amounts from meeting in one tagged amount.
 */
export function tagged(units: bigint, tag: number): bigint {
  if (!Number.isInteger(tag) || tag < 1 || tag > MAX_TAG) throw new RangeError(`a tag is a whole number from 1 to ${MAX_TAG}`);
  return ((units + CENT - 1n) / CENT) * CENT + BigInt(tag) * TAG_STEP;
}

/** Returns the tag of an amount, null if it carries none. */
export function tagOf(units: bigint): number | null {
  const rest = units % CENT;
  return rest > 0n && rest % TAG_STEP === 0n ? Number(rest / TAG_STEP) : null;
}

/** Returns the lowest tag without a reservation. Throws NoFreeTag: a reserved tag is never issued twice. */
export function freeTag(reserved: ReadonlySet<number>): number {
  for (let tag = 1; tag <= MAX_TAG; tag++) if (!reserved.has(tag)) return tag;
  throw new NoFreeTag();
}
