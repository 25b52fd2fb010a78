import type { Membership, ReviewStatus, Role, TeamRole } from '../../platform/domain/index.js';
import type { ListQuery } from '../../platform/http/index.js';
import { personProperties, type Profile, type UserStatus } from '../users/index.js';

/** Properties of a profile that the lists show. */
export const listedProperties = ['userId', 'email', ...personProperties, 'role', 'referralCode', 'kycStatus', 'paymentStatus'] as const;
type ListedProperty = (typeof listedProperties)[number];

/** A user in the lists of the console. */
export interface ListedUser extends Pick<Profile, ListedProperty> {
  /** Users who signed up with the code, whatever their status is now. */
  referralCount: number;
  status: UserStatus;
  /** Null for members. */
  teamRole: TeamRole | null;
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

export type UserSort = 'createdAt' | 'lastName' | 'firstName' | 'email' | 'country' | 'id';
export type RejectedSort = 'rejectedAt' | 'createdAt' | 'lastName' | 'email' | 'id';
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
