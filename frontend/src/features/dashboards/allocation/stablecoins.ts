/**
 * Coins that are meant to hold the value of one US dollar, by their ticker on Binance, Bybit and OKX. BUSD and TUSD are hardly traded any
 * more, but older accounts hold them. Stablecoins of other currencies move against USDT and are not among them.
 */
const STABLECOINS: ReadonlySet<string> = new Set([
  'USDT',
  'USDC',
  'USDE',
  'DAI',
  'USDS',
  'FDUSD',
  'PYUSD',
  'USD1',
  'RLUSD',
  'USDG',
  'BUSD',
  'TUSD',
]);

export const isStablecoin = (coin: string): boolean => STABLECOINS.has(coin);
