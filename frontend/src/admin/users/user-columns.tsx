import { Badge } from '../../components/feedback/badge';
import type { Column } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import type { ReviewStatus } from '../../lib/wire/profile';
import type { User } from '../../lib/wire/users';
import styles from './users.module.css';

const memberships = { 'hedge fund': 'Hedge fund', 'trade club': 'Trade club' } as const;

const reviewed: Record<Exclude<ReviewStatus, null>, { tone: 'up' | 'down' | 'info'; words: string }> = {
  approved: { tone: 'up', words: 'Approved' },
  pending: { tone: 'info', words: 'Pending' },
  rejected: { tone: 'down', words: 'Rejected' },
};

/** Where a KYC or a payment stands; never submitted reads "not verified" (specification, section 2). */
export function ReviewBadge({ status }: { status: ReviewStatus }) {
  if (status === null) return <span className={styles.none}>not verified</span>;
  const { tone, words } = reviewed[status];
  return <Badge tone={tone}>{words}</Badge>;
}

/** Who somebody is; the same in both lists. */
export const personColumns: readonly Column<User>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'name',
    header: 'Name, membership',
    cell: (row) => (
      <span className={styles.person}>
        <strong title={row.fullName}>{row.fullName}</strong>
        <span title={row.email}>{row.email}</span>
        <span>{row.membership === null ? 'Admin' : memberships[row.membership]}</span>
      </span>
    ),
    phone: 'title',
  },
  {
    id: 'phone',
    header: 'Phone number, country',
    cell: (row) => (
      <span className={styles.twoLines}>
        <span>{row.phoneNumber || '–'}</span>
        <span>{row.country || '–'}</span>
      </span>
    ),
  },
  { id: 'dob', header: 'Dob', cell: (row) => day(row.dateOfBirth) },
];
