import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accounts, type Account } from './other-exchange-accounts.js';

/**
 * A second server with the exchange's wire format: other accounts, other symbols, only the calls a sync cannot do without, and no link to
 * the sandbox exchange. What the product shows must be what stands here.
 */
export interface OtherExchange {
  url: string;
  accounts: Account[];
  calls: string[];
  close(): Promise<void>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const spotSymbols = [
  ['ADA', 'USDT'],
  ['ETH', 'BTC'],
  ['BTC', 'USDT'],
  ['BNB', 'USDT'],
  ['SOL', 'USDC'],
  ['ETH', 'USDT'],
  ['OLD', 'USDT'],
] as const;
const contracts = ['XRPUSDT', 'LTCUSDT', 'BTCUSDT'];

export const leverageOf = (symbol: string) => 5 + contracts.indexOf(symbol);
const prices: Record<string, string> = {
  ADAUSDT: '0.45670000',
  BTCUSDT: '91000.10000000',
  BNBUSDT: '600.00000000',
  ETHUSDT: '3000.00000000',
  ETHBTC: '0.03300000',
  SOLUSDC: '130.00000000',
};

type Handler = (query: URLSearchParams, account: Account) => unknown;

const page = <T extends { id: number }>(rows: T[], query: URLSearchParams): T[] => {
  if (!query.get('symbol')) throw new Refusal(400, -1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.");
  const limit = Math.min(Number(query.get('limit') ?? 500), 1000);
  const fromId = query.get('fromId');
  const own = rows.filter((row) => (row as unknown as { symbol: string }).symbol === query.get('symbol')).sort((a, b) => a.id - b.id);
  return fromId === null ? own.slice(-limit) : own.filter((row) => row.id >= Number(fromId)).slice(0, limit);
};

const known = (symbols: readonly string[], query: URLSearchParams) => {
  const symbol = query.get('symbol');
  if (symbol && !symbols.includes(symbol)) throw new Refusal(400, -1121, 'Invalid symbol.');
};

function capital(rows: Record<string, unknown>[], timeOf: (row: Record<string, unknown>) => number, query: URLSearchParams) {
  const end = Number(query.get('endTime') ?? Date.now());
  const start = Number(query.get('startTime') ?? end - 90 * 86_400_000);
  if (end - start > 90 * 86_400_000) throw new Refusal(400, -1127, 'The interval cannot be larger than 90 days');
  const offset = Number(query.get('offset') ?? 0);
  return rows
    .filter((row) => timeOf(row) >= start && timeOf(row) <= end)
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(offset, offset + Math.min(Number(query.get('limit') ?? 1000), 1000));
}

const open: Record<string, (query: URLSearchParams) => unknown> = {
  '/api/v3/ping': () => ({}),
  '/api/v3/time': () => ({ serverTime: Date.now() }),
  '/fapi/v1/time': () => ({ serverTime: Date.now() }),
  '/api/v3/exchangeInfo': () => ({
    timezone: 'UTC',
    serverTime: Date.now(),
    symbols: spotSymbols.map(([base, quote]) => ({
      symbol: base + quote,
      status: base === 'OLD' ? 'BREAK' : 'TRADING',
      baseAsset: base,
      quoteAsset: quote,
      isSpotTradingAllowed: true,
    })),
  }),
  '/fapi/v1/exchangeInfo': () => ({
    timezone: 'UTC',
    serverTime: Date.now(),
    symbols: contracts.map((symbol) => ({
      symbol,
      pair: symbol,
      contractType: 'PERPETUAL',
      status: 'TRADING',
      baseAsset: symbol.slice(0, -4),
      quoteAsset: 'USDT',
      marginAsset: 'USDT',
    })),
  }),
  '/api/v3/ticker/price': () => Object.entries(prices).map(([symbol, price]) => ({ symbol, price })),
};

const signed: Record<string, Handler> = {
  '/sapi/v1/account/apiRestrictions': (_, account) => ({
    ...account.rights,
    createTime: 1_600_000_000_000,
    tradingAuthorityExpirationTime: 1_900_000_000_000,
  }),
  '/api/v3/account': (query, account) => ({
    makerCommission: 10,
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    updateTime: 1_700_000_000_000,
    accountType: 'SPOT',
    balances: account.balances,
    permissions: ['SPOT'],
    uid: account.uid,
  }),
  '/sapi/v1/asset/wallet/balance': (query, account) => {
    if (query.get('quoteAsset') !== 'USDT') throw new Refusal(400, -1102, 'this double values wallets in USDT only');
    return account.wallets;
  },
  '/api/v3/myTrades': (query, account) => {
    known(
      spotSymbols.filter(([base]) => base !== 'OLD').map((pair) => pair.join('')),
      query,
    );
    return page(account.spot, query);
  },
  '/fapi/v1/userTrades': (query, account) => {
    known(contracts, query);
    return page(account.futures, query);
  },
  '/sapi/v1/capital/deposit/hisrec': (query, account) => capital(account.deposits, (row) => Number(row['insertTime']), query),
  '/sapi/v1/capital/withdraw/history': (query, account) =>
    capital(account.withdrawals, (row) => Date.parse(`${String(row['applyTime']).replace(' ', 'T')}Z`), query),
  '/fapi/v1/openOrders': (query, account) => account.orders.filter((row) => !query.get('symbol') || row['symbol'] === query.get('symbol')),
  '/fapi/v1/openAlgoOrders': (_, account) => account.algoOrders,
  '/fapi/v3/positionRisk': (_, account) => account.positions,
  '/fapi/v1/symbolConfig': () =>
    contracts.map((symbol) => ({
      symbol,
      marginType: 'CROSSED',
      isAutoAddMargin: false,
      leverage: leverageOf(symbol),
      maxNotionalValue: '1000000',
    })),
  '/fapi/v3/account': (_, account) => ({
    totalWalletBalance: '154.2',
    assets: account.futures.length
      ? [{ asset: 'USDT', walletBalance: '154.2', unrealizedProfit: '1.38', updateTime: 1_700_000_000_000 }]
      : [],
    positions: [],
  }),
  '/fapi/v1/income': (query, account) =>
    account.futures
      .slice(-Math.min(Number(query.get('limit') ?? 100), 1000))
      .map((fill) => ({
        symbol: fill.symbol,
        incomeType: 'COMMISSION',
        income: `-${fill.commission}`,
        asset: 'USDT',
        info: '',
        time: fill.time,
        tranId: 9_689_322_392_000_000 + fill.id,
        tradeId: String(fill.id),
      }))
      .filter((row) => row.time >= Date.now() - 90 * 86_400_000),
};

function authenticate(request: IncomingMessage, url: URL, all: Account[]): Account {
  const account = all.find((one) => one.apiKey === request.headers['x-mbx-apikey']);
  if (!account) throw new Refusal(401, -2015, 'Invalid API-key, IP, or permissions for action.');
  const query = url.search.slice(1);
  const [payload, signature = ''] = query.split('&signature=');
  if (
    createHmac('sha256', account.secret)
      .update(payload ?? '')
      .digest('hex') !== signature.toLowerCase()
  )
    throw new Refusal(400, -1022, 'Signature for this request is not valid.');
  const timestamp = Number(url.searchParams.get('timestamp'));
  const window = Number(url.searchParams.get('recvWindow') ?? 5000);
  if (!(timestamp < Date.now() + 1000 && Date.now() - timestamp <= window))
    throw new Refusal(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
  return account;
}

export async function startOtherExchange(): Promise<OtherExchange> {
  const all = accounts(Date.now());
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    calls.push(url.pathname);
    send(response, () => {
      const handler = open[url.pathname];
      if (handler) return handler(url.searchParams);
      const secured = signed[url.pathname];
      if (!secured || request.method !== 'GET') throw new Refusal(404, -1, 'no such path');
      return secured(url.searchParams, authenticate(request, url, all));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accounts: all,
    calls,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, make: () => unknown): void {
  let status = 200;
  let body: unknown;
  try {
    body = make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status = error.status;
    body = { code: error.code, msg: error.message };
  }
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', 'x-mbx-used-weight-1m': '1' }).end(JSON.stringify(body));
}
