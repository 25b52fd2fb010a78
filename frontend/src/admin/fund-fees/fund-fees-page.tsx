import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Dollars } from '../../components/fund/dollars';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import type { FundDryRunWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { daysText } from '../fund-mandates/mandate-words';
import { LoadedCard } from '../loaded-card';
import { IssueDialog } from '../invoice-orders/issue-dialog';
import { LastOrder } from '../invoice-orders/last-order';
import { invoicesText, isRunning, refreshOf } from '../invoice-orders/order-words';
import { DRY_RUN_PATH, DRY_RUN_QUERY } from './fund-fees';

type Row = FundDryRunWire['rows'][number];

const kinds: Readonly<Record<Row['kind'], string>> = { management: 'Management fee', performance: 'Performance fee' };

const columns: readonly Column<Row>[] = [
  {
    id: 'client',
    header: 'Client',
    cell: (row) => <Link to={consolePaths.fundMandate(row.mandateId)}>{row.fullName}</Link>,
    phone: 'title',
  },
  { id: 'kind', header: 'Kind', cell: (row) => kinds[row.kind], phone: 'title' },
  { id: 'period', header: 'Period', cell: (row) => row.period },
  {
    id: 'waiting',
    header: 'Days without a valuation',
    cell: (row) =>
      row.waitingDays === 0 ? (
        'None'
      ) : (
        <Badge tone="warn" title="No fee is calculated for these days yet. A later invoice charges them">
          {daysText(row.waitingDays)}
        </Badge>
      ),
    phone: 'figure',
  },
  { id: 'amount', header: 'Amount', cell: (row) => <Dollars value={row.amount} />, align: 'end', phone: 'figure' },
];
const empty = {
  title: 'Nothing to invoice',
  text: 'Management fees appear after each month, performance fees after each crystallisation.',
};

/** What would be invoiced now, and the order to do it. */
export function FundFeesPage() {
  const [seen, setSeen] = useState<FundDryRunWire | null>(null);
  const query = useQuery({
    queryKey: [DRY_RUN_QUERY],
    queryFn: ({ signal }) => fetchData<FundDryRunWire>(DRY_RUN_PATH, { signal }),
    refetchInterval: ({ state }) => refreshOf(state.data),
  });
  const { data: run } = query;
  return (
    <Screen
      title="Fund fees"
      intro="Fees of completed periods that are not invoiced yet. Invoices are issued when you order them."
      actions={
        run !== undefined &&
        run.count > 0 && (
          <Allowed to="fund.invoice">
            <Button look="primary" disabled={isRunning(run)} onClick={() => setSeen(run)}>
              {`Issue ${invoicesText(run.count)} for ${dollars(run.total)}…`}
            </Button>
          </Allowed>
        )
      }
    >
      <Grid>
        <LoadedCard title="To be invoiced" span={6} query={query} failed="The invoices could not be calculated" height={96}>
          {({ count: invoices, total, clients }) => (
            <Facts>
              <Fact name="Invoices" value={count(invoices)} />
              <Fact name="Total" value={<Dollars value={total} />} />
              <Fact name="Clients" value={count(clients)} />
            </Facts>
          )}
        </LoadedCard>
        <LoadedCard title="Last order" span={6} query={query} failed="The last order could not be loaded" height={96}>
          {(shown) => <LastOrder order={shown.lastOrder} left={shown.count} none="No invoices of the fund have been ordered yet." />}
        </LoadedCard>
        <Card title="Invoices" span={12} flush>
          <DataTable
            caption="Invoices to be issued"
            columns={columns}
            rows={run?.rows}
            rowKey={({ id }) => id}
            error={query.error}
            onRetry={() => void query.refetch()}
            empty={empty}
          />
        </Card>
        {run && run.rows.length < run.count && <p>{`The first ${count(run.rows.length)} of ${count(run.count)} invoices are listed.`}</p>}
      </Grid>
      {seen && (
        <IssueDialog
          seen={seen}
          recipients={seen.clients === 1 ? 'One client gets' : `${seen.clients} clients get`}
          path={DRY_RUN_PATH}
          lists={[DRY_RUN_QUERY, 'fund-mandates', 'fund-book']}
          onClose={() => setSeen(null)}
        />
      )}
    </Screen>
  );
}
