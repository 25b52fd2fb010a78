import type { KeyScope } from '../../port/index.js';
import type { Endpoint } from '../ccxt/index.js';

export interface OkxEndpoint extends Endpoint {
  host: 'api';
}

/** Each call's share of a second in thousandths: the venue counts by two seconds, a second, or less than one call a second. */
export const A_SECOND = 1000;
const weightOf = (callsASecond: number) => Math.ceil(A_SECOND / callsASecond);

function open(call: string, path: string, callsASecond: number): OkxEndpoint {
  return { call, path: `/api/v5/${path}`, host: 'api', weight: weightOf(callsASecond), signed: false, keyScope: 'spot' };
}

function signed(call: string, path: string, callsASecond: number, keyScope: KeyScope = 'spot'): OkxEndpoint {
  return { call, path: `/api/v5/${path}`, host: 'api', weight: weightOf(callsASecond), signed: true, keyScope };
}

/** Every call this product ever makes, with the limits the venue documents (exchange.md section 1.3). */
export const endpoints = {
  time: open('publicGetPublicTime', 'public/time', 5),
  instruments: open('publicGetPublicInstruments', 'public/instruments', 10),
  ticker: open('publicGetMarketTicker', 'market/ticker', 10),
  tickers: open('publicGetMarketTickers', 'market/tickers', 10),
  // By address, which is stricter than the venue's counting by address and family.
  positionTiers: open('publicGetPublicPositionTiers', 'public/position-tiers', 5),
  candles: open('publicGetMarketHistoryCandles', 'market/history-candles', 10),
  fundingRates: open('publicGetPublicFundingRateHistory', 'public/funding-rate-history', 5),
  config: signed('privateGetAccountConfig', 'account/config', 2.5),
  tradingBalance: signed('privateGetAccountBalance', 'account/balance', 5),
  fundingBalances: signed('privateGetAssetBalances', 'asset/balances', 6),
  valuation: signed('privateGetAssetAssetValuation', 'asset/asset-valuation', 1),
  spotFills: signed('privateGetTradeFillsHistory', 'trade/fills-history', 5),
  futuresFills: signed('privateGetTradeFillsHistory', 'trade/fills-history', 5, 'futures'),
  positions: signed('privateGetAccountPositions', 'account/positions', 5, 'futures'),
  openOrders: signed('privateGetTradeOrdersPending', 'trade/orders-pending', 30, 'futures'),
  algoOrders: signed('privateGetTradeOrdersAlgoPending', 'trade/orders-algo-pending', 10, 'futures'),
  deposits: signed('privateGetAssetDepositHistory', 'asset/deposit-history', 6),
  withdrawals: signed('privateGetAssetWithdrawalHistory', 'asset/withdrawal-history', 6),
} as const satisfies Record<string, OkxEndpoint>;
