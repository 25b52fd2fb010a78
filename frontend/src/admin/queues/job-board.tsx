import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Notice } from '../../components/feedback/notice';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchData } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import { duration } from '../../lib/format/duration';
import type { JobKindWire, OutboxBacklogWire, QueueOverviewWire } from '../../lib/wire/types';
import styles from './queues.module.css';

const WATCH_MILLISECONDS = 5000;

const failedOf = (job: string) => `${consolePaths.queues}?${new URLSearchParams({ tab: 'failed-jobs', job })}`;

const jobColumns: readonly Column<JobKindWire>[] = [
  {
    id: 'job',
    header: 'Job',
    cell: (row) => (
      <span className={styles.twoLines}>
        <strong>{row.job}</strong>
        <span>
          {row.everySeconds === null ? `queue ${row.queue || 'not known'}` : `queue ${row.queue}, every ${duration(row.everySeconds)}`}
        </span>
      </span>
    ),
    phone: 'title',
  },
  { id: 'waiting', header: 'Waiting', cell: (row) => count(row.waiting), align: 'end', phone: 'figure' },
  { id: 'active', header: 'Active', cell: (row) => count(row.active), align: 'end' },
  { id: 'delayed', header: 'Delayed', cell: (row) => count(row.delayed), align: 'end' },
  {
    id: 'failed',
    header: 'Failed',
    cell: (row) =>
      row.failed === 0 ? (
        '0'
      ) : (
        <Link to={failedOf(row.job)} aria-label={`${count(row.failed)} failed jobs ${row.job}`}>
          <Badge tone="down">{count(row.failed)}</Badge>
        </Link>
      ),
    align: 'end',
    phone: 'figure',
  },
  { id: 'done', header: 'Completed, 24 h', cell: (row) => count(row.done), align: 'end' },
  { id: 'tries', header: 'Failed attempts, 24 h', cell: (row) => count(row.failedTries), align: 'end' },
  { id: 'last', header: 'Last completed', cell: (row) => <Moment at={row.doneAt} relative /> },
  { id: 'failure', header: 'Last failure', cell: (row) => <LastFailure row={row} />, wrap: true },
];

function LastFailure({ row }: { row: JobKindWire }) {
  if (row.failedAt === null) return <span className={styles.none}>None</span>;
  return (
    <span className={styles.failure}>
      <span className={styles.none}>
        <Moment at={row.failedAt} relative />
      </span>
      {row.failure && <span className={styles.words}>{row.failure}</span>}
    </span>
  );
}

const outboxColumns: readonly Column<OutboxBacklogWire>[] = [
  { id: 'kind', header: 'Kind', cell: (row) => <strong>{row.kind}</strong>, phone: 'title' },
  { id: 'waiting', header: 'Waiting', cell: (row) => count(row.waiting), align: 'end', phone: 'figure' },
  { id: 'sending', header: 'In progress', cell: (row) => count(row.sending), align: 'end' },
  {
    id: 'dead',
    header: 'Given up',
    cell: (row) =>
      row.dead === 0 ? (
        '0'
      ) : (
        <Link
          to={`${consolePaths.queues}?${new URLSearchParams({ tab: 'dead-letters', kind: row.kind })}`}
          aria-label={`${count(row.dead)} given up, ${row.kind}`}
        >
          <Badge tone="down">{count(row.dead)}</Badge>
        </Link>
      ),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'oldest',
    header: 'Oldest since',
    cell: (row) => (row.oldestAt === null ? <span title="None waiting">–</span> : <Moment at={row.oldestAt} relative />),
  },
  { id: 'lag', header: 'Overdue by', cell: (row) => duration(row.lagSeconds), align: 'end' },
];

/** Each kind of job by what stands in the queue and what became of it, and what has not left the outbox. */
export function JobBoard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'queues'],
    queryFn: ({ signal }) => fetchData<QueueOverviewWire>('/admin/operations/queues', { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });
  return (
    <>
      {data?.complete === false && (
        <div className={styles.notice}>
          <Notice kind="warn" title="The queues hold more jobs than are counted here">
            The figures for waiting, active, delayed and failed are minimums.
          </Notice>
        </div>
      )}
      <DataTable
        caption="Jobs by kind"
        columns={jobColumns}
        rows={data?.jobs}
        rowKey={(row) => row.job}
        error={error}
        onRetry={() => void refetch()}
        cardsBelow={1280}
        empty={{ title: 'No jobs yet', text: 'They appear here once a worker has started.' }}
      />
      {data !== undefined && (
        <section className={styles.section} aria-labelledby="outbox">
          <h2 id="outbox">Outbox</h2>
          <p className={styles.none}>
            Emails and other effects waiting to be sent. Queues are stored in {data.store === 'redis' ? 'Redis' : 'PostgreSQL'}.
          </p>
          <DataTable
            caption="Outbox by kind"
            columns={outboxColumns}
            rows={data.outbox}
            rowKey={(row) => row.kind}
            empty={{ title: 'Nothing pending', text: 'All messages have been sent.' }}
          />
        </section>
      )}
    </>
  );
}
