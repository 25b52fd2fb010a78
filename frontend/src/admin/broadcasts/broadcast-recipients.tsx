import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import type { SortParam } from '../../lib/use-page-params';
import type { BroadcastRecipientWire } from '../../lib/wire/types';
import { choiceFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import { StateBadge, statesAsOptions } from '../state-badge';
import { statusWords } from './broadcast-words';
import styles from './broadcasts.module.css';

const WATCH_MILLISECONDS = 3000;
const sorts: readonly SortParam[] = [
  { by: 'position', order: 'asc' },
  { by: 'status', order: 'asc' },
];
const filters = [choiceFilter('status', 'Result', statesAsOptions(statusWords))];

const columns: readonly Column<BroadcastRecipientWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden', sort: 'position' },
  { id: 'name', header: 'Name', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, wrap: true, phone: 'title' },
  { id: 'status', header: 'Result', cell: (row) => <StateBadge of={statusWords[row.status]} />, phone: 'title', sort: 'status' },
  { id: 'attempts', header: 'Tries', cell: (row) => count(row.attempts), align: 'end', phone: 'figure' },
  { id: 'sent', header: 'Sent', cell: (row) => <Moment at={row.sentAt} />, phone: 'figure' },
  {
    id: 'answer',
    header: 'What the mail server said',
    cell: (row) => <span className={styles.answer}>{row.lastAnswer ?? '–'}</span>,
    wrap: true,
  },
];

/** What became of each mail. */
export function BroadcastRecipients({ id, underWay }: { id: string; underWay: boolean }) {
  return (
    <Card title="Recipients" flush span={12}>
      <ResourceList
        resource={`broadcasts/${encodeURIComponent(id)}/recipients`}
        storeKey="recipients-of-broadcast"
        caption="Recipients"
        columns={columns}
        filters={filters}
        sorts={sorts}
        cardsBelow={900}
        refresh={() => (underWay ? WATCH_MILLISECONDS : false)}
        empty={{
          title: 'No recipients any more',
          text: 'Whoever got this mail has been erased since.',
          filtered: { title: 'No recipient has this result', text: 'Choose another result, or clear the filter.' },
        }}
      />
    </Card>
  );
}
