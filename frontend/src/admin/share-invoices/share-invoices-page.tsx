import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import type { ShareDryRunWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { IssueDialog } from '../invoice-orders/issue-dialog';
import { LastOrder } from '../invoice-orders/last-order';
import { invoicesText, isRunning, refreshOf } from '../invoice-orders/order-words';
import { LoadedCard } from '../loaded-card';
import { CloseDialog } from './close-dialog';
import { DRY_RUN_PATH, DRY_RUN_QUERY } from './share-invoices';

type Row = ShareDryRunWire['rows'][number];

const columns: readonly Column<Row>[] = [
  { id: 'member', header: 'Member', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, phone: 'title' },
  { id: 'period', header: 'Period', cell: (row) => row.period, phone: 'title' },
  { id: 'profit', header: 'Profit with signals', cell: (row) => <DollarGain value={row.profit} />, align: 'end' },
  { id: 'mark', header: 'High-water mark before', cell: (row) => <Dollars value={row.highWaterMarkBefore} />, align: 'end' },
  { id: 'chargeable', header: 'Above the mark', cell: (row) => <Dollars value={row.chargeable} />, align: 'end' },
  { id: 'carry', header: 'Loss carried forward', cell: (row) => <Dollars value={row.carryForward} />, align: 'end' },
  { id: 'frozen', header: 'Not counted', cell: (row) => <Frozen row={row} />, wrap: true },
  { id: 'share', header: 'Share', cell: (row) => <Dollars value={row.share} />, align: 'end', phone: 'figure' },
];
const empty = { title: 'Nothing to invoice', text: 'Shares appear here when a year ends or you close a market cycle.' };

function Frozen({ row: { frozenLines, frozenProfit } }: { row: Row }) {
  if (frozenLines === 0) return 'Nothing';
  const lines = frozenLines === 1 ? '1 line' : `${count(frozenLines)} lines`;
  return (
    <Badge tone="warn" title="Disputed, or a fee is unknown. They count once that is resolved">
      {`${lines}, ${dollars(frozenProfit)}`}
    </Badge>
  );
}

/** The shares of closed periods that would be invoiced now, the order to do it, and the end of a market cycle. */
export function ShareInvoicesPage() {
  const [seen, setSeen] = useState<ShareDryRunWire | null>(null);
  const [closesAt, setClosesAt] = useState<string | null>(null);
  const query = useQuery({
    queryKey: [DRY_RUN_QUERY],
    queryFn: ({ signal }) => fetchData<ShareDryRunWire>(DRY_RUN_PATH, { signal }),
    refetchInterval: ({ state }) => refreshOf(state.data),
  });
  const { data: run } = query;
  return (
    <Screen
      title="Share invoices"
      intro="Club shares of closed periods that are not invoiced yet. Invoices are issued when you order them."
      actions={
        run !== undefined && (
          <Allowed to="fund.invoice">
            {run.running.closesAt !== null && <Button onClick={() => setClosesAt(run.running.closesAt)}>Close the market cycle…</Button>}
            {run.count > 0 && (
              <Button look="primary" disabled={isRunning(run)} onClick={() => setSeen(run)}>
                {`Issue ${invoicesText(run.count)} for ${dollars(run.total)}…`}
              </Button>
            )}
          </Allowed>
        )
      }
    >
      <Grid>
        <LoadedCard title="To be invoiced" span={6} query={query} failed="The shares could not be loaded" height={96}>
          {({ count: invoices, total, members, behind, running }) => (
            <Facts>
              <Fact name="Invoices" value={count(invoices)} />
              <Fact name="Total" value={<Dollars value={total} />} />
              <Fact name="Members" value={count(members)} />
              <Fact name="Running period" value={`Since ${utc(running.startsAt)}`} />
              {behind > 0 && (
                <Fact name="Being calculated" value={<Badge tone="info">{behind === 1 ? '1 member' : `${count(behind)} members`}</Badge>} />
              )}
            </Facts>
          )}
        </LoadedCard>
        <LoadedCard title="Last order" span={6} query={query} failed="The last order could not be loaded" height={96}>
          {(shown) => <LastOrder order={shown.lastOrder} left={shown.count} none="No invoices of the club share have been ordered yet." />}
        </LoadedCard>
        <Card title="Shares" span={12} flush>
          <DataTable
            caption="Shares of closed periods"
            columns={columns}
            rows={run?.rows}
            rowKey={({ id }) => id}
            cardsBelow={1280}
            error={query.error}
            onRetry={() => void query.refetch()}
            empty={empty}
          />
        </Card>
        {run && run.count > run.rows.length && <p>{`The first ${count(run.rows.length)} of ${count(run.count)} invoices are listed.`}</p>}
      </Grid>
      {seen && (
        <IssueDialog
          seen={seen}
          recipients={seen.members === 1 ? 'One member gets' : `${seen.members} members get`}
          path={DRY_RUN_PATH}
          lists={[DRY_RUN_QUERY]}
          onClose={() => setSeen(null)}
        />
      )}
      {run && closesAt !== null && <CloseDialog startsAt={run.running.startsAt} closesAt={closesAt} onClose={() => setClosesAt(null)} />}
    </Screen>
  );
}
