import { useState } from 'react';
import { Link } from 'react-router';
import { Moment, Quantity } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { DollarGain } from '../../components/fund/dollars';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { ShareDisputeWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import { type Act, DecideDialog } from './decide-dialog';
import styles from '../list/cells.module.css';

const REFRESH_MILLISECONDS = 60_000;

const states = {
  open: { name: 'Open', tone: 'warn' },
  upheld: { name: 'Line charged', tone: 'up' },
  dropped: { name: 'Line dropped', tone: 'neutral' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<ShareDisputeWire['state'], unknown>;

const filters = [
  searchFilter('Search name'),
  choiceFilter(
    'state',
    'State',
    Object.entries(states).map(([state, { name }]) => [state, name] as const),
  ),
];
const sorts = [
  { by: 'openedAt', order: 'asc' },
  { by: 'state', order: 'asc' },
] as const;
const columns: readonly Column<ShareDisputeWire>[] = [
  { id: 'member', header: 'Member', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, phone: 'title' },
  { id: 'signal', header: 'Signal', cell: (row) => <Link to={consolePaths.signal(row.signalId)}>{row.symbol}</Link>, phone: 'title' },
  { id: 'trades', header: 'Trades', cell: (row) => <Trades dispute={row} />, wrap: true },
  { id: 'qty', header: 'Quantity', cell: (row) => <Quantity value={row.qty} />, align: 'end' },
  {
    id: 'profit',
    header: 'Profit',
    cell: (row) => <DollarGain value={row.profit} unknown="A fee is unknown" />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'reason', header: 'Member’s reason', cell: (row) => row.reason, wrap: true },
  { id: 'opened', header: 'Opened', cell: (row) => <Moment at={row.openedAt} />, sort: 'openedAt' },
  { id: 'state', header: 'State', cell: (row) => <Decision dispute={row} />, wrap: true, sort: 'state' },
];
const empty = {
  title: 'No disputes',
  text: 'Disputes appear here when members dispute a line of the club share.',
  filtered: { title: 'Nothing found', text: 'No dispute matches these filters. Clear them to see every dispute.' },
};

/** Lines of the club's share that members dispute; at the start those that are open. */
export function ShareDisputeList() {
  return (
    <Screen title="Share disputes" intro="Disputed lines of the club share, oldest first. A line does not count until you decide.">
      <Card flush>
        <ResourceList<ShareDisputeWire>
          resource="share-disputes"
          caption="Share disputes"
          columns={columns}
          filters={filters}
          startingFilter={{ state: 'open' }}
          sorts={sorts}
          cardsBelow={1280}
          refresh={() => REFRESH_MILLISECONDS}
          empty={empty}
        />
      </Card>
    </Screen>
  );
}

function Trades({ dispute: { entryTrade, exitTrade } }: { dispute: ShareDisputeWire }) {
  return (
    <span className={styles.lines}>
      <span>Entry {entryTrade}</span>
      <span>Exit {exitTrade}</span>
    </span>
  );
}

function Decision({ dispute }: { dispute: ShareDisputeWire }) {
  const [act, setAct] = useState<Act | null>(null);
  const { name, tone } = states[dispute.state];
  return (
    <div className={styles.lines}>
      <Badge tone={tone}>{name}</Badge>
      {dispute.decisionReason !== null && <span>{dispute.decisionReason}</span>}
      {dispute.closedAt !== null && (
        <span className={styles.detail}>
          <Moment at={dispute.closedAt} />
        </span>
      )}
      {dispute.may.length > 0 && (
        <Allowed to="disputes.decide">
          <span className={styles.actions}>
            <Button size="small" onClick={() => setAct('uphold')}>
              Charge…
            </Button>
            <Button size="small" onClick={() => setAct('drop')}>
              Drop…
            </Button>
          </span>
        </Allowed>
      )}
      {act && <DecideDialog dispute={dispute} act={act} onClose={() => setAct(null)} />}
    </div>
  );
}
