import { Decimal } from '../../common/domain/index.js';
import type { ValuedBalance } from '../history/tables.js';
import type { AssetBalance } from '../port/index.js';

const QUOTE = 'USDT';
/** Coins that others are priced in where there is no pair against USDT. */
export const BRIDGES = ['USDC', 'FDUSD', 'BTC', 'ETH', 'BNB'];
const PLACES = 8;

/** The worth of one coin in USDT by the venue's last prices, or null. */
export function priceInUsdt(coin: string, prices: ReadonlyMap<string, string>): Decimal | null {
  if (coin === QUOTE) return new Decimal(1);
  const direct = rate(coin, QUOTE, prices);
  if (direct) return direct;
  for (const bridge of BRIDGES) {
    const first = bridge === coin ? null : rate(coin, bridge, prices);
    const second = first && rate(bridge, QUOTE, prices);
    if (first && second) return first.times(second);
  }
  return null;
}

function rate(from: string, to: string, prices: ReadonlyMap<string, string>): Decimal | null {
  const forwards = prices.get(from + to);
  if (forwards !== undefined && Number(forwards) > 0) return new Decimal(forwards);
  const backwards = prices.get(to + from);
  return backwards !== undefined && Number(backwards) > 0 ? new Decimal(1).div(backwards) : null;
}

/** Balances with what they are worth in USDT, free and locked together, rounded to 8 places. */
export function valued(balances: readonly AssetBalance[], prices: ReadonlyMap<string, string>): ValuedBalance[] {
  return balances.map((balance) => {
    const price = priceInUsdt(balance.coin, prices);
    return { ...balance, value: price && new Decimal(balance.free).plus(balance.locked).times(price).toDecimalPlaces(PLACES).toFixed() };
  });
}
