import { useGetList } from 'react-admin';
import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { count } from '../../lib/format/decimal';
import type { SyncRunWire } from '../../lib/wire/types';
import { SERVER_ORDER } from '../data-provider';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { t } from '../../lib/i18n/texts';
import styles from './sync-runs.module.css';

const WATCH_MILLISECONDS = 2000;
const SHOWN = 5;
const triggers: Record<SyncRunWire['trigger'], string> = { approval: 'Approval', schedule: 'Schedule', demand: 'On demand' };

const written = (rows: SyncRunWire['rows']) => Object.values(rows).reduce((sum, value) => sum + value, 0);
const byDataSet = (rows: SyncRunWire['rows']) =>
  Object.entries(rows)
    .map(([name, value]) => `${name.replaceAll('-', ' ')}: ${count(value)}`)
    .join('\n');

export const runColumns: readonly Column<SyncRunWire>[] = [
  { id: 'state', header: 'State', cell: (row) => <SyncBadge state={row.state} reason={row.error} />, phone: 'title' },
  { id: 'kind', header: 'Kind', cell: (row) => <Kind kind={row.kind} />, phone: 'title' },
  { id: 'trigger', header: 'Started by', cell: (row) => triggers[row.trigger] },
  { id: 'started', header: 'Started', cell: (row) => <Moment at={row.startedAt} relative /> },
  { id: 'finished', header: 'Finished', cell: (row) => <Moment at={row.finishedAt} relative /> },
  {
    id: 'rows',
    header: 'Rows written',
    cell: (row) => <span title={byDataSet(row.rows)}>{count(written(row.rows))}</span>,
    align: 'end',
    phone: 'figure',
  },
  { id: 'notes', header: 'Notes', cell: (row) => <Notes run={row} />, wrap: true },
];

function Kind({ kind }: Pick<SyncRunWire, 'kind'>) {
  if (kind === null) return <span title="Determined when the run starts">–</span>;
  return <span title={t(`exchange.run.${kind}.meaning`)}>{t(`exchange.run.${kind}.name`)}</span>;
}

/** What a run could not do, in its own words. */
function Notes({ run }: { run: SyncRunWire }) {
  if (run.error) return <span className={styles.error}>{run.error}</span>;
  if (run.warnings.length === 0) return <>–</>;
  return (
    <details className={styles.warnings}>
      <summary>
        {count(run.warnings.length)} {run.warnings.length === 1 ? 'warning' : 'warnings'}
      </summary>
      <ul>
        {run.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

/** The latest runs for one member. */
export function SyncRuns({ userId }: { userId: string }) {
  const { data, error, refetch } = useGetList<SyncRunWire>(
    'sync-runs',
    { pagination: { page: 1, perPage: SHOWN }, sort: SERVER_ORDER, filter: { userId } },
    { refetchInterval: (query) => (query.state.data?.data?.some((run) => isUnderWay(run.state)) ? WATCH_MILLISECONDS : 30_000) },
  );
  return (
    <Card title="Latest syncs" flush span={12}>
      <DataTable
        caption="Latest syncs"
        columns={runColumns}
        rows={data}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={3}
        empty={{ title: 'No sync yet', text: 'The first sync starts when this member’s KYC is approved.' }}
      />
    </Card>
  );
}
