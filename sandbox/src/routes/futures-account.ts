import { errors } from '../wire/errors.ts';
import type { Income } from '../wire/income-rows.ts';
import type { Wire } from '../wire/json.ts';
import * as rows from '../wire/rows.ts';
import * as account from '../world/account.ts';
import type { Valuation } from '../world/account.ts';
import { contracts } from '../world/catalogue.ts';
import { fixed } from '../world/decimal.ts';
import type { FuturesFill } from '../world/events.ts';
import type { Ledger } from '../world/ledger.ts';
import { DAY } from '../world/time.ts';
import type { Params, Route, SignedCall } from './route.ts';

const WEEK = 7 * DAY;

/** The contract a call names, or undefined when it names none. */
function named(params: Params): string | undefined {
  const symbol = params.text('symbol');
  if (symbol !== undefined && !contracts.has(symbol)) throw errors.badSymbol();
  return symbol;
}

function total(list: readonly Valuation[], pick: (v: Valuation) => bigint): bigint {
  return list.reduce((sum, v) => sum + pick(v), 0n);
}

function futuresAccount({ ledger, market, now }: SignedCall): Wire {
  const list = account.positions(ledger, market, now);
  const book = ledger.bookAt(now);
  const profit = total(list, (v) => v.profit);
  const margin = total(list, (v) => v.margin);
  const orderMargin = total(list, (v) => v.orderMargin);
  const sums = {
    initialMargin: fixed(margin + orderMargin),
    maintMargin: fixed(margin / 10n),
    positionInitialMargin: fixed(margin),
    openOrderInitialMargin: fixed(orderMargin),
    crossWalletBalance: fixed(book.futuresWallet),
    crossUnPnl: fixed(profit),
    availableBalance: fixed(book.futuresWallet + profit - margin - orderMargin),
    maxWithdrawAmount: fixed(book.futuresWallet + profit - margin - orderMargin),
  };
  return {
    totalInitialMargin: sums.initialMargin,
    totalMaintMargin: sums.maintMargin,
    totalWalletBalance: fixed(book.futuresWallet),
    totalUnrealizedProfit: fixed(profit),
    totalMarginBalance: fixed(book.futuresWallet + profit),
    totalPositionInitialMargin: sums.positionInitialMargin,
    totalOpenOrderInitialMargin: sums.openOrderInitialMargin,
    totalCrossWalletBalance: sums.crossWalletBalance,
    totalCrossUnPnl: sums.crossUnPnl,
    availableBalance: sums.availableBalance,
    maxWithdrawAmount: sums.maxWithdrawAmount,
    assets: [
      {
        asset: 'USDT',
        walletBalance: fixed(book.futuresWallet),
        unrealizedProfit: fixed(profit),
        marginBalance: fixed(book.futuresWallet + profit),
        ...sums,
        updateTime: book.futuresUpdatedAt,
      },
    ],
    positions: list.map((v) => ({
      symbol: v.symbol,
      positionSide: v.side,
      positionAmt: rows.positionV3(v)['positionAmt'],
      unrealizedProfit: fixed(v.profit),
      isolatedMargin: '0',
      notional: fixed(v.notional),
      isolatedWallet: '0',
      initialMargin: fixed(v.margin + v.orderMargin),
      maintMargin: fixed(v.margin / 10n),
      updateTime: v.position.updateTime,
    })),
  };
}

function positionsV3({ ledger, market, params, now }: SignedCall): Wire {
  const symbol = named(params);
  return account
    .positions(ledger, market, now)
    .filter((v) => symbol === undefined || v.symbol === symbol)
    .map(rows.positionV3);
}

/** v2 lists every contract, held or not. */
function positionsV2({ ledger, market, params, now }: SignedCall): Wire {
  const only = named(params);
  const book = ledger.bookAt(now);
  const open = account.openOrders(ledger, now);
  const sides = ledger.hedgeMode ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const);
  return rows.contractNames
    .filter((symbol) => only === undefined || symbol === only)
    .flatMap((symbol) => sides.map((side) => account.valuation(ledger, market, now, book.position(symbol, side), open)))
    .map(rows.positionV2);
}

function symbolConfigs({ ledger, params }: SignedCall): Wire {
  const symbol = named(params);
  return rows.contractNames.filter((s) => symbol === undefined || s === symbol).map((s) => rows.symbolConfig(ledger, s));
}

function brackets({ params }: SignedCall): Wire {
  const symbol = named(params);
  const list = rows.contractNames.filter((s) => symbol === undefined || s === symbol).map(rows.leverageBracket);
  return symbol === undefined ? list : (list[0] ?? {});
}

function openOrders({ ledger, params, now }: SignedCall): Wire {
  const symbol = named(params);
  return account
    .openOrders(ledger, now)
    .filter(({ order }) => symbol === undefined || order.symbol === symbol)
    .map(rows.futuresOrder);
}

function openAlgoOrders({ ledger, params, now }: SignedCall): Wire {
  const symbol = named(params);
  return account
    .openAlgoOrders(ledger, now)
    .filter((o) => symbol === undefined || o.symbol === symbol)
    .map(rows.algoOrder);
}

/** A contract's fills the list still answers: six months. */
export function retainedFills(ledger: Ledger, symbol: string, now: number): FuturesFill[] {
  const all = account.visibleFills(ledger.futures.get(symbol), now);
  return all.slice(account.lowerBound(all, (f) => f.time < now - account.FUTURES_RETENTION));
}

function userTrades({ ledger, params, now }: SignedCall): Wire {
  const symbol = named(params) ?? '';
  const fromId = params.whole('fromId');
  const orderId = params.whole('orderId');
  const startTime = params.whole('startTime');
  const endTime = params.whole('endTime');
  const limit = params.limit(500, 1000);
  if (fromId !== undefined && (startTime !== undefined || endTime !== undefined)) throw errors.combination();
  if (startTime !== undefined && endTime !== undefined && endTime - startTime > WEEK) throw errors.over7Days();
  // The day of grace: a client asks for "six months ago" by its own calendar.
  if (startTime !== undefined && startTime < now - account.FUTURES_RETENTION - 5 * DAY) throw errors.beyondRetention();
  ledger.reach(now);
  const retained = retainedFills(ledger, symbol, now);
  const fills = orderId === undefined ? retained : retained.filter((f) => f.orderId === orderId);
  if (fromId !== undefined) {
    const start = account.lowerBound(fills, (f) => f.id < fromId);
    return fills.slice(start, start + limit).map(rows.futuresTrade);
  }
  const to = endTime ?? (startTime === undefined ? now : startTime + WEEK);
  const from = startTime ?? to - WEEK;
  const start = account.lowerBound(fills, (f) => f.time < from);
  const end = account.lowerBound(fills, (f) => f.time <= to);
  // Without a start the latest rows count, with one the oldest from there.
  const page = startTime === undefined ? fills.slice(Math.max(start, end - limit), end) : fills.slice(start, Math.min(end, start + limit));
  return page.map(rows.futuresTrade);
}

/** The journal of the futures wallet, oldest first, both ends included. */
export function incomeBetween(ledger: Ledger, from: number, to: number): Income[] {
  const lines = [
    ...ledger.transfers.flatMap(rows.incomeOfTransfer),
    ...ledger.fundings.slice(account.lowerBound(ledger.fundings, (f) => f.time < from)).map(rows.incomeOfFunding),
    ...[...ledger.futures.values()].flatMap((fills) => fills.slice(account.lowerBound(fills, (f) => f.time < from)).flatMap(rows.incomeOf)),
  ];
  return lines.filter((l) => l.time >= from && l.time <= to).sort((a, b) => a.time - b.time);
}

function income({ ledger, params, now }: SignedCall): Wire {
  const symbol = named(params);
  const type = params.text('incomeType');
  const limit = params.limit(100, 1000);
  const page = Math.max(1, params.whole('page') ?? 1);
  const startTime = params.whole('startTime');
  const endTime = params.whole('endTime');
  const to = Math.min(now, endTime ?? now);
  const from = Math.max(startTime ?? (endTime ?? now) - WEEK, now - account.INCOME_RETENTION);
  ledger.reach(now);
  return incomeBetween(ledger, from, to)
    .filter((l) => (type === undefined || l.type === type) && (symbol === undefined || l.row['symbol'] === symbol))
    .slice((page - 1) * limit, page * limit)
    .map((l) => l.row);
}

const bySymbol = (with1: number, without: number) => (q: URLSearchParams) => (q.has('symbol') ? with1 : without);

export const futuresAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/fapi/v3/account', scope: 'fapi', weight: 5, signed: true, answer: futuresAccount },
  { method: 'GET', path: '/fapi/v3/positionRisk', scope: 'fapi', weight: 5, signed: true, reads: ['symbol'], answer: positionsV3 },
  { method: 'GET', path: '/fapi/v2/positionRisk', scope: 'fapi', weight: 5, signed: true, reads: ['symbol'], answer: positionsV2 },
  { method: 'GET', path: '/fapi/v1/symbolConfig', scope: 'fapi', weight: 5, signed: true, reads: ['symbol'], answer: symbolConfigs },
  { method: 'GET', path: '/fapi/v1/leverageBracket', scope: 'fapi', weight: 1, signed: true, reads: ['symbol'], answer: brackets },
  {
    method: 'GET',
    path: '/fapi/v1/openOrders',
    scope: 'fapi',
    weight: bySymbol(1, 40),
    signed: true,
    reads: ['symbol'],
    answer: openOrders,
  },
  {
    method: 'GET',
    path: '/fapi/v1/openAlgoOrders',
    scope: 'fapi',
    weight: bySymbol(1, 40),
    signed: true,
    reads: ['symbol', 'algoType', 'algoId'],
    answer: openAlgoOrders,
  },
  {
    method: 'GET',
    path: '/fapi/v1/userTrades',
    scope: 'fapi',
    weight: 5,
    signed: true,
    reads: ['orderId', 'startTime', 'endTime', 'fromId', 'limit'],
    needs: ['symbol'],
    answer: userTrades,
  },
  {
    method: 'GET',
    path: '/fapi/v1/income',
    scope: 'fapi',
    weight: 30,
    signed: true,
    reads: ['symbol', 'incomeType', 'startTime', 'endTime', 'page', 'limit'],
    answer: income,
  },
];
