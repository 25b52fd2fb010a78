import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { SortParam } from '../../lib/use-page-params';
import type { BroadcastRecipientWire } from '../../lib/wire/types';
import { choiceFilter } from '../list/filters';
import { ExportButton } from '../list/export-button';
import { ResourceList } from '../list/resource-list';
import { StateBadge, statesAsOptions } from '../state-badge';
import { statusWords } from './broadcast-words';
import styles from './broadcasts.module.css';

const WATCH_MILLISECONDS = 3000;
const sorts: readonly SortParam[] = [
  { by: 'position', order: 'asc' },
  { by: 'status', order: 'asc' },
];
const filters = [
  choiceFilter('status', 'Result', statesAsOptions({ ...statusWords, unsubscribed: { tone: 'warn', words: 'Unsubscribed' } })),
];

const columns: readonly Column<BroadcastRecipientWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden', sort: 'position' },
  { id: 'name', header: 'Name', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, wrap: true, phone: 'title' },
  { id: 'status', header: 'Result', cell: (row) => <StateBadge of={statusWords[row.status]} />, phone: 'title', sort: 'status' },
  {
    id: 'held',
    header: 'Held until',
    cell: (row) => (row.heldUntil === null ? <span title="Not held">–</span> : <Moment at={row.heldUntil} />),
  },
  {
    id: 'unsubscribed',
    header: 'Unsubscribed',
    cell: (row) => (row.unsubscribedAt === null ? <span title="Not through this email">–</span> : <Moment at={row.unsubscribedAt} />),
  },
  { id: 'attempts', header: 'Tries', cell: (row) => count(row.attempts), align: 'end', phone: 'figure' },
  { id: 'sent', header: 'Sent', cell: (row) => <Moment at={row.sentAt} />, phone: 'figure' },
  {
    id: 'answer',
    header: 'Reason',
    cell: (row) => <span className={styles.answer}>{row.lastAnswer ?? '–'}</span>,
    wrap: true,
  },
];

/** What became of each mail. */
export function BroadcastRecipients({ id, underWay, isPlanned }: { id: string; underWay: boolean; isPlanned: boolean }) {
  return (
    <Card title="Recipients" flush span={12}>
      <ResourceList
        resource={`broadcasts/${encodeURIComponent(id)}/recipients`}
        storeKey="recipients-of-broadcast"
        caption="Recipients"
        columns={columns}
        filters={filters}
        sorts={sorts}
        cardsBelow={1100}
        actions={<ExportButton path={`/admin/broadcasts/${encodeURIComponent(id)}/recipients.csv`} needs="users.export" />}
        refresh={() => (underWay ? WATCH_MILLISECONDS : false)}
        empty={{
          ...(isPlanned
            ? { title: 'No recipients yet', text: 'The recipients are determined when the broadcast starts.' }
            : { title: 'No recipients left', text: 'All recipients of this email have been erased since.' }),
          filtered: { title: 'No recipient has this result', text: 'Choose another result or clear the filter.' },
        }}
      />
    </Card>
  );
}
