import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AmountsScreen } from '../../components/amounts/amounts-screen';
import { CoverageNote } from '../../components/exchange/coverage';
import {
  type HistoryKind,
  type HistorySet,
  depositsSet,
  futuresSet,
  ordersSet,
  positionsSet,
  spotSet,
  withdrawalsSet,
} from '../../components/exchange/history/history-sets';
import { HistoryTable } from '../../components/exchange/history/history-table';
import { Card } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { paths } from '../../config/routes';
import { fetchPage } from '../../lib/lists';
import { mySyncQuery } from '../../lib/my-sync';
import { useProfile } from '../../lib/session';
import { toDeposit, toFuturesTrade, toOpenOrder, toPosition, toSpotTrade, toWithdrawal } from '../../lib/wire/exchange';
import type { DatasetWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';

/** A history of the member who is signed in, from its own route. */
function own<W, R>(set: HistorySet<R>, route: string, map: (record: W) => R, dataset?: DatasetWire) {
  return { id: set.id, dataset, table: <OwnTable key={set.id} set={set} route={route} map={map} /> };
}

function OwnTable<W, R>({ set, route, map }: { set: HistorySet<R>; route: string; map: (record: W) => R }) {
  const { userId, kycStatus } = useProfile();
  const isApproved = kycStatus === 'approved';
  const nothing = t(isApproved ? 'portfolio.history.none' : 'portfolio.history.notVerified');
  return (
    <HistoryTable
      set={set}
      owner={{ key: ['history', userId], files: '/me/history', named: isApproved, nothing }}
      rows={(asked) => fetchPage<W, R>(`/${route}/${encodeURIComponent(userId)}`, asked, map)}
    />
  );
}

const tables: { id: HistoryKind; table: ReactNode; dataset: DatasetWire | undefined }[] = [
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
  const current = tables.find(({ id }) => id === search.get('tab')) ?? tables[0];
  return (
    <AmountsScreen title={t('portfolio.history.title')} intro={t('portfolio.history.intro')}>
      <Card flush>
        <Tabs
          label={t('portfolio.history.tabs')}
          tabs={tables.map(({ id }) => ({
            to: `${paths.tradeHistory}?tab=${id}`,
            label: t(`exchange.set.${id}.label`),
            current: id === current?.id,
          }))}
        />
        {current?.table}
        {current?.dataset && <CoverageNote coverage={sync.data?.coverage} dataset={current.dataset} />}
      </Card>
    </AmountsScreen>
  );
}
