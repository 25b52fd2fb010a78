import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import type { FundRedemptionDetailWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import styles from './fund-mandates.module.css';
import { RedemptionState } from './mandate-words';
import { AcknowledgeDialog } from './redemption-dialogs';
import { SettlementCard } from './settlement-card';

type Row = FundRedemptionDetailWire;

const isBeforeDealing = ({ state }: Row): boolean => state === 'requested' || state === 'acknowledged' || state === 'locked';

const columns = (onAcknowledge: (row: Row) => void): readonly Column<Row>[] => [
  { id: 'day', header: 'Dealing day', cell: (row) => day(row.dealingDay), phone: 'title' },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <span className={styles.state}>
        <RedemptionState redemption={row} />
      </span>
    ),
    wrap: true,
    phone: 'title',
  },
  {
    id: 'requested',
    header: 'Requested',
    cell: (row) => (row.requested === null ? 'Everything' : dollars(row.requested)),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'amount',
    header: 'Released',
    cell: (row) => <Dollars value={row.amount} unknown={isBeforeDealing(row) ? 'Known on the dealing day' : 'Nothing was released'} />,
    align: 'end',
    phone: 'figure',
  },
  { id: 'locked', header: 'Can be cancelled until', cell: (row) => <Moment at={row.lockedAt} /> },
  { id: 'acknowledged', header: 'Acknowledged', cell: (row) => <Acknowledged row={row} onAcknowledge={onAcknowledge} />, wrap: true },
];

function Acknowledged({ row, onAcknowledge }: { row: Row; onAcknowledge: (row: Row) => void }) {
  if (row.acknowledgedAt !== null)
    return (
      <span className={styles.state}>
        <Moment at={row.acknowledgedAt} />
        <span>{row.acknowledgedBy ?? 'Deleted account'}</span>
      </span>
    );
  if (!row.may.includes('acknowledge')) return <span title="Not acknowledged">–</span>;
  return (
    <Allowed to="fund.manage">
      <Button size="small" onClick={() => onAcknowledge(row)}>
        Acknowledge…
      </Button>
    </Allowed>
  );
}

/** The redemptions of a mandate, and below them the checklist of each whose notice has ended. */
export function Redemptions({ redemptions, fullName }: { redemptions: readonly Row[]; fullName: string }) {
  const [acknowledged, setAcknowledged] = useState<Row | null>(null);
  return (
    <>
      <Card title="Redemptions" span={12} flush>
        <DataTable
          caption="Redemptions"
          columns={columns(setAcknowledged)}
          rows={redemptions}
          rowKey={({ id }) => id}
          empty={{ title: 'No redemptions', text: 'The client’s requests appear here with their dealing day.' }}
        />
      </Card>
      {redemptions
        .filter(({ checklist }) => checklist.length > 0)
        .map((one) => (
          <SettlementCard key={one.id} redemption={one} fullName={fullName} />
        ))}
      {acknowledged && <AcknowledgeDialog redemption={acknowledged} fullName={fullName} onClose={() => setAcknowledged(null)} />}
    </>
  );
}
