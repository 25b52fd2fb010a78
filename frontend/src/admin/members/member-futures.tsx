import { useSearchParams } from 'react-router';
import { CoverageNote } from '../../components/exchange/coverage';
import { Card } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import type { CoverageWire } from '../../lib/wire/types';
import { consolePaths } from '../../config/console-routes';
import { FuturesTradeHistory, OpenOrders, OpenPositions } from './member-history';

/** The three tabs of the specification; open orders come first. */
const tabs = [
  { id: 'open_order', label: 'Open orders', Table: OpenOrders },
  { id: 'open_position', label: 'Open positions', Table: OpenPositions },
  { id: 'trade_history', label: 'Trade history', Table: FuturesTradeHistory },
] as const;

export function MemberFutures({ userId, coverage }: { userId: string; coverage: readonly CoverageWire[] | undefined }) {
  const [search] = useSearchParams();
  const current = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const { Table } = current;
  return (
    <Card flush>
      <Tabs
        label="Futures"
        tabs={tabs.map(({ id, label }) => ({
          to: `${consolePaths.memberPage(userId, 'futures')}?tab=${id}`,
          label,
          current: id === current.id,
        }))}
      />
      <Table key={current.id} userId={userId} />
      {current.id === 'trade_history' && <CoverageNote coverage={coverage} dataset="futures_trades" />}
    </Card>
  );
}
