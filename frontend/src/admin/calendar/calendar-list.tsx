import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SortParam } from '../../lib/use-page-params';
import type { CalendarRecordWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { audienceWords, kindWords, placesOf, stateWords } from './calendar-words';

const sorts: readonly SortParam[] = [
  { by: 'startsAt', order: 'desc' },
  { by: 'updatedAt', order: 'desc' },
  { by: 'title', order: 'asc' },
];
const filters = [
  searchFilter('Search titles'),
  choiceFilter('state', 'State', statesAsOptions(stateWords)),
  choiceFilter('kind', 'Kind', Object.entries(kindWords)),
  choiceFilter('audience', 'Audience', [
    ['members', audienceWords.members.label],
    ['public', audienceWords.public.label],
  ]),
];

const columns: readonly Column<CalendarRecordWire>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: (row) => (
      <Link to={consolePaths.calendarEvent(row.id)} dir="auto">
        {row.title}
      </Link>
    ),
    wrap: true,
    phone: 'title',
    sort: 'title',
  },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={stateWords[row.state]} />, phone: 'title' },
  { id: 'starts', header: 'Start', cell: (row) => <Moment at={row.startsAt} />, sort: 'startsAt', phone: 'figure' },
  { id: 'kind', header: 'Kind', cell: (row) => kindWords[row.kind] },
  { id: 'audience', header: 'Audience', cell: (row) => audienceWords[row.audience].label },
  {
    id: 'signups',
    header: 'Signed up',
    cell: (row) => placesOf(row) ?? <span title="Deleted 90 days after the end">–</span>,
    align: 'end',
    phone: 'figure',
  },
  { id: 'updated', header: 'Changed', cell: (row) => <Moment at={row.updatedAt} relative />, sort: 'updatedAt' },
];

const newEvent = (
  <Allowed to="calendar.publish">
    <Link to={consolePaths.newCalendarEvent} className={buttonClass({ look: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      New event
    </Link>
  </Allowed>
);

/** Every event, in whatever state. */
export function CalendarList() {
  return (
    <ListScreen
      title="Events"
      intro="Webinars, live sessions and meetings for members and the public, latest start first."
      buttons={newEvent}
      resource="calendar"
      columns={columns}
      filters={filters}
      sorts={sorts}
      cardsBelow={1024}
      empty={{
        title: 'No events yet',
        text: 'Drafts, published and cancelled events appear here.',
        filtered: { title: 'No event matches', text: 'Try another word, state, kind or audience.' },
      }}
    />
  );
}
