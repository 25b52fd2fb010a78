import { useSearchParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import type { Column } from '../../components/table/data-table';
import { count } from '../../lib/format/decimal';
import type { SortParam } from '../../lib/use-page-params';
import type { FailedJobWire } from '../../lib/wire/types';
import { SearchField, useSearched } from '../search-field';
import { OnlyOneKind } from './only-one-kind';
import styles from './queues.module.css';
import { SetAsideList } from './set-aside-list';

const sorts: readonly SortParam[] = [
  { by: 'failedAt', order: 'desc' },
  { by: 'addedAt', order: 'desc' },
  { by: 'job', order: 'asc' },
];

const columns: readonly Column<FailedJobWire>[] = [
  {
    id: 'job',
    header: 'Job',
    sort: 'job',
    cell: (row) => (
      <span className={styles.twoLines}>
        <strong>{row.job}</strong>
        <span>{`queue ${row.queue}`}</span>
      </span>
    ),
    phone: 'title',
  },
  { id: 'failed', header: 'Failed', sort: 'failedAt', cell: (row) => <Moment at={row.failedAt} relative />, phone: 'figure' },
  { id: 'added', header: 'Queued', sort: 'addedAt', cell: (row) => <Moment at={row.addedAt} relative /> },
  { id: 'attempts', header: 'Tries', cell: (row) => count(row.attempts), align: 'end', phone: 'figure' },
  { id: 'failure', header: 'Why', cell: (row) => <span className={styles.words}>{row.failure || 'No reason given'}</span>, wrap: true },
];

/** Jobs whose last try failed. */
export function FailedJobList() {
  const q = useSearched();
  const job = useSearchParams()[0].get('job') ?? '';
  return (
    <>
      <div className={styles.bar}>
        <SearchField label="Search job or failure" />
        <OnlyOneKind name="job" />
      </div>
      <SetAsideList
        resource="failed-jobs"
        caption="Failed jobs"
        one="failed job"
        nameOf={(row: FailedJobWire) => row.job}
        columns={columns}
        sorts={sorts}
        filter={{ ...(q && { q }), ...(job && { job }) }}
        empty={
          q || job
            ? { title: 'No failed job matches', text: 'Clear the search or the filter to see all.' }
            : { title: 'No job has failed', text: 'Jobs whose last attempt failed are kept here for two weeks.' }
        }
      />
    </>
  );
}
