import type { KeyScope } from '../../port/index.js';
import type { Endpoint, Params } from '../ccxt/index.js';

/** Which of the venue's counters a call is charged to (exchange.md sections 1 and 2). */
export type Charge = 'api' | 'fapi' | 'fapi-funding' | 'sapi-ip' | 'sapi-uid';

export interface BinanceEndpoint extends Endpoint {
  /** `api` and `sapi` share a host, and so a clock. */
  host: 'api' | 'fapi';
  charge: Charge;
}

function endpoint(call: string, path: string, charge: Charge, weight: Endpoint['weight'], signed = true): BinanceEndpoint {
  const isFutures = charge === 'fapi' || charge === 'fapi-funding';
  const keyScope: KeyScope = isFutures ? 'futures' : 'spot';
  return { call, path, host: isFutures ? 'fapi' : 'api', charge, weight, signed, keyScope };
}

const bySymbol = (one: number, all: number) => (params: Params) => (params['symbol'] === undefined ? all : one);

const futuresKlinesWeight = ({ limit }: Params) => (Number(limit) < 100 ? 1 : Number(limit) < 500 ? 2 : 5);

/** Every call this product ever makes, with the official weights; ccxt's unified calls lose rows and fields (exchange.md section 0). */
export const endpoints = {
  time: endpoint('publicGetTime', '/api/v3/time', 'api', 1, false),
  exchangeInfo: endpoint('publicGetExchangeInfo', '/api/v3/exchangeInfo', 'api', 20, false),
  tickerPrice: endpoint('publicGetTickerPrice', '/api/v3/ticker/price', 'api', bySymbol(2, 4), false),
  dayTickers: endpoint('publicGetTicker24hr', '/api/v3/ticker/24hr', 'api', 80, false),
  bookTicker: endpoint('publicGetTickerBookTicker', '/api/v3/ticker/bookTicker', 'api', bySymbol(2, 4), false),
  klines: endpoint('publicGetKlines', '/api/v3/klines', 'api', 2, false),
  account: endpoint('privateGetAccount', '/api/v3/account', 'api', 20),
  myTrades: endpoint('privateGetMyTrades', '/api/v3/myTrades', 'api', 20),
  apiRestrictions: endpoint('sapiGetAccountApiRestrictions', '/sapi/v1/account/apiRestrictions', 'sapi-ip', 1),
  walletBalance: endpoint('sapiGetAssetWalletBalance', '/sapi/v1/asset/wallet/balance', 'sapi-ip', 60),
  deposits: endpoint('sapiGetCapitalDepositHisrec', '/sapi/v1/capital/deposit/hisrec', 'sapi-ip', 1),
  withdrawals: endpoint('sapiGetCapitalWithdrawHistory', '/sapi/v1/capital/withdraw/history', 'sapi-uid', 18_000),
  transfers: endpoint('sapiGetAssetTransfer', '/sapi/v1/asset/transfer', 'sapi-ip', 1),
  dust: endpoint('sapiGetAssetDribblet', '/sapi/v1/asset/dribblet', 'sapi-ip', 1),
  dividends: endpoint('sapiGetAssetAssetDividend', '/sapi/v1/asset/assetDividend', 'sapi-ip', 10),
  convertTrades: endpoint('sapiGetConvertTradeFlow', '/sapi/v1/convert/tradeFlow', 'sapi-uid', 3000),
  futuresTime: endpoint('fapiPublicGetTime', '/fapi/v1/time', 'fapi', 1, false),
  futuresInfo: endpoint('fapiPublicGetExchangeInfo', '/fapi/v1/exchangeInfo', 'fapi', 1, false),
  futuresBookTicker: endpoint('fapiPublicGetTickerBookTicker', '/fapi/v1/ticker/bookTicker', 'fapi', bySymbol(2, 5), false),
  futuresKlines: endpoint('fapiPublicGetKlines', '/fapi/v1/klines', 'fapi', futuresKlinesWeight, false),
  fundingRates: endpoint('fapiPublicGetFundingRate', '/fapi/v1/fundingRate', 'fapi-funding', 1, false),
  futuresAccount: endpoint('fapiPrivateV3GetAccount', '/fapi/v3/account', 'fapi', 5),
  futuresTrades: endpoint('fapiPrivateGetUserTrades', '/fapi/v1/userTrades', 'fapi', 5),
  futuresOrders: endpoint('fapiPrivateGetOpenOrders', '/fapi/v1/openOrders', 'fapi', bySymbol(1, 40)),
  futuresAlgoOrders: endpoint('fapiPrivateGetOpenAlgoOrders', '/fapi/v1/openAlgoOrders', 'fapi', bySymbol(1, 40)),
  positionRisk: endpoint('fapiPrivateV3GetPositionRisk', '/fapi/v3/positionRisk', 'fapi', 5),
  symbolConfig: endpoint('fapiPrivateGetSymbolConfig', '/fapi/v1/symbolConfig', 'fapi', 5),
  leverageBracket: endpoint('fapiPrivateGetLeverageBracket', '/fapi/v1/leverageBracket', 'fapi', 1),
  income: endpoint('fapiPrivateGetIncome', '/fapi/v1/income', 'fapi', 30),
} as const satisfies Record<string, BinanceEndpoint>;
