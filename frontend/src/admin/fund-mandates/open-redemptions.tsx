import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import type { OpenRedemptionsWire } from '../../lib/wire/types';
import { RedemptionBadge } from './mandate-words';

type Row = OpenRedemptionsWire['rows'][number];

const columns: readonly Column<Row>[] = [
  { id: 'day', header: 'Dealing day', cell: (row) => day(row.dealingDay), phone: 'title' },
  {
    id: 'client',
    header: 'Client',
    cell: (row) => <Link to={consolePaths.fundMandate(row.mandateId)}>{row.fullName}</Link>,
    phone: 'title',
  },
  { id: 'state', header: 'State', cell: (row) => <RedemptionBadge state={row.state} />, wrap: true },
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
    cell: (row) => <Dollars value={row.amount} unknown="Known on the dealing day" />,
    align: 'end',
    phone: 'figure',
  },
];

/** Redemptions that wait for something, by dealing day. */
export function OpenRedemptions() {
  const { data, error, refetch } = useQuery({
    queryKey: ['fund-redemptions'],
    queryFn: ({ signal }) => fetchData<OpenRedemptionsWire>('/admin/fund-redemptions', { signal }),
  });
  const isCut = data !== undefined && data.count > data.rows.length;
  return (
    <Card title={isCut ? `Open redemptions: the first ${data.rows.length} of ${data.count}` : 'Open redemptions'} span={12} flush>
      <DataTable
        caption="Open redemptions"
        columns={columns}
        rows={data?.rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: 'No open redemptions', text: 'Requests appear here until they are settled or cancelled.' }}
      />
    </Card>
  );
}
