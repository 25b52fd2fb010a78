import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SortParam } from '../../lib/use-page-params';
import type { AnalysisRecordWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { audienceWords, stateWords } from './post-words';

const sorts: readonly SortParam[] = [
  { by: 'updatedAt', order: 'desc' },
  { by: 'publishedAt', order: 'desc' },
  { by: 'title', order: 'asc' },
];
const filters = [
  searchFilter('Search titles'),
  choiceFilter('state', 'State', statesAsOptions(stateWords)),
  choiceFilter('audience', 'Audience', [
    ['members', audienceWords.members.label],
    ['public', audienceWords.public.label],
  ]),
];

const columns: readonly Column<AnalysisRecordWire>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: (row) => (
      <Link to={consolePaths.analysisPost(row.id)} dir="auto">
        {row.title}
      </Link>
    ),
    wrap: true,
    phone: 'title',
    sort: 'title',
  },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={stateWords[row.state]} />, phone: 'title' },
  { id: 'audience', header: 'Audience', cell: (row) => audienceWords[row.audience].label },
  { id: 'pairs', header: 'Pairs', cell: (row) => <span translate="no">{row.pairs.join(', ') || '–'}</span>, wrap: true },
  {
    id: 'published',
    header: 'Published',
    cell: (row) =>
      row.publishAt !== null ? (
        <>
          Scheduled for <Moment at={row.publishAt} />
        </>
      ) : row.publishedAt === null ? (
        <span title="Not published yet">–</span>
      ) : (
        <Moment at={row.publishedAt} relative />
      ),
    sort: 'publishedAt',
    phone: 'figure',
  },
  { id: 'updated', header: 'Changed', cell: (row) => <Moment at={row.updatedAt} relative />, sort: 'updatedAt', phone: 'figure' },
  { id: 'author', header: 'By', cell: (row) => row.author ?? <span title="Deleted account">–</span>, wrap: true },
];

const newPost = (
  <Allowed to="analysis.publish">
    <Link to={consolePaths.newAnalysis} className={buttonClass({ look: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      Write an analysis
    </Link>
  </Allowed>
);

/** Every analysis, in whatever state. */
export function AnalysisList() {
  return (
    <ListScreen
      title="Market analysis"
      intro="Analyses for members and the public, last changed first."
      buttons={newPost}
      resource="analysis"
      columns={columns}
      filters={filters}
      sorts={sorts}
      cardsBelow={1024}
      empty={{
        title: 'No analyses yet',
        text: 'Drafts, scheduled and published analyses appear here.',
        filtered: { title: 'No analysis matches', text: 'Try another word, state or audience.' },
      }}
    />
  );
}
