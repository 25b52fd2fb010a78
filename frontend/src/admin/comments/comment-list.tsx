import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SortParam } from '../../lib/use-page-params';
import type { ModeratedCommentWire } from '../../lib/wire/types';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { stateWords } from './comment-words';
import styles from './comments.module.css';

const MAX_SHOWN = 140;

const sorts: readonly SortParam[] = [
  { by: 'createdAt', order: 'desc' },
  { by: 'reportedAt', order: 'asc' },
];
const filters = [
  searchFilter('Search texts'),
  choiceFilter('reports', 'Reports', [['open', 'Reported']]),
  choiceFilter('state', 'State', statesAsOptions(stateWords)),
];

/** The beginning of a text; a dash where it was deleted. */
export const excerptOf = ({ text }: ModeratedCommentWire): string =>
  text === null ? '–' : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

const columns: readonly Column<ModeratedCommentWire>[] = [
  {
    id: 'text',
    header: 'Comment',
    cell: (row) => (
      <Link to={consolePaths.comment(row.id)} dir="auto" className={styles.text}>
        {row.text === null ? 'Deleted text' : excerptOf(row)}
      </Link>
    ),
    wrap: true,
    phone: 'title',
  },
  { id: 'author', header: 'Author', cell: (row) => <Author comment={row} /> },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={stateWords[row.state]} /> },
  {
    id: 'reports',
    header: 'Open reports',
    cell: (row) => (row.openReports === 0 ? <span title="No open reports">–</span> : row.openReports),
    align: 'end',
  },
  {
    id: 'reported',
    header: 'Reported',
    cell: (row) => (row.reportedAt === null ? <span title="No open reports">–</span> : <Moment at={row.reportedAt} relative />),
    sort: 'reportedAt',
  },
  {
    id: 'subject',
    header: 'On',
    cell: (row) => <span dir="auto">{row.subjectTitle ?? <span title="No longer available">–</span>}</span>,
    wrap: true,
  },
  { id: 'created', header: 'Written', cell: (row) => <Moment at={row.createdAt} relative />, sort: 'createdAt' },
];

export function Author({ comment: { author } }: { comment: ModeratedCommentWire }) {
  if (author === null) return <span>Deleted member</span>;
  return <span translate="no">{author.displayName ?? '–'}</span>;
}

/** Comments by members and the team. Those that wait for a decision are also in the inbox. */
export function CommentList() {
  return (
    <ListScreen
      title="Comments"
      intro="Comments on analyses and signals, newest first. Filter by reports to see what waits for a decision."
      resource="comments"
      columns={columns}
      filters={filters}
      sorts={sorts}
      cardsBelow={1280}
      empty={{
        title: 'No comments yet',
        text: 'Comments on analyses and signals appear here.',
        filtered: { title: 'No comment matches', text: 'Try another word or state, or clear the filters.' },
      }}
    />
  );
}
