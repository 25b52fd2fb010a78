import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { CoverageNote } from '../../components/exchange/coverage';
import { Card, Screen } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { paths } from '../../config/routes';
import { mySyncQuery } from '../../lib/my-sync';
import { useProfile } from '../../lib/session';
import type { DatasetWire } from '../../lib/wire/types';
import { depositsSet, futuresSet, ordersSet, positionsSet, spotSet, withdrawalsSet } from './history-sets';
import { HistoryTable } from './history-table';

const tables: { set: { id: string; label: string }; table: ReactNode; dataset?: DatasetWire }[] = [
  { set: spotSet, dataset: 'spot_trades', table: <HistoryTable key="spot" set={spotSet} /> },
  { set: futuresSet, dataset: 'futures_trades', table: <HistoryTable key="futures" set={futuresSet} /> },
  { set: ordersSet, table: <HistoryTable key="orders" set={ordersSet} /> },
  { set: positionsSet, table: <HistoryTable key="positions" set={positionsSet} /> },
  { set: depositsSet, dataset: 'deposits', table: <HistoryTable key="deposits" set={depositsSet} /> },
  { set: withdrawalsSet, dataset: 'withdrawals', table: <HistoryTable key="withdrawals" set={withdrawalsSet} /> },
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
        <Tabs label="Histories" tabs={tables.map(({ set }) => ({ to: `${paths.tradeHistory}?tab=${set.id}`, label: set.label, current: set === current?.set }))} />
        {current?.table}
        {current?.dataset && <CoverageNote coverage={sync.data?.coverage} dataset={current.dataset} />}
      </Card>
    </Screen>
  );
}
