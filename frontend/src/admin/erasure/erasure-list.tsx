import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import type { SortParam } from '../../lib/use-page-params';
import { useMay } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { StateBadge, statesAsOptions } from '../state-badge';
import { type ErasureReview, states } from './erasure';
import { ErasureDialog } from './erasure-dialog';
import styles from './erasure.module.css';

const sorts: readonly SortParam[] = [
  { by: 'requestedAt', order: 'desc' },
  { by: 'state', order: 'asc' },
];
const filters = [searchFilter('Search name or email'), choiceFilter('state', 'State', statesAsOptions(states))];

const memberships: Record<string, string> = { 'trade club': 'Trade club', 'hedge fund': 'Hedge fund' };

/** The last day to answer, and whether it has passed while nobody did. */
function Due({ request: { state, answerDueAt } }: { request: ErasureReview }) {
  const isLate = state === 'restricted' && Date.parse(answerDueAt) < Date.now();
  return isLate ? (
    <Badge tone="down" title="The law gives one month">
      Overdue since {day(answerDueAt)}
    </Badge>
  ) : (
    <>{day(answerDueAt)}</>
  );
}

/** Members who asked to be erased: what is kept and why, and the answer. */
export function ErasureList() {
  const [openId, setOpenId] = useState<string | null>(null);
  const mayDecide = useMay()('erasure.decide');
  const isToAnswer = ({ may }: ErasureReview) => mayDecide && may.length > 0;
  const columns: readonly Column<ErasureReview>[] = [
    { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className={styles.person}>
          <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>
          <span title={row.email}>{row.email}</span>
        </span>
      ),
      phone: 'title',
    },
    { id: 'membership', header: 'Membership', cell: (row) => memberships[row.membership] ?? row.membership },
    { id: 'asked', header: 'Asked', cell: (row) => <Moment at={row.requestedAt} />, sort: 'requestedAt', phone: 'figure' },
    { id: 'due', header: 'Due', cell: (row) => <Due request={row} />, phone: 'figure' },
    { id: 'state', header: 'State', cell: (row) => <StateBadge of={states[row.state]} />, sort: 'state', phone: 'title' },
    { id: 'ended', header: 'Answered', cell: (row) => <Moment at={row.endedAt} /> },
    {
      id: 'action',
      header: 'Action',
      cell: (row) => (
        <Button
          size="small"
          look={isToAnswer(row) ? 'primary' : 'secondary'}
          aria-label={`${isToAnswer(row) ? 'Answer' : 'Open'} ${row.fullName}`}
          onClick={() => setOpenId(row.id)}
        >
          {isToAnswer(row) ? 'Answer' : 'Open'}
        </Button>
      ),
      align: 'end',
      phone: 'actions',
    },
  ];
  return (
    <>
      <ListScreen
        title="Erasure requests"
        intro="Members who requested erasure. The law requires an answer within one month."
        resource="erasure-requests"
        columns={columns}
        filters={filters}
        sorts={sorts}
        empty={{
          title: 'No erasure requests',
          text: 'Requests appear here once members confirm them.',
          filtered: { title: 'No request matches', text: 'Try another filter or search term.' },
        }}
      />
      {openId !== null && <Opened id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** Read anew: the list may be older than a withdrawal. */
function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useGetOne<ErasureReview>('erasure-requests', { id });
  return <ErasureDialog request={data} error={error} onRetry={() => void refetch()} onClose={onClose} />;
}
