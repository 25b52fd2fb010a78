import { Eye, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import type { ReviewClaimWire, ReviewDecisionWire, ReviewViewersWire } from '../../lib/wire/types';
import { ErasureBadge, ReviewBadge } from '../users/user-columns';
import { RowDecisions } from './decision-buttons';
import styles from './review-list.module.css';
import type { ReviewType } from './review-kinds';

type Submission = ReviewDecisionWire &
  ReviewViewersWire &
  Partial<ReviewClaimWire> & { id: string; fullName: string; email: string; submittedAt: string };

const number: Column<unknown> = { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' };

/**
 * How every list of what waits begins: the way to the case, whose it is, and who else looks at it now. `more`: stands under the address.
 */
export const waitingBeginning = <R extends Submission>(kind: ReviewType, more?: (row: R) => ReactNode): readonly Column<R>[] => [
  number,
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span className={`${styles.person} ${styles.name}`}>
        <Link to={kind.path(row.id)} title={kind.opens(row.fullName)}>
          <strong>{row.fullName}</strong>
        </Link>
        <span className={styles.detail} title={row.email}>
          {row.email}
        </span>
        {more && <span className={styles.detail}>{more(row)}</span>}
        <ErasureBadge erasure={row.restricted ? 'restricted' : null} />
        <Viewers {...row} />
      </span>
    ),
    phone: 'title',
  },
];

interface WaitingEnd<R> {
  /** Stands under the time. */
  age?: (row: R) => ReactNode;
  /** Why a case cannot be approved yet. */
  blocked?: (row: R) => string | null;
}

/** How they end: since when it waits, and the decision. */
export const waitingEnd = <R extends Submission>(kind: ReviewType, more: WaitingEnd<R> = {}): readonly Column<R>[] => [
  {
    id: 'status',
    header: 'Status',
    cell: (row) => (
      <span className={styles.person}>
        <Badge tone="info">Pending</Badge>
        <span className={styles.time}>
          <Moment at={row.submittedAt} relative />
        </span>
        {more.age?.(row)}
      </span>
    ),
    phone: 'title',
  },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => <RowDecisions kind={kind} review={row} blocked={more.blocked?.(row) ?? null} />,
    align: 'end',
    phone: 'actions',
  },
];

/** Who reviews the case, or the other admins who have it open. */
function Viewers({ viewers, claim }: ReviewViewersWire & Partial<ReviewClaimWire>) {
  const [first, ...others] = viewers;
  if (claim) {
    return (
      <Badge tone={claim.self ? 'info' : 'warn'} icon={<UserCheck aria-hidden="true" />} title={`Since ${utc(claim.since)}`}>
        <span className={styles.mark}>{claim.self ? 'You are reviewing' : `${claim.fullName} is reviewing`}</span>
      </Badge>
    );
  }
  if (!first) return null;
  return (
    <Badge tone="warn" icon={<Eye aria-hidden="true" />} title={viewers.map(({ fullName }) => fullName).join(', ')}>
      <span className={styles.mark}>{others.length === 0 ? `${first.fullName} is looking` : `${viewers.length} admins are looking`}</span>
    </Badge>
  );
}

/** How the list of everything somebody sent begins. */
export const sentBeginning: readonly Column<{ submittedAt: string }>[] = [
  number,
  { id: 'submitted', header: 'Submitted', cell: (row) => <Moment at={row.submittedAt} />, phone: 'title' },
];

/** How it ends: what became of each. */
export const sentEnd = (kind: ReviewType): readonly Column<Submission>[] => [
  { id: 'status', header: 'Status', cell: (row) => <Outcome of={row} />, phone: 'figure' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–', wrap: true },
  { id: 'decided', header: 'Decided', cell: (row) => (row.decidedAt === null ? '–' : <Moment at={row.decidedAt} />) },
  { id: 'by', header: 'Decided by', cell: (row) => row.decidedBy?.fullName ?? '–' },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (
      <Link
        to={kind.path(row.id)}
        className={buttonClass({ size: 'small' })}
        aria-label={`Open the ${kind.noun} of ${row.submittedAt.slice(0, 10)}`}
      >
        Open
      </Link>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** A rejection for good is another thing than one that may be mended. */
function Outcome({ of: { status, final } }: { of: ReviewDecisionWire }) {
  return final ? <Badge tone="down">Final rejection</Badge> : <ReviewBadge status={status} />;
}
