import { Link } from 'react-router';
import { useGetList, useGetMany } from 'react-admin';
import { Moment } from '../../components/exchange/figures';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { KycReviewWire, MemberWire, SyncRunWire } from '../../lib/wire/types';
import { SERVER_ORDER } from '../data-provider';
import { KeyBadge } from '../../components/exchange/key-badge';
import { usePendingReviews } from '../kyc-reviews/use-pending-reviews';
import { runColumns } from '../members/sync-runs';
import { useMemberRuns } from '../members/use-member-runs';
import { ExchangeLimits } from './exchange-limits';

const SHOWN = 6;

const reviewColumns: readonly Column<KycReviewWire>[] = [
  { id: 'name', header: 'Name', cell: (row) => <strong>{row.fullName}</strong>, phone: 'title' },
  { id: 'type', header: 'Type', cell: (row) => (row.userType === 'hedge fund' ? 'Hedge fund' : 'Trade club') },
  { id: 'key', header: 'Key check', cell: (row) => <KeyBadge state={row.keyState} />, phone: 'title' },
  { id: 'since', header: 'Waiting since', cell: (row) => <Moment at={row.submittedAt} relative />, align: 'end' },
];

/** What waits for a decision, and whether the syncs run. */
export function StartPage() {
  useMemberRuns();
  const reviews = usePendingReviews(SHOWN);
  const runs = useGetList<SyncRunWire>('sync-runs', { pagination: { page: 1, perPage: SHOWN }, sort: SERVER_ORDER, filter: {} }, { refetchInterval: 10_000 });
  const ids = [...new Set(runs.data?.map((run) => run.userId))];
  const { data: members } = useGetMany<MemberWire>('members', { ids }, { enabled: ids.length > 0 });
  const nameOf = (userId: string) => members?.find((member) => member.id === userId)?.fullName ?? 'Member';
  const columns: readonly Column<SyncRunWire>[] = [
    { id: 'member', header: 'Member', cell: (row) => <Link to={consolePaths.member(row.userId)}>{nameOf(row.userId)}</Link>, phone: 'title' },
    ...runColumns.filter((column) => column.id !== 'finished'),
  ];
  return (
    <Screen title="Dashboard">
      <Grid>
        <Card
          title="Waiting for a decision"
          aside={
            <Link to={consolePaths.kycReviews}>
              {reviews.total ? `Review ${reviews.total}` : 'Pending KYC'}
            </Link>
          }
          flush
          span={12}
        >
          <DataTable
            caption="Waiting for a decision"
            columns={reviewColumns}
            rows={reviews.data}
            rowKey={(row) => row.id}
            error={reviews.error}
            onRetry={() => void reviews.refetch()}
            skeletonRows={3}
            empty={{ title: 'Nothing is waiting', text: 'New submissions appear here as soon as a member sends documents and a key.' }}
          />
        </Card>
        <Card title="Latest syncs" aside={<Link to={consolePaths.members}>All members</Link>} flush span={12}>
          <DataTable
            caption="Latest syncs"
            columns={columns}
            rows={runs.data}
            rowKey={(row) => row.id}
            error={runs.error}
            onRetry={() => void runs.refetch()}
            skeletonRows={3}
            empty={{ title: 'No sync yet', text: 'The first one starts when a member is approved.' }}
          />
        </Card>
        <ExchangeLimits />
      </Grid>
    </Screen>
  );
}
