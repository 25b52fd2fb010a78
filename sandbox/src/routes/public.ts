import { errors } from '../wire/errors.ts';
import type { Wire } from '../wire/json.ts';
import * as rows from '../wire/rows.ts';
import * as tickers from '../wire/tickers.ts';
import { contract, contracts, listedSpot, spotSymbol, spotSymbols } from '../world/catalogue.ts';
import { fixed } from '../world/decimal.ts';
import type { Params, PublicCall, Route } from './route.ts';
import { listedSymbol } from './spot-account.ts';

const RAW_REQUESTS = { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 300_000 };

/** The symbols a call names by `symbol` or `symbols`; undefined when it names none. -1121 for an unknown one. */
function namedSpot(params: Params): string[] | undefined {
  if (params.text('symbol') !== undefined) return [listedSymbol(params)];
  const list = params.text('symbols');
  if (list === undefined) return undefined;
  const names = parseNames(list);
  for (const name of names) if (!spotSymbols.has(name) || spotSymbols.get(name)?.status === 'GONE') throw errors.badSymbol();
  return names;
}

function parseNames(text: string): string[] {
  if (!/^\["[A-Z0-9]+"(,"[A-Z0-9]+")*\]$/.test(text)) throw errors.illegal('symbols');
  return JSON.parse(text) as string[];
}

function spotInfo({ exchange, params }: PublicCall): Wire {
  const names = namedSpot(params);
  const permissionSets = params.text('showPermissionSets') !== 'false';
  const status = params.text('symbolStatus');
  return {
    timezone: 'UTC',
    serverTime: exchange.clock.server(),
    rateLimits: [exchange.limits.published('api'), RAW_REQUESTS],
    exchangeFilters: [],
    symbols: listedSpot
      .filter((s) => (names === undefined || names.includes(s.symbol)) && (status === undefined || s.status === status))
      .map((s) => rows.spotSymbolInfo(s.symbol, permissionSets)),
  };
}

function futuresInfo({ exchange }: PublicCall): Wire {
  return {
    timezone: 'UTC',
    serverTime: exchange.clock.server(),
    futuresType: 'U_MARGINED',
    rateLimits: [exchange.limits.published('fapi')],
    exchangeFilters: [],
    assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '-10000' }],
    symbols: rows.contractNames.map(rows.contractInfo),
  };
}

function trading(names: string[] | undefined): string[] {
  return names ?? listedSpot.filter((s) => s.status === 'TRADING').map((s) => s.symbol);
}

/** One row for `symbol`, a list otherwise. */
function shaped(params: Params, list: Wire[]): Wire {
  return params.text('symbol') === undefined ? list : (list[0] ?? {});
}

function price({ market, params, now }: PublicCall): Wire {
  const names = trading(namedSpot(params));
  return shaped(
    params,
    names.map((symbol) => ({ symbol, price: fixed(market.spot(symbol, now)) })),
  );
}

/** A spread of one tick around the last price. */
function spotBook({ market, params, now }: PublicCall): Wire {
  const names = trading(namedSpot(params));
  return shaped(
    params,
    names.map((symbol) => tickers.book(symbol, market.spot(symbol, now), spotSymbol(symbol).priceDecimals)),
  );
}

function futuresBook({ market, params, now }: PublicCall): Wire {
  const symbol = params.text('symbol');
  if (symbol !== undefined && !contracts.has(symbol)) throw errors.badSymbol();
  const names = symbol === undefined ? rows.contractNames : [symbol];
  return shaped(
    params,
    names.map((name) => ({ ...tickers.book(name, market.futures(name, now), contract(name).priceDecimals), time: now, lastUpdateId: now })),
  );
}

function day({ market, params, now }: PublicCall): Wire {
  const mini = params.text('type') === 'MINI';
  const names = trading(namedSpot(params));
  return shaped(
    params,
    names.map((symbol) => (mini ? tickers.mini(market, symbol, now) : tickers.full(market, symbol, now))),
  );
}

function klines(kind: 'spot' | 'futures', max: number) {
  return ({ market, params, now }: PublicCall): Wire => {
    const symbol = params.text('symbol') ?? '';
    if (kind === 'spot') listedSymbol(params);
    else if (!contracts.has(symbol)) throw errors.badSymbol();
    const interval = params.text('interval') ?? '';
    // Seconds are told of spot alone.
    if (!tickers.isInterval(interval) || (kind === 'futures' && interval === '1s')) throw errors.badInterval();
    const range = { from: params.whole('startTime'), to: params.whole('endTime'), limit: params.limit(500, max) };
    return tickers.klines(market, kind, symbol, interval, range, now);
  };
}

function funding({ market, params, now }: PublicCall): Wire {
  const symbol = params.text('symbol');
  if (symbol !== undefined && !contracts.has(symbol)) throw errors.badSymbol();
  const range = { from: params.whole('startTime'), to: params.whole('endTime'), limit: params.limit(100, 1000) };
  return tickers.fundingRates(market, symbol === undefined ? rows.contractNames : [symbol], range, now);
}

function dayWeight(q: URLSearchParams): number {
  if (q.has('symbol')) return 2;
  const count = q.get('symbols')?.split(',').length ?? 101;
  return count <= 20 ? 2 : count <= 100 ? 40 : 80;
}

function futuresKlineWeight(q: URLSearchParams): number {
  const limit = Number(q.get('limit') ?? 500);
  return limit < 100 ? 1 : limit < 500 ? 2 : limit <= 1000 ? 5 : 10;
}

const time = ({ exchange }: PublicCall): Wire => ({ serverTime: exchange.clock.server() });
const KLINES = ['startTime', 'endTime', 'timeZone', 'limit'];

export const publicRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v3/ping', scope: 'api', weight: 1, signed: false, answer: () => ({}) },
  { method: 'GET', path: '/api/v3/time', scope: 'api', weight: 1, signed: false, answer: time },
  {
    method: 'GET',
    path: '/api/v3/exchangeInfo',
    scope: 'api',
    weight: 20,
    signed: false,
    reads: ['symbol', 'symbols', 'permissions', 'showPermissionSets', 'symbolStatus'],
    answer: spotInfo,
  },
  {
    method: 'GET',
    path: '/api/v3/ticker/price',
    scope: 'api',
    weight: (q) => (q.has('symbol') ? 2 : 4),
    signed: false,
    reads: ['symbol', 'symbols', 'symbolStatus'],
    answer: price,
  },
  {
    method: 'GET',
    path: '/api/v3/ticker/bookTicker',
    scope: 'api',
    weight: (q) => (q.has('symbol') ? 2 : 4),
    signed: false,
    reads: ['symbol', 'symbols', 'symbolStatus'],
    answer: spotBook,
  },
  {
    method: 'GET',
    path: '/fapi/v1/ticker/bookTicker',
    scope: 'fapi',
    weight: (q) => (q.has('symbol') ? 2 : 5),
    signed: false,
    reads: ['symbol'],
    answer: futuresBook,
  },
  {
    method: 'GET',
    path: '/api/v3/ticker/24hr',
    scope: 'api',
    weight: dayWeight,
    signed: false,
    reads: ['symbol', 'symbols', 'type', 'symbolStatus'],
    answer: day,
  },
  {
    method: 'GET',
    path: '/api/v3/klines',
    scope: 'api',
    weight: 2,
    signed: false,
    reads: KLINES,
    needs: ['symbol', 'interval'],
    answer: klines('spot', 1000),
  },
  { method: 'GET', path: '/fapi/v1/ping', scope: 'fapi', weight: 1, signed: false, answer: () => ({}) },
  { method: 'GET', path: '/fapi/v1/time', scope: 'fapi', weight: 1, signed: false, answer: time },
  { method: 'GET', path: '/fapi/v1/exchangeInfo', scope: 'fapi', weight: 1, signed: false, answer: futuresInfo },
  {
    method: 'GET',
    path: '/fapi/v1/klines',
    scope: 'fapi',
    weight: futuresKlineWeight,
    signed: false,
    reads: KLINES,
    needs: ['symbol', 'interval'],
    answer: klines('futures', 1500),
  },
  {
    method: 'GET',
    path: '/fapi/v1/fundingRate',
    scope: 'fapi-funding',
    weight: 1,
    signed: false,
    reads: ['symbol', 'startTime', 'endTime', 'limit'],
    answer: funding,
  },
];
