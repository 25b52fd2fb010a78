import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { duration } from '../../lib/format/duration';
import type { ProcessWire } from '../../lib/wire/types';
import type { SystemCardProps } from './health-card';

const roles: Record<ProcessWire['role'], string> = { api: 'API', worker: 'Worker' };

const columns: readonly Column<ProcessWire>[] = [
  { id: 'role', header: 'Process', cell: (row) => <strong>{roles[row.role]}</strong>, phone: 'title' },
  {
    id: 'state',
    header: 'State',
    cell: (row) =>
      row.alive ? (
        <Badge tone="up">Running</Badge>
      ) : (
        <Badge tone="down" title="No heartbeat for a minute. The process was killed or can’t reach the database.">
          Silent
        </Badge>
      ),
    phone: 'title',
  },
  { id: 'uptime', header: 'Up for', cell: (row) => duration(row.uptimeSeconds), align: 'end', phone: 'figure' },
  { id: 'started', header: 'Started', cell: (row) => <Moment at={row.startedAt} /> },
  { id: 'seen', header: 'Last seen', cell: (row) => <Moment at={row.seenAt} relative />, phone: 'figure' },
  { id: 'host', header: 'Host, process', cell: (row) => `${row.host}, ${row.pid}` },
  { id: 'version', header: 'Version', cell: (row) => `${row.version}, Node ${row.node}` },
];

/** Every process of the product, on whatever machine. */
export function ProcessesCard({ system: { data, error, refetch } }: SystemCardProps) {
  return (
    <Card title="Processes" flush span={12}>
      <DataTable
        caption="Processes"
        columns={columns}
        rows={data?.processes}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        cardsBelow={1024}
        empty={{ title: 'No heartbeat from any process', text: 'Each process sends one every 15 seconds.' }}
      />
    </Card>
  );
}
