import { membershipOf } from '../users/index.js';
import type { CsvColumn } from '../../platform/http/index.js';
import type { ListedUser } from './user-list.repository.js';

const NOT_SUBMITTED = 'not verified';

/** The columns of the table, and the id that names a user everywhere else. A phone number is a text: it begins with a plus sign. */
export const userFile: readonly CsvColumn<ListedUser>[] = [
  { header: 'Surname', kind: 'text', of: (user) => user.surname },
  { header: 'First name', kind: 'text', of: (user) => user.otherName },
  { header: 'Email', kind: 'text', of: (user) => user.email },
  { header: 'Phone number', kind: 'text', of: (user) => user.phoneNumber },
  { header: 'Country', kind: 'text', of: (user) => user.country },
  { header: 'Date of birth', kind: 'text', of: (user) => user.dateOfBirth },
  { header: 'Membership', kind: 'text', of: (user) => membershipOf(user.role) ?? 'admin' },
  { header: 'Referral code', kind: 'text', of: (user) => user.referralCode },
  { header: 'Referrals', kind: 'figure', of: (user) => String(user.referralCount) },
  { header: 'Created (UTC)', kind: 'time', of: (user) => user.createdAt },
  { header: 'KYC', kind: 'text', of: (user) => user.kycStatus ?? NOT_SUBMITTED },
  { header: 'Payment', kind: 'text', of: (user) => user.paymentStatus ?? NOT_SUBMITTED },
  { header: 'Status', kind: 'text', of: (user) => user.status },
  { header: 'User id', kind: 'text', of: (user) => user.userId },
];
