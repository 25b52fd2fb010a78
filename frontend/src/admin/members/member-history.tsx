import type { RaRecord } from 'react-admin';
import { depositColumns, futuresTradeColumns, openOrderColumns, positionColumns, spotTradeColumns, withdrawalColumns } from '../../components/exchange/history-columns';
import type { Column } from '../../components/table/data-table';
import { ResourceTable } from '../resource-table';

interface HistoryProps {
  userId: string;
}

/** One history of one member over its REST resource. */
function history<R>(resource: string, caption: string, empty: string, columns: readonly Column<R>[]) {
  const text = 'The last sync found none in this member’s exchange account.';
  return function MemberHistory({ userId }: HistoryProps) {
    return <ResourceTable<R & RaRecord> resource={resource} caption={caption} columns={columns} filter={{ userId }} empty={{ title: empty, text }} />;
  };
}

export const SpotHistory = history('spot-trades', 'Spot history', 'No spot trades', spotTradeColumns);
export const FuturesTradeHistory = history('futures-trades', 'Futures trade history', 'No futures trades', futuresTradeColumns);
export const OpenOrders = history('futures-orders', 'Open orders', 'No open orders', openOrderColumns);
export const OpenPositions = history('futures-positions', 'Open positions', 'No open positions', positionColumns);
export const DepositHistory = history('deposits', 'Deposit history', 'No deposits', depositColumns);
export const WithdrawalHistory = history('withdrawals', 'Withdraw history', 'No withdrawals', withdrawalColumns);
