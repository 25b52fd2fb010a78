/** Coins meant to hold the value of one US dollar, by their ticker on Binance, Bybit and OKX. The web app groups by the same list. */
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
