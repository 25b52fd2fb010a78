import { useQuery } from '@tanstack/react-query';
import { utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import { Badge } from '../../components/feedback/badge';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { fetchData } from '../../lib/api';
import type { ExchangeLimitWire } from '../../lib/wire/types';

const WATCH_MILLISECONDS = 10_000;

/** The venue's counters, as an admin would call them. */
const scopeName = (scope: string) => (scope === '*' ? 'Our address' : scope.replace(/^sapi-uid:[^:]*:/, 'an account: '));

const columns: readonly Column<ExchangeLimitWire>[] = [
  { id: 'venue', header: 'Exchange', cell: (row) => <strong>{row.venue}</strong>, phone: 'title' },
  { id: 'scope', header: 'Counter', cell: (row) => scopeName(row.scope), phone: 'title' },
  {
    id: 'used',
    header: 'Used in this window',
    cell: (row) => (row.limit === 0 ? '–' : `${count(row.used)} of ${count(row.limit)}`),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) =>
      row.closedUntil === null ? (
        <Badge tone="up">Open</Badge>
      ) : (
        <Badge
          tone={row.reason === 'address' ? 'down' : 'warn'}
        >{`${row.reason === 'address' ? 'Blocked' : 'Closed'} until ${utc(row.closedUntil)}`}</Badge>
      ),
    phone: 'figure',
  },
];

/** How much of the exchanges' limits is used, and what they have closed for us. */
export function ExchangeLimits() {
  const { data, error, refetch } = useQuery({
    queryKey: ['exchange-limits'],
    queryFn: ({ signal }) => fetchData<ExchangeLimitWire[]>('/admin/exchange-limits', { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });
  return (
    <Card title="Exchange limits" flush span={12}>
      <DataTable
        caption="Exchange limits"
        columns={columns}
        rows={data}
        rowKey={(row) => `${row.venue} ${row.scope}`}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={{
          title: 'No recent requests',
          text: 'The exchanges’ usage counters appear here while accounts are synced.',
        }}
      />
    </Card>
  );
}
