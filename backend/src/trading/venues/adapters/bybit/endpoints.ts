import type { KeyScope } from '../../port/index.js';
import type { Endpoint } from '../ccxt/index.js';

export interface AccountLimit {
  limit: number;
  windowMs: number;
}

export interface BybitEndpoint extends Endpoint {
  host: 'api';
  /** What one account may ask; null for what is public. Every call counts for our address as well. */
  perAccount: AccountLimit | null;
}

const aSecond = (limit: number): AccountLimit => ({ limit, windowMs: 1000 });
const aMinute = (limit: number): AccountLimit => ({ limit, windowMs: 60_000 });

function open(call: string, path: string): BybitEndpoint {
  return { call, path, host: 'api', weight: 1, signed: false, keyScope: 'spot', perAccount: null };
}

function signed(call: string, path: string, perAccount: AccountLimit, keyScope: KeyScope = 'spot'): BybitEndpoint {
  return { call, path, host: 'api', weight: 1, signed: true, keyScope, perAccount };
}

/** Every call this product ever makes, with the limits the venue documents; ccxt's unified calls lose rows (exchange.md section 1.2). */
export const endpoints = {
  time: open('publicGetV5MarketTime', '/v5/market/time'),
  tickers: open('publicGetV5MarketTickers', '/v5/market/tickers'),
  klines: open('publicGetV5MarketKline', '/v5/market/kline'),
  fundingRates: open('publicGetV5MarketFundingHistory', '/v5/market/funding/history'),
  instruments: open('publicGetV5MarketInstrumentsInfo', '/v5/market/instruments-info'),
  riskLimit: open('publicGetV5MarketRiskLimit', '/v5/market/risk-limit'),
  keyInfo: signed('privateGetV5UserQueryApi', '/v5/user/query-api', aSecond(10)),
  assetOverview: signed('privateGetV5AssetAssetOverview', '/v5/asset/asset-overview', aSecond(50)),
  unifiedWallet: signed('privateGetV5AccountWalletBalance', '/v5/account/wallet-balance', aSecond(50)),
  fundingCoins: signed('privateGetV5AssetTransferQueryAccountCoinsBalance', '/v5/asset/transfer/query-account-coins-balance', aSecond(5)),
  spotFills: signed('privateGetV5ExecutionList', '/v5/execution/list', aSecond(50)),
  futuresFills: signed('privateGetV5ExecutionList', '/v5/execution/list', aSecond(50), 'futures'),
  transactionLog: signed('privateGetV5AccountTransactionLog', '/v5/account/transaction-log', aSecond(25), 'futures'),
  openOrders: signed('privateGetV5OrderRealtime', '/v5/order/realtime', aSecond(50), 'futures'),
  positions: signed('privateGetV5PositionList', '/v5/position/list', aSecond(50), 'futures'),
  deposits: signed('privateGetV5AssetDepositQueryRecord', '/v5/asset/deposit/query-record', aMinute(100)),
  internalDeposits: signed('privateGetV5AssetDepositQueryInternalRecord', '/v5/asset/deposit/query-internal-record', aSecond(300)),
  withdrawals: signed('privateGetV5AssetWithdrawQueryRecord', '/v5/asset/withdraw/query-record', aMinute(300)),
} as const satisfies Record<string, BybitEndpoint>;
