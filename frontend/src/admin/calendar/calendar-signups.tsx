import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SortParam } from '../../lib/use-page-params';
import type { CalendarRecordWire, CalendarSignupWire } from '../../lib/wire/types';
import { ResourceList } from '../list/resource-list';

const sorts: readonly SortParam[] = [{ by: 'signedUpAt', order: 'desc' }];
const EMPTY = { title: 'Nobody has signed up yet', text: 'Members who sign up appear here.' };

const columns: readonly Column<CalendarSignupWire>[] = [
  { id: 'name', header: 'Name', cell: (row) => <Link to={consolePaths.user(row.id)}>{row.name}</Link>, wrap: true, phone: 'title' },
  { id: 'membership', header: 'Membership', cell: (row) => (row.membership === 'hedge fund' ? 'Hedge fund' : 'Trade club') },
  { id: 'at', header: 'Signed up', cell: (row) => <Moment at={row.signedUpAt} />, sort: 'signedUpAt', phone: 'figure' },
  {
    id: 'told',
    header: 'Gets reminders',
    cell: (row) => (row.isTold ? 'Yes' : <span title="The membership or the account has ended">No</span>),
    phone: 'figure',
  },
];

/** The members who signed up for an event. */
export function CalendarSignups({ event: { id, revision } }: { event: CalendarRecordWire }) {
  return (
    <Card title="Signed up" span={12} flush>
      <ResourceList<CalendarSignupWire>
        key={revision}
        resource={`calendar/${encodeURIComponent(id)}/signups`}
        storeKey="calendar.signups"
        caption="Members who signed up"
        columns={columns}
        sorts={sorts}
        empty={EMPTY}
      />
    </Card>
  );
}
