import { depositColumns, futuresTradeColumns, openOrderColumns, positionColumns, spotTradeColumns, withdrawalColumns } from '../../components/exchange/history-columns';
import type { Column } from '../../components/table/data-table';
import { type Page, fetchPage } from '../../lib/lists';
import type { SortWish } from '../../lib/use-page-params';
import { toDeposit, toFuturesTrade, toOpenOrder, toPosition, toSpotTrade, toWithdrawal } from '../../lib/wire/exchange';
import type { DepositWire, FutureOpenOrderWire, FuturePositionWire, FutureTradeWire, SpotTradeWire, WithdrawWire } from '../../lib/wire/types';

interface Asked {
  page: number;
  perPage: number;
  /** Sort and filter, in the server's words. */
  query: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** One tab of the history: where it comes from, how it reads, and what it can be sorted and filtered by. */
export interface HistorySet<R> {
  id: string;
  label: string;
  empty: string;
  columns: readonly Column<R>[];
  /** What the server sorts by, each in the direction that one wants first; the first one unasked. */
  sorts: readonly SortWish[];
  nameKey: 'symbol' | 'coin';
  /** Whether its rows happened on a day. */
  days: boolean;
  /** Its name among the files at /me/history. */
  file: string;
  fetch: (userId: string, asked: Asked) => Promise<Page<R>>;
}

type Facts<R> = Omit<HistorySet<R>, 'fetch'>;

const latest = (by: string): SortWish => ({ by, order: 'desc' });
const alphabet = (by: string): SortWish => ({ by, order: 'asc' });

function historySet<W, R>(route: string, map: (record: W) => R, facts: Facts<R>): HistorySet<R> {
  return { ...facts, fetch: (userId, asked) => fetchPage<W, R>(`/${route}/${encodeURIComponent(userId)}`, asked, map) };
}

export const spotSet = historySet<SpotTradeWire, ReturnType<typeof toSpotTrade>>('spot_trade', toSpotTrade, {
  id: 'spot', label: 'Spot trades', empty: 'No spot trades', columns: spotTradeColumns, sorts: [latest('date'), alphabet('symbol')], nameKey: 'symbol', days: true, file: 'spot-trades',
});
export const futuresSet = historySet<FutureTradeWire, ReturnType<typeof toFuturesTrade>>('trade_history', toFuturesTrade, {
  id: 'futures', label: 'Futures trades', empty: 'No futures trades', columns: futuresTradeColumns, sorts: [latest('date'), alphabet('symbol'), latest('realizedPnl')], nameKey: 'symbol', days: true,
  file: 'futures-trades',
});
export const ordersSet = historySet<FutureOpenOrderWire, ReturnType<typeof toOpenOrder>>('open_trade', toOpenOrder, {
  id: 'orders', label: 'Open orders', empty: 'No open orders', columns: openOrderColumns, sorts: [latest('date'), alphabet('symbol'), latest('price')], nameKey: 'symbol', days: true, file: 'open-orders',
});
export const positionsSet = historySet<FuturePositionWire, ReturnType<typeof toPosition>>('open_position', toPosition, {
  id: 'positions', label: 'Positions', empty: 'No open positions', columns: positionColumns, nameKey: 'symbol', days: false, file: 'positions',
  sorts: [latest('updateDate'), alphabet('symbol'), latest('unrealizedProfit'), latest('initialMargin')],
});
export const depositsSet = historySet<DepositWire, ReturnType<typeof toDeposit>>('deposit_history', toDeposit, {
  id: 'deposits', label: 'Deposits', empty: 'No deposits', columns: depositColumns, sorts: [latest('insertTime'), alphabet('coin')], nameKey: 'coin', days: true, file: 'deposits',
});
export const withdrawalsSet = historySet<WithdrawWire, ReturnType<typeof toWithdrawal>>('withdraw_history', toWithdrawal, {
  id: 'withdrawals', label: 'Withdrawals', empty: 'No withdrawals', columns: withdrawalColumns, sorts: [latest('applyTime'), alphabet('coin')], nameKey: 'coin', days: true, file: 'withdrawals',
});
