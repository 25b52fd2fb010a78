import { depositColumns, futuresTradeColumns, openOrderColumns, positionColumns, spotTradeColumns, withdrawalColumns } from '../../components/exchange/history-columns';
import type { Column } from '../../components/table/data-table';
import { type Page, fetchPage } from '../../lib/lists';
import { toDeposit, toFuturesTrade, toOpenOrder, toPosition, toSpotTrade, toWithdrawal } from '../../lib/wire/exchange';
import type { DepositWire, FutureOpenOrderWire, FuturePositionWire, FutureTradeWire, SpotTradeWire, WithdrawWire } from '../../lib/wire/types';

interface Asked {
  page: number;
  perPage: number;
  signal?: AbortSignal;
}

/** One tab of the history: where it comes from and how it reads. */
export interface HistorySet<R> {
  id: string;
  label: string;
  empty: string;
  columns: readonly Column<R>[];
  fetch: (userId: string, asked: Asked) => Promise<Page<R>>;
}

function historySet<W, R>(id: string, label: string, empty: string, route: string, columns: readonly Column<R>[], map: (record: W) => R): HistorySet<R> {
  return { id, label, empty, columns, fetch: (userId, asked) => fetchPage<W, R>(`/${route}/${encodeURIComponent(userId)}`, asked, map) };
}

export const spotSet = historySet<SpotTradeWire, ReturnType<typeof toSpotTrade>>('spot', 'Spot trades', 'No spot trades', 'spot_trade', spotTradeColumns, toSpotTrade);
export const futuresSet = historySet<FutureTradeWire, ReturnType<typeof toFuturesTrade>>('futures', 'Futures trades', 'No futures trades', 'trade_history', futuresTradeColumns, toFuturesTrade);
export const ordersSet = historySet<FutureOpenOrderWire, ReturnType<typeof toOpenOrder>>('orders', 'Open orders', 'No open orders', 'open_trade', openOrderColumns, toOpenOrder);
export const positionsSet = historySet<FuturePositionWire, ReturnType<typeof toPosition>>('positions', 'Positions', 'No open positions', 'open_position', positionColumns, toPosition);
export const depositsSet = historySet<DepositWire, ReturnType<typeof toDeposit>>('deposits', 'Deposits', 'No deposits', 'deposit_history', depositColumns, toDeposit);
export const withdrawalsSet = historySet<WithdrawWire, ReturnType<typeof toWithdrawal>>('withdrawals', 'Withdrawals', 'No withdrawals', 'withdraw_history', withdrawalColumns, toWithdrawal);
