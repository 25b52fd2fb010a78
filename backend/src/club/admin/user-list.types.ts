import type { Membership, ReviewStatus, Role } from '../../platform/domain/index.js';
import type { ListQuery } from '../../platform/http/index.js';
import type { UserStatus } from '../users/index.js';

/** A user in the lists of the console. */
export interface ListedUser {
  userId: string;
  email: string;
  surname: string;
  otherName: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  role: Role;
  referralCode: string;
  /** Users who signed up with the code, whatever their status is now. */
  referralCount: number;
  kycStatus: ReviewStatus | null;
  paymentStatus: ReviewStatus | null;
  status: UserStatus;
  createdAt: Date;
  /** Set for users in the rejected list. */
  rejectedAt: Date | null;
  /** State of the user's erasure request, if it is open or was carried out. */
  erasure: 'restricted' | 'completed' | null;
}

export interface UserDetail extends ListedUser {
  emailConfirmedAt: Date | null;
  termsVersion: string | null;
  lastSignInAt: Date | null;
  referredBy: { id: string; fullName: string } | null;
}

export type UserSort = 'createdAt' | 'surname' | 'otherName' | 'email' | 'country' | 'id';
export type RejectedSort = 'rejectedAt' | 'createdAt' | 'surname' | 'email' | 'id';
export type Order = 'ASC' | 'DESC';

/** `none`: never submitted. */
type ReviewFilter = ReviewStatus | 'none';

export interface UserFilter {
  id?: string[];
  q?: string;
  status?: UserStatus;
  role?: Role;
  membership?: Membership;
  kyc?: ReviewFilter;
  payment?: ReviewFilter;
  country?: string;
  referralCode?: string;
}

/** A filtered and sorted choice of users, without a page. */
export type UserChoice = Pick<ListQuery<UserSort, UserFilter>, 'sort' | 'order' | 'filter'>;
