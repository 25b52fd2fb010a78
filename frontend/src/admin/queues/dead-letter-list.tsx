import { Link, useSearchParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { SortParam } from '../../lib/use-page-params';
import type { DeadLetterWire } from '../../lib/wire/types';
import { SearchField, useSearched } from '../search-field';
import { OnlyOneKind } from './only-one-kind';
import styles from './queues.module.css';
import { SetAsideList } from './set-aside-list';

const sorts: readonly SortParam[] = [
  { by: 'deadAt', order: 'desc' },
  { by: 'createdAt', order: 'desc' },
  { by: 'kind', order: 'asc' },
];

const whatIs = (row: DeadLetterWire) => row.letter?.replaceAll('-', ' ') ?? row.kind;

const columns: readonly Column<DeadLetterWire>[] = [
  {
    id: 'what',
    header: 'Email or effect',
    sort: 'kind',
    cell: (row) => (
      <span className={styles.twoLines}>
        <strong>{whatIs(row)}</strong>
        {row.letter !== null && <span>{row.kind}</span>}
      </span>
    ),
    phone: 'title',
  },
  { id: 'to', header: 'To', cell: (row) => <Recipient row={row} />, wrap: true },
  { id: 'dead', header: 'Given up', sort: 'deadAt', cell: (row) => <Moment at={row.deadAt} relative />, phone: 'figure' },
  { id: 'created', header: 'Written', sort: 'createdAt', cell: (row) => <Moment at={row.createdAt} relative /> },
  { id: 'attempts', header: 'Tries', cell: (row) => count(row.attempts), align: 'end', phone: 'figure' },
  { id: 'error', header: 'Why', cell: (row) => <span className={styles.words}>{row.error || 'No reason given'}</span>, wrap: true },
];

function Recipient({ row }: { row: DeadLetterWire }) {
  if (row.address === null) return <span className={styles.none}>Not an email</span>;
  return row.userId === null ? <>{row.address}</> : <Link to={consolePaths.user(row.userId)}>{row.address}</Link>;
}

/** Mails and other effects that the outbox has given up. */
export function DeadLetterList() {
  const q = useSearched();
  const kind = useSearchParams()[0].get('kind') ?? '';
  return (
    <>
      <div className={styles.bar}>
        <SearchField label="Search email, address or reason" />
        <OnlyOneKind name="kind" />
      </div>
      <SetAsideList
        resource="dead-letters"
        caption="Dead letters"
        one="dead letter"
        nameOf={(row: DeadLetterWire) => (row.address === null ? whatIs(row) : `${whatIs(row)} to ${row.address}`)}
        columns={columns}
        sorts={sorts}
        filter={{ ...(q && { q }), ...(kind && { kind }) }}
        empty={
          q || kind
            ? { title: 'No dead letter matches', text: 'Clear the search or the filter to see all.' }
            : { title: 'No dead letters', text: 'Emails that the mail server rejects permanently, or for two days, appear here.' }
        }
      />
    </>
  );
}
