import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { messageOf } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import type { ErasureReviewWire, PermissionWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { useUnknownDeliveries } from '../deliveries/use-unknown-deliveries';
import { usePendingReviews } from '../kyc-reviews/use-pending-reviews';
import { filteredList } from '../list/filtered-list';
import { usePendingPayments } from '../payments/use-pending-payments';

const WATCH_MILLISECONDS = 60_000;

interface Waiting {
  needs: PermissionWire;
  id: string;
  label: string;
  to: string;
  /** Undefined while it is not known yet. */
  total: number | undefined;
  oldest: string | null;
  error: unknown;
}

const columns: readonly Column<Waiting>[] = [
  { id: 'what', header: 'What', cell: (row) => <Link to={row.to}>{row.label}</Link>, phone: 'title' },
  { id: 'count', header: 'Waiting', cell: (row) => <HowMany row={row} />, align: 'end', phone: 'figure' },
  {
    id: 'oldest',
    header: 'Oldest since',
    cell: (row) =>
      row.total === undefined ? (
        <Skeleton width={80} />
      ) : row.oldest === null ? (
        <span title="Nothing is waiting">–</span>
      ) : (
        <Moment at={row.oldest} relative />
      ),
    align: 'end',
    phone: 'figure',
  },
];

function HowMany({ row }: { row: Waiting }) {
  if (row.total !== undefined) return <strong>{count(row.total)}</strong>;
  return row.error == null ? <Skeleton width={32} /> : <span title={messageOf(row.error)}>Not known</span>;
}

/** What only an admin can end; the figures are the totals of the lists themselves. */
export function WaitingCard() {
  const may = useMay();
  const reviews = usePendingReviews(1, may('kyc.read'));
  const payments = usePendingPayments(1, may('payments.read'));
  const erasures = useGetList<ErasureReviewWire>(
    'erasure-requests',
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'requestedAt', order: 'ASC' }, filter: { state: 'restricted' } },
    { enabled: may('erasure.read'), refetchInterval: WATCH_MILLISECONDS },
  );
  const deliveries = useUnknownDeliveries(1, may('system.read'));
  const rows: Waiting[] = [
    {
      needs: 'kyc.read',
      id: 'kyc',
      label: 'Pending KYC',
      to: consolePaths.kycReviews,
      total: reviews.total,
      oldest: reviews.data?.[0]?.submittedAt ?? null,
      error: reviews.error,
    },
    {
      needs: 'payments.read',
      id: 'payments',
      label: 'Pending payments',
      to: consolePaths.payments,
      total: payments.total,
      oldest: payments.data?.[0]?.submittedAt ?? null,
      error: payments.error,
    },
    {
      needs: 'erasure.read',
      id: 'erasure',
      label: 'Erasure requests',
      to: filteredList(consolePaths.erasureRequests, { state: 'restricted' }),
      total: erasures.total,
      oldest: erasures.data?.[0]?.requestedAt ?? null,
      error: erasures.error,
    },
    {
      needs: 'system.read',
      id: 'deliveries',
      label: 'Messages with unknown outcome',
      to: filteredList(consolePaths.deliveries, { result: 'unknown' }),
      total: deliveries.total,
      oldest: deliveries.data?.[0]?.updatedAt ?? null,
      error: deliveries.error,
    },
  ];
  return (
    <Card title="Waiting for a decision" flush span={6}>
      <DataTable
        caption="Waiting for a decision"
        columns={columns}
        rows={rows.filter(({ needs }) => may(needs))}
        rowKey={(row) => row.id}
        empty={{ title: 'Nothing is waiting' }}
      />
    </Card>
  );
}
