import { Link } from 'react-router';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { Membership, ReviewStatus } from '../../lib/wire/profile';
import type { User } from '../../lib/wire/users';
import { StateBadge, type StateWords } from '../state-badge';
import styles from './users.module.css';

const memberships = { 'hedge fund': 'Hedge fund', 'trade club': 'Trade club' } as const;

/** An admin has none. */
export const membershipName = (membership: Membership | null): string => (membership === null ? 'Admin' : memberships[membership]);

const reviewed: Record<Exclude<ReviewStatus, null>, StateWords> = {
  approved: { tone: 'up', words: 'Approved' },
  pending: { tone: 'info', words: 'Pending' },
  rejected: { tone: 'down', words: 'Rejected' },
};

/** Where a KYC or a payment stands; never submitted reads "not verified" (specification, section 2). */
export function ReviewBadge({ status }: { status: ReviewStatus }) {
  return status === null ? <span className={styles.none}>not verified</span> : <StateBadge of={reviewed[status]} />;
}

const erasures: Record<Exclude<User['erasure'], null>, StateWords> = {
  restricted: { tone: 'warn', words: 'Erasure requested', meaning: 'Requested erasure; waiting for an answer.' },
  completed: {
    tone: 'warn',
    words: 'Erased',
    meaning: 'Erased on request. Data that the law requires is kept until it expires.',
  },
};

/** What an admin should know before anything is done to somebody. */
export function ErasureBadge({ erasure }: Pick<User, 'erasure'>) {
  return erasure === null ? null : <StateBadge of={erasures[erasure]} />;
}

/** The text of a cell that somebody typed: as long as it may be, the table keeps its shape. */
export const Clipped = ({ text }: { text: string }) => (
  <span className={styles.clipped} title={text || undefined}>
    {text || '–'}
  </span>
);

/** An address for mail; where it takes two lines, the second begins at its domain. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className={`${styles.clipped} ${styles.address}`} title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** A day that may take two lines. */
export const Day = ({ of }: { of: string }) => <span className={styles.date}>{day(of).replace(' ', '\u00A0')}</span>;

/** What a list of people shows when its filters match nobody. */
export const nobodyMatches = {
  title: 'No users found',
  text: 'Search by part of a name or email address, or use fewer filters.',
};

const no: Column<User> = { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' };

const name = (sort?: string): Column<User> => ({
  id: 'name',
  header: 'Name',
  cell: (row) => (
    <span className={styles.name}>
      <Link to={consolePaths.user(row.id)} title={row.fullName}>
        {row.fullName}
      </Link>
      <ErasureBadge erasure={row.erasure} />
    </span>
  ),
  phone: 'title',
  pin: true,
  ...(sort !== undefined && { sort }),
});

const email: Column<User> = { id: 'email', header: 'Email', cell: (row) => <Address email={row.email} />, sort: 'email' };
const phone: Column<User> = {
  id: 'phone',
  header: 'Phone Number',
  cell: (row) => <span className={`${styles.clipped} ${styles.phone}`}>{row.phoneNumber}</span>,
};

/** Who somebody is, as every list of users begins. `nameSort`: what the server calls the order by names there, where it has one. */
export const personColumns = (nameSort?: string): readonly Column<User>[] => [no, name(nameSort), email, phone];

/** What the lists of the specification add to it. `country`: what the server sorts it by. */
export const detailColumns = (country?: string): readonly Column<User>[] => [
  { id: 'country', header: 'Country', cell: (row) => <Clipped text={row.country} />, ...(country !== undefined && { sort: country }) },
  { id: 'dob', header: 'Dob', cell: (row) => <Day of={row.dateOfBirth} /> },
  { id: 'membership', header: 'Membership', cell: (row) => membershipName(row.membership) },
];

export const referralColumn: Column<User> = {
  id: 'referrals',
  header: 'Referral No',
  cell: (row) => (
    <span className={styles.referrals}>
      {count(row.referrals)}
      <Link to={consolePaths.referrals(row.referralCode)} aria-label={`View who registered with the code of ${row.fullName}`}>
        View
      </Link>
    </span>
  ),
  align: 'end',
};
