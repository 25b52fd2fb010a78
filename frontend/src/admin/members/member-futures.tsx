import { useSearchParams } from 'react-router';
import { Card } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { consolePaths } from '../../config/console-routes';
import { FuturesTradeHistory, OpenOrders, OpenPositions } from './member-history';

/** The three tabs of the specification; open orders come first. */
const tabs = [
  { id: 'open_order', label: 'Open orders', Table: OpenOrders },
  { id: 'open_position', label: 'Open positions', Table: OpenPositions },
  { id: 'trade_history', label: 'Trade history', Table: FuturesTradeHistory },
] as const;

export function MemberFutures({ userId }: { userId: string }) {
  const [search] = useSearchParams();
  const current = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const { Table } = current;
  return (
    <Card flush>
      <Tabs label="Futures" tabs={tabs.map(({ id, label }) => ({ to: `${consolePaths.memberPage(userId, 'futures')}?tab=${id}`, label, current: id === current.id }))} />
      <Table key={current.id} userId={userId} />
    </Card>
  );
}
