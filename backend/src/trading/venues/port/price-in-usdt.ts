import { Decimal } from '../../../platform/domain/index.js';

const QUOTE = 'USDT';
/** Coins through which a price is derived where there is no pair with USDT, in this order. */
export const BRIDGES = ['USDC', 'FDUSD', 'BTC', 'ETH', 'BNB'];

/** Returns the price of a coin in USDT by the venue's last prices, or null. */
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
