import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SortParam } from '../../lib/use-page-params';
import type { BroadcastWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { AudienceName } from './audience-name';
import { BroadcastProgress } from './broadcast-progress';
import { isUnderWay, kindWords, stateWords } from './broadcast-words';
import styles from './broadcasts.module.css';

const WATCH_MILLISECONDS = 3000;
const sorts: readonly SortParam[] = [
  { by: 'createdAt', order: 'desc' },
  { by: 'state', order: 'asc' },
];
const filters = [searchFilter('Search subject or message'), choiceFilter('state', 'State', statesAsOptions(stateWords))];

const columns: readonly Column<BroadcastWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'subject',
    header: 'Subject',
    cell: (row) => (
      <Link to={consolePaths.broadcast(row.id)} className={styles.subject}>
        {row.subject}
      </Link>
    ),
    wrap: true,
    phone: 'title',
  },
  { id: 'audience', header: 'Audience', cell: (row) => <AudienceName broadcast={row} />, phone: 'figure' },
  { id: 'kind', header: 'Kind', cell: (row) => kindWords[row.kind].label },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={stateWords[row.state]} />, phone: 'title', sort: 'state' },
  {
    id: 'progress',
    header: 'Progress',
    cell: (row) =>
      row.recipientsAt === null ? (
        <>
          Scheduled for <Moment at={row.startsAt} />
        </>
      ) : (
        <BroadcastProgress broadcast={row} />
      ),
  },
  { id: 'created', header: 'Written', cell: (row) => <Moment at={row.createdAt} relative />, phone: 'figure', sort: 'createdAt' },
  { id: 'author', header: 'By', cell: (row) => row.author ?? <span title="Deleted account">–</span>, wrap: true },
];

/** Every broadcast, and how far those are that are being sent. */
export function BroadcastList() {
  return (
    <ListScreen
      title="Broadcasts"
      intro="Emails to members, newest first."
      buttons={
        <Allowed to="broadcasts.send">
          <Link to={consolePaths.newBroadcast} className={buttonClass({ look: 'primary' })}>
            <Plus size={16} aria-hidden="true" />
            Send email
          </Link>
        </Allowed>
      }
      resource="broadcasts"
      columns={columns}
      filters={filters}
      sorts={sorts}
      cardsBelow={1024}
      refresh={(rows) => (rows?.some((row) => isUnderWay(row.state)) ? WATCH_MILLISECONDS : false)}
      empty={{
        title: 'No broadcasts yet',
        text: 'Broadcasts appear here with their progress and results.',
        action: (
          <Allowed to="broadcasts.send">
            <Link to={consolePaths.newBroadcast}>Write a broadcast</Link>
          </Allowed>
        ),
        filtered: { title: 'No broadcast matches', text: 'Try another search term or state.' },
      }}
    />
  );
}
