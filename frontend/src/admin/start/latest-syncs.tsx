import { useGetList, useGetMany } from 'react-admin';
import { Link } from 'react-router';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { MemberWire, SyncRunWire } from '../../lib/wire/types';
import { SERVER_ORDER } from '../data-provider';
import { runColumns } from '../members/sync-runs';
import { useMemberRuns } from '../members/use-member-runs';

const SHOWN = 6;
const WATCH_MILLISECONDS = 10_000;

/** The runs that began last, whose they are and what came of them. */
export function LatestSyncs() {
  useMemberRuns();
  const runs = useGetList<SyncRunWire>(
    'sync-runs',
    { pagination: { page: 1, perPage: SHOWN }, sort: SERVER_ORDER, filter: {} },
    { refetchInterval: WATCH_MILLISECONDS },
  );
  const ids = [...new Set(runs.data?.map((run) => run.userId))];
  const { data: members } = useGetMany<MemberWire>('members', { ids }, { enabled: ids.length > 0 });
  const nameOf = (userId: string) => members?.find((member) => member.id === userId)?.fullName ?? 'Member';
  const columns: readonly Column<SyncRunWire>[] = [
    {
      id: 'member',
      header: 'Member',
      cell: (row) => <Link to={consolePaths.member(row.userId)}>{nameOf(row.userId)}</Link>,
      phone: 'title',
    },
    ...runColumns.filter((column) => column.id !== 'finished'),
  ];
  return (
    <Card title="Latest syncs" aside={<Link to={consolePaths.members}>All members</Link>} flush span={12}>
      <DataTable
        caption="Latest syncs"
        columns={columns}
        rows={runs.data}
        rowKey={(row) => row.id}
        error={runs.error}
        onRetry={() => void runs.refetch()}
        skeletonRows={3}
        empty={{ title: 'No sync yet', text: 'The first sync starts when a member is approved.' }}
      />
    </Card>
  );
}
