import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { CoverageNote } from '../../components/exchange/coverage';
import {
  type HistorySet,
  depositsSet,
  futuresSet,
  ordersSet,
  positionsSet,
  spotSet,
  withdrawalsSet,
} from '../../components/exchange/history/history-sets';
import { HistoryTable } from '../../components/exchange/history/history-table';
import { Card, Screen } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { paths } from '../../config/routes';
import { fetchPage } from '../../lib/lists';
import { mySyncQuery } from '../../lib/my-sync';
import { useProfile } from '../../lib/session';
import { toDeposit, toFuturesTrade, toOpenOrder, toPosition, toSpotTrade, toWithdrawal } from '../../lib/wire/exchange';
import type { DatasetWire } from '../../lib/wire/types';

/** A history of the member who is signed in, from its own route. */
function own<W, R>(set: HistorySet<R>, route: string, map: (record: W) => R, dataset?: DatasetWire) {
  return { set: { id: set.id, label: set.label }, dataset, table: <OwnTable key={set.id} set={set} route={route} map={map} /> };
}

function OwnTable<W, R>({ set, route, map }: { set: HistorySet<R>; route: string; map: (record: W) => R }) {
  const { userId, kycStatus } = useProfile();
  const isApproved = kycStatus === 'approved';
  const nothing = isApproved
    ? 'The last sync found none in your exchange account.'
    : 'Your history appears here once your verification is approved.';
  return (
    <HistoryTable
      set={set}
      owner={{ key: ['history', userId], files: '/me/history', named: isApproved, nothing }}
      rows={(asked) => fetchPage<W, R>(`/${route}/${encodeURIComponent(userId)}`, asked, map)}
    />
  );
}

const tables: { set: { id: string; label: string }; table: ReactNode; dataset: DatasetWire | undefined }[] = [
  own(spotSet, 'spot_trade', toSpotTrade, 'spot_trades'),
  own(futuresSet, 'trade_history', toFuturesTrade, 'futures_trades'),
  own(ordersSet, 'open_trade', toOpenOrder),
  own(positionsSet, 'open_position', toPosition),
  own(depositsSet, 'deposit_history', toDeposit, 'deposits'),
  own(withdrawalsSet, 'withdraw_history', toWithdrawal, 'withdrawals'),
];

/** Everything the sync has read for the member, a tab a data set. */
export function HistoryPage() {
  const [search] = useSearchParams();
  const { kycStatus } = useProfile();
  const sync = useQuery({ ...mySyncQuery, enabled: kycStatus === 'approved' });
  const current = tables.find(({ set }) => set.id === search.get('tab')) ?? tables[0];
  return (
    <Screen title="Trade history" intro="Read from your exchange account. Figures stand as the exchange wrote them, times are in UTC.">
      <Card flush>
        <Tabs
          label="Histories"
          tabs={tables.map(({ set }) => ({ to: `${paths.tradeHistory}?tab=${set.id}`, label: set.label, current: set === current?.set }))}
        />
        {current?.table}
        {current?.dataset && <CoverageNote coverage={sync.data?.coverage} dataset={current.dataset} />}
      </Card>
    </Screen>
  );
}
