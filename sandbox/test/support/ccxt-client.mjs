// Asks a running sandbox through the real ccxt, in the product's way: the URLs stay the exchange's own, only the connections go elsewhere.
// Usage: node ccxt-client.mjs <sandbox url> <api key> <secret>; prints one JSON object with a line a call.
import { createHash } from 'node:crypto';

const [, , origin, apiKey, secret] = process.argv;
// ccxt exports only ".", which loads every exchange there is; its own files lie next to that.
const { default: Binance } = await import(new URL('./src/binance.js', import.meta.resolve('ccxt')).href);

const ex = new Binance({ apiKey, secret, enableRateLimit: false, options: { warnOnFetchOpenOrdersWithoutSymbol: false } });
const load = ex.loadFetchImplementation.bind(ex);
ex.loadFetchImplementation = async () => {
  await load();
  if (!ex.sandboxed) {
    ex.sandboxed = true;
    ex.fetchDispatcher = ex.fetchDispatcher.compose((dispatch) => (options, handler) => dispatch({ ...options, origin }, handler));
  }
};

const now = Number((await ex.publicGetTime()).serverTime);
ex.options.timeDifference = ex.milliseconds() - now;
const day = 86_400_000;
const calls = {
  apiRestrictions: () => ex.sapiGetAccountApiRestrictions(),
  account: () => ex.privateGetAccount({ omitZeroBalances: true }),
  wallets: () => ex.sapiGetAssetWalletBalance({ quoteAsset: 'USDT' }),
  coins: () => ex.sapiGetCapitalConfigGetall(),
  trades: () => ex.privateGetMyTrades({ symbol: 'BTCUSDT', fromId: 0, limit: 1000 }),
  spotOrders: () => ex.privateGetOpenOrders(),
  futuresTrades: () => ex.fapiPrivateGetUserTrades({ symbol: 'BTCUSDT', fromId: 0, limit: 1000 }),
  openOrders: () => ex.fapiPrivateGetOpenOrders(),
  openAlgoOrders: () => ex.fapiPrivateGetOpenAlgoOrders(),
  positions: () => ex.fapiPrivateV3GetPositionRisk(),
  positionsV2: () => ex.fapiPrivateV2GetPositionRisk(),
  symbolConfig: () => ex.fapiPrivateGetSymbolConfig(),
  brackets: () => ex.fapiPrivateGetLeverageBracket(),
  futuresAccount: () => ex.fapiPrivateV3GetAccount(),
  income: () => ex.fapiPrivateGetIncome({ incomeType: 'COMMISSION', limit: 1000, startTime: now - 80 * day }),
  deposits: () => ex.sapiGetCapitalDepositHisrec({ startTime: now - 90 * day, endTime: now, limit: 1000, offset: 0 }),
  withdrawals: () => ex.sapiGetCapitalWithdrawHistory({ startTime: now - 90 * day, endTime: now, limit: 1000, offset: 0 }),
  dust: () => ex.sapiGetAssetDribblet(),
  dividends: () => ex.sapiGetAssetAssetDividend({ startTime: now - 180 * day, endTime: now }),
  conversions: () => ex.sapiGetConvertTradeFlow({ startTime: 1_778_000_000_000, endTime: 1_779_000_000_000 }),
  exchangeInfo: () => ex.publicGetExchangeInfo({ showPermissionSets: false }),
  futuresInfo: () => ex.fapiPublicGetExchangeInfo(),
  prices: () => ex.publicGetTickerPrice(),
  day: () => ex.publicGetTicker24hr({ type: 'MINI' }),
  klines: () => ex.publicGetKlines({ symbol: 'BTCUSDT', interval: '1h', limit: 24 }),
  futuresKlines: () => ex.fapiPublicGetKlines({ symbol: 'BTCUSDT', interval: '1d', limit: 10 }),
};

const report = {};
for (const [name, call] of Object.entries(calls)) {
  const raw = await call();
  const rows = Array.isArray(raw) ? raw.length : undefined;
  report[name] = {
    rows,
    keys: Object.keys((Array.isArray(raw) ? raw[0] : raw) ?? {}),
    sha: createHash('sha1').update(JSON.stringify(raw)).digest('hex'),
  };
}

// The unified face reads the same answers its own way: a wrong shape would break it.
ex.options.fetchMargins = false;
ex.options.fetchCurrencies = false;
ex.options.fetchMarkets = { types: ['spot', 'linear'] };
ex.has.fetchCurrencies = false;
await ex.loadMarkets();
report.unified = {
  markets: Object.keys(ex.markets).length,
  balance: Object.keys((await ex.fetchBalance()).total).length,
  trades: (await ex.fetchMyTrades('BTC/USDT')).length,
  openOrders: (await ex.fetchOpenOrders(undefined, undefined, undefined, { type: 'swap' })).length,
  positions: (await ex.fetchPositions()).length,
  deposits: (await ex.fetchDeposits()).length,
  withdrawals: (await ex.fetchWithdrawals()).length,
  candles: (await ex.fetchOHLCV('BTC/USDT', '1h', undefined, 5)).length,
  ticker: (await ex.fetchTicker('BTC/USDT')).percentage !== undefined,
};
console.log(JSON.stringify(report));
process.exit(0);
