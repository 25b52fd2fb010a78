import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { SiteSectionWire } from '../../lib/wire/types';
import { ListScreen } from '../list/list-screen';
import { StateBadge } from '../state-badge';
import { nameOf } from './section-texts';
import { stateOf } from './section-words';

const columns: readonly Column<SiteSectionWire>[] = [
  {
    id: 'section',
    header: 'Section',
    cell: (row) => <Link to={consolePaths.siteSection(row.id)}>{nameOf(row.id)}</Link>,
    wrap: true,
    phone: 'title',
  },
  { id: 'state', header: 'State', cell: (row) => <StateBadge of={stateOf(row)} />, phone: 'title' },
  {
    id: 'published',
    header: 'Published',
    cell: (row) =>
      row.publishedAt === null ? <span title="Visitors read the initial content">–</span> : <Moment at={row.publishedAt} relative />,
    phone: 'figure',
  },
  {
    id: 'drafted',
    header: 'Draft saved',
    cell: (row) => (row.draftedAt === null ? <span title="There is no draft">–</span> : <Moment at={row.draftedAt} relative />),
    phone: 'figure',
  },
];

/** The sections of the landing page that the console edits. */
export function SectionList() {
  return (
    <ListScreen
      title="Site content"
      intro="Sections of the public landing page. Visitors see a change after you publish it."
      resource="site-sections"
      columns={columns}
      cardsBelow={800}
      empty={{ title: 'No sections', text: 'Sections that can be edited appear here.' }}
    />
  );
}
