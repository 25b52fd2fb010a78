import type { FuturesTrade, OpenOrder, Position, SpotTrade, Transfer } from '../../../lib/wire/exchange';
import type { SortParam } from '../../../lib/use-page-params';
import type { Column } from '../../table/data-table';
import {
  depositColumns,
  futuresTradeColumns,
  openOrderColumns,
  positionColumns,
  spotTradeColumns,
  withdrawalColumns,
} from '../history-columns';

export type HistoryKind = 'spot' | 'futures' | 'orders' | 'positions' | 'deposits' | 'withdrawals';

/** One kind of history: how it reads, and what it can be sorted and filtered by. The same for the member and for an admin. */
export interface HistorySet<R> {
  /** Its texts are under `exchange.set.<id>`. */
  id: HistoryKind;
  columns: () => readonly Column<R>[];
  /** What the server sorts by, each in the direction that one wants first; the first one unasked. */
  sorts: readonly SortParam[];
  nameKey: 'symbol' | 'coin';
  /** Whether its rows happened on a day. */
  days: boolean;
  /** Its name among the files of a history. */
  file: string;
}

const latest = (by: string): SortParam => ({ by, order: 'desc' });
const alphabet = (by: string): SortParam => ({ by, order: 'asc' });

export const spotSet: HistorySet<SpotTrade> = {
  id: 'spot',
  columns: spotTradeColumns,
  sorts: [latest('date'), alphabet('symbol')],
  nameKey: 'symbol',
  days: true,
  file: 'spot-trades',
};
export const futuresSet: HistorySet<FuturesTrade> = {
  id: 'futures',
  columns: futuresTradeColumns,
  sorts: [latest('date'), alphabet('symbol'), latest('realizedPnl')],
  nameKey: 'symbol',
  days: true,
  file: 'futures-trades',
};
export const ordersSet: HistorySet<OpenOrder> = {
  id: 'orders',
  columns: openOrderColumns,
  sorts: [latest('date'), alphabet('symbol'), latest('price')],
  nameKey: 'symbol',
  days: true,
  file: 'open-orders',
};
export const positionsSet: HistorySet<Position> = {
  id: 'positions',
  columns: positionColumns,
  nameKey: 'symbol',
  days: false,
  file: 'positions',
  sorts: [latest('updateDate'), alphabet('symbol'), latest('unrealizedProfit'), latest('initialMargin')],
};
export const depositsSet: HistorySet<Transfer> = {
  id: 'deposits',
  columns: depositColumns,
  sorts: [latest('insertTime'), alphabet('coin')],
  nameKey: 'coin',
  days: true,
  file: 'deposits',
};
export const withdrawalsSet: HistorySet<Transfer> = {
  id: 'withdrawals',
  columns: withdrawalColumns,
  sorts: [latest('applyTime'), alphabet('coin')],
  nameKey: 'coin',
  days: true,
  file: 'withdrawals',
};
