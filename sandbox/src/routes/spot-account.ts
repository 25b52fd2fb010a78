import { errors } from '../wire/errors.ts';
import type { Wire } from '../wire/json.ts';
import * as rows from '../wire/rows.ts';
import { lockedAt, lowerBound, openSpotOrders, spotUpdateTime, visibleFills } from '../world/account.ts';
import { spotSymbol, spotSymbols } from '../world/catalogue.ts';
import { fixed } from '../world/decimal.ts';
import type { SpotFill } from '../world/events.ts';
import type { Ledger } from '../world/ledger.ts';
import { DAY } from '../world/time.ts';
import type { Params, Route, SignedCall } from './route.ts';

// Zero rows everybody has.
const ALWAYS_LISTED = ['BTC', 'ETH', 'BNB', 'USDT', 'USDC', 'SOL', 'XRP'];

/** Rows of /api/v3/account. Without omitZeroBalances also what was held once, except the hidden symbol's coin. */
export function balances(ledger: Ledger, t: number, omitZero: boolean): { asset: string; free: string; locked: string }[] {
  const book = ledger.bookAt(t);
  const locked = lockedAt(ledger, t);
  const hidden = new Set(ledger.hidden.map((symbol) => spotSymbol(symbol).base));
  const assets = [...new Set([...ALWAYS_LISTED, ...[...book.spot.keys()].filter((a) => !hidden.has(a)).sort()])];
  return assets
    .filter((asset) => !omitZero || book.balance(asset) !== 0n)
    .map((asset) => {
      const total = book.balance(asset);
      const held = locked.get(asset) ?? 0n;
      return { asset, free: fixed(total - held), locked: fixed(held) };
    });
}

function account({ ledger, params, now }: SignedCall): Wire {
  return {
    makerCommission: 10,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: '0.00100000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' },
    // They describe the account, not the key.
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: spotUpdateTime(ledger, ledger.bookAt(now), now),
    accountType: 'SPOT',
    balances: balances(ledger, now, params.flag('omitZeroBalances')),
    permissions: ['SPOT'],
    uid: ledger.uid,
  };
}

export function listedSymbol(params: Params): string {
  const symbol = params.text('symbol') ?? '';
  const found = spotSymbols.get(symbol);
  if (!found || found.status === 'GONE') throw errors.badSymbol();
  return symbol;
}

/** Page of myTrades: from an id upwards, or by time, or the latest; always oldest first. */
export function pageOfTrades(fills: readonly SpotFill[], params: Params): SpotFill[] {
  const fromId = params.whole('fromId');
  const orderId = params.whole('orderId');
  const from = params.whole('startTime');
  const to = params.whole('endTime');
  const limit = params.limit(500, 1000);
  if (fromId !== undefined && (from !== undefined || to !== undefined)) throw errors.combination();
  if (orderId !== undefined && (from !== undefined || to !== undefined)) throw errors.combination();
  if (from !== undefined && to !== undefined && to - from > DAY) throw errors.tooLong();
  const rowsOfOrder = orderId === undefined ? fills : fills.filter((f) => f.orderId === orderId);
  if (fromId !== undefined) {
    const start = lowerBound(rowsOfOrder, (f) => f.id < fromId);
    return rowsOfOrder.slice(start, start + limit);
  }
  const end = to === undefined ? rowsOfOrder.length : lowerBound(rowsOfOrder, (f) => f.time <= to);
  if (from !== undefined) {
    const start = lowerBound(rowsOfOrder, (f) => f.time < from);
    return rowsOfOrder.slice(start, Math.min(end, start + limit));
  }
  return rowsOfOrder.slice(Math.max(0, end - limit), end);
}

function myTrades({ ledger, params, now }: SignedCall): Wire {
  const symbol = listedSymbol(params);
  ledger.reach(now);
  return pageOfTrades(visibleFills(ledger.spot.get(symbol), now), params).map(rows.spotTrade);
}

function openOrders({ ledger, params, now }: SignedCall): Wire {
  const symbol = params.text('symbol') === undefined ? undefined : listedSymbol(params);
  return openSpotOrders(ledger, now)
    .filter((o) => symbol === undefined || o.symbol === symbol)
    .map(rows.spotOrder);
}

export const spotAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v3/account', scope: 'api', weight: 20, signed: true, reads: ['omitZeroBalances'], answer: account },
  {
    method: 'GET',
    path: '/api/v3/myTrades',
    scope: 'api',
    weight: (q) => (q.has('orderId') ? 5 : 20),
    signed: true,
    reads: ['orderId', 'startTime', 'endTime', 'fromId', 'limit'],
    needs: ['symbol'],
    answer: myTrades,
  },
  {
    method: 'GET',
    path: '/api/v3/openOrders',
    scope: 'api',
    weight: (q) => (q.has('symbol') ? 6 : 80),
    signed: true,
    reads: ['symbol'],
    answer: openOrders,
  },
];
