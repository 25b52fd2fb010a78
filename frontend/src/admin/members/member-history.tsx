import { type RaRecord, useDataProvider } from 'react-admin';
import {
  type HistorySet,
  depositsSet,
  futuresSet,
  ordersSet,
  positionsSet,
  spotSet,
  withdrawalsSet,
} from '../../components/exchange/history/history-sets';
import { type AskedRows, HistoryTable } from '../../components/exchange/history/history-table';
import { countedTo } from '../../lib/lists';
import { useMay } from '../access/allowed';
import { SERVER_ORDER } from '../data-provider';

interface HistoryProps {
  userId: string;
}

/** One history of one member over its REST resource: sorted, filtered and saved as the member can. */
function history<R>(resource: string, caption: string, set: HistorySet<R>) {
  return function MemberHistory({ userId }: HistoryProps) {
    const provider = useDataProvider();
    const mayExport = useMay()('trades.export');
    const rows = async ({ page, perPage, query: { sort, order, ...filter }, signal }: AskedRows) => {
      const wish = sort === undefined ? SERVER_ORDER : { field: sort, order: order === 'asc' ? ('ASC' as const) : ('DESC' as const) };
      const { data, total = 0 } = await provider.getList<R & RaRecord>(resource, {
        pagination: { page, perPage },
        sort: wish,
        filter: { userId, ...filter },
        signal,
      });
      return { rows: data, ...countedTo(total) };
    };
    const owner = {
      key: [resource, 'history', userId],
      files: `/admin/members/${encodeURIComponent(userId)}/history`,
      named: true,
      maySave: mayExport,
      nothing: 'The last sync found none in this exchange account.',
    };
    return <HistoryTable<R> set={set} owner={owner} rows={rows} caption={caption} />;
  };
}

export const SpotHistory = history('spot-trades', 'Spot history', spotSet);
export const FuturesTradeHistory = history('futures-trades', 'Futures trade history', futuresSet);
export const OpenOrders = history('futures-orders', 'Open orders', ordersSet);
export const OpenPositions = history('futures-positions', 'Open positions', positionsSet);
export const DepositHistory = history('deposits', 'Deposit history', depositsSet);
export const WithdrawalHistory = history('withdrawals', 'Withdraw history', withdrawalsSet);
