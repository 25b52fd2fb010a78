import type { BudgetScope } from '../../budget/index.js';
import type { KeyScope } from '../../port/index.js';

/** Which of the venue's counters a call is charged to (exchange.md sections 1 and 2). */
type Charge = 'api' | 'fapi' | 'sapi-ip' | 'sapi-uid';

export interface Endpoint {
  /** ccxt's implicit method. */
  call: string;
  path: string;
  charge: Charge;
  weight: number;
  signed: boolean;
}

const endpoint = (call: string, path: string, charge: Charge, weight: number, signed = true): Endpoint => ({ call, path, charge, weight, signed });

/** Every call this product ever makes, with the official weights; ccxt's unified calls lose rows and fields (exchange.md section 0). */
export const endpoints = {
  time: endpoint('publicGetTime', '/api/v3/time', 'api', 1, false),
  exchangeInfo: endpoint('publicGetExchangeInfo', '/api/v3/exchangeInfo', 'api', 20, false),
  tickerPrice: endpoint('publicGetTickerPrice', '/api/v3/ticker/price', 'api', 4, false),
  account: endpoint('privateGetAccount', '/api/v3/account', 'api', 20),
  myTrades: endpoint('privateGetMyTrades', '/api/v3/myTrades', 'api', 20),
  apiRestrictions: endpoint('sapiGetAccountApiRestrictions', '/sapi/v1/account/apiRestrictions', 'sapi-ip', 1),
  walletBalance: endpoint('sapiGetAssetWalletBalance', '/sapi/v1/asset/wallet/balance', 'sapi-ip', 60),
  deposits: endpoint('sapiGetCapitalDepositHisrec', '/sapi/v1/capital/deposit/hisrec', 'sapi-ip', 1),
  withdrawals: endpoint('sapiGetCapitalWithdrawHistory', '/sapi/v1/capital/withdraw/history', 'sapi-uid', 18_000),
  dust: endpoint('sapiGetAssetDribblet', '/sapi/v1/asset/dribblet', 'sapi-ip', 1),
  dividends: endpoint('sapiGetAssetAssetDividend', '/sapi/v1/asset/assetDividend', 'sapi-ip', 10),
  convertTrades: endpoint('sapiGetConvertTradeFlow', '/sapi/v1/convert/tradeFlow', 'sapi-uid', 3000),
  futuresInfo: endpoint('fapiPublicGetExchangeInfo', '/fapi/v1/exchangeInfo', 'fapi', 1, false),
  futuresTrades: endpoint('fapiPrivateGetUserTrades', '/fapi/v1/userTrades', 'fapi', 5),
  futuresOrders: endpoint('fapiPrivateGetOpenOrders', '/fapi/v1/openOrders', 'fapi', 40),
  futuresAlgoOrders: endpoint('fapiPrivateGetOpenAlgoOrders', '/fapi/v1/openAlgoOrders', 'fapi', 40),
  positionRisk: endpoint('fapiPrivateV3GetPositionRisk', '/fapi/v3/positionRisk', 'fapi', 5),
  symbolConfig: endpoint('fapiPrivateGetSymbolConfig', '/fapi/v1/symbolConfig', 'fapi', 5),
  income: endpoint('fapiPrivateGetIncome', '/fapi/v1/income', 'fapi', 30),
} as const satisfies Record<string, Endpoint>;

const byPath = new Map<string, Endpoint>(Object.values(endpoints).map((known) => [known.path, known]));

export function endpointOf(path: string): Endpoint | undefined {
  return byPath.get(path);
}

/** Whose refusal it is when a key is refused there. */
export function keyScopeOf(path: string): KeyScope {
  return path.startsWith('/fapi/') ? 'futures' : 'spot';
}

const MINUTE_MS = 60_000;

/** `keyTag` tells accounts apart where the venue counts by account. */
export function budgetScope({ charge, path }: Endpoint, keyTag: string): BudgetScope {
  switch (charge) {
    case 'api':
      return { name: 'api', limit: 6000, windowMs: MINUTE_MS };
    case 'fapi':
      return { name: 'fapi', limit: 2400, windowMs: MINUTE_MS };
    case 'sapi-ip':
      return { name: `sapi:${path}`, limit: 12_000, windowMs: MINUTE_MS };
    case 'sapi-uid':
      // The withdrawal history alone is counted by the second: 10 calls.
      return { name: `sapi-uid:${keyTag}:${path}`, limit: 180_000, windowMs: path === endpoints.withdrawals.path ? 1000 : MINUTE_MS };
  }
}

const usedWeightHeaders: Record<Charge, string> = {
  api: 'x-mbx-used-weight-1m',
  fapi: 'x-mbx-used-weight-1m',
  'sapi-ip': 'x-sapi-used-ip-weight-1m',
  'sapi-uid': 'x-sapi-used-uid-weight-1m',
};

/** The venue's own count for this scope in this minute, where the answer tells it. */
export function usedWeight(known: Endpoint, scope: BudgetScope, headers: ReadonlyMap<string, string>): number | null {
  if (scope.windowMs !== MINUTE_MS) return null;
  const used = Number(headers.get(usedWeightHeaders[known.charge]));
  return Number.isSafeInteger(used) && used > 0 ? used : null;
}
