import type { SortParam } from '../use-page-params';
import type { Membership, ReviewStatus } from './profile';
import type { RejectedUserResourceWire, UserActWire, UserDetailWire, UserResourceWire, UserStatusWire } from './types';

/** Somebody with an account, as the console lists them, in the words used inside. */
export interface User {
  id: string;
  fullName: string;
  email: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  /** null: an admin. */
  membership: Membership | null;
  /** How many registered with their code. */
  referrals: number;
  referralCode: string;
  createdAt: string;
  kycStatus: ReviewStatus;
  paymentStatus: ReviewStatus;
  status: UserStatusWire;
  /** Set: in the rejected list. */
  rejectedAt: string | null;
  /** They asked to be erased: still to be answered, or done. */
  erasure: 'restricted' | 'completed' | null;
  /** What whoever is signed in may do with them, and why not what else there is: the server's own words. */
  may: readonly UserActWire[];
  mayNot: Partial<Record<UserActWire, string>>;
}

export type UserAct = UserActWire;

/** What a user's own page knows beside that. */
export interface UserDetail extends User {
  surname: string;
  firstName: string;
  emailConfirmedAt: string | null;
  termsVersion: string | null;
  lastSignInAt: string | null;
  referredBy: { id: string; fullName: string } | null;
}

export interface RejectedUser extends User {
  /** Two columns of the specification, UTC. */
  rejectedDate: string;
  rejectedTime: string;
}

/** By which columns the server sorts these lists, and how each begins; the first stands unasked. */
export const userSorts: readonly SortParam[] = [
  { by: 'createdDate', order: 'desc' },
  { by: 'firstName', order: 'asc' },
  { by: 'email', order: 'asc' },
  { by: 'country', order: 'asc' },
];
export const rejectedUserSorts: readonly SortParam[] = [
  { by: 'rejectedDate', order: 'desc' },
  { by: 'surName', order: 'asc' },
  { by: 'email', order: 'asc' },
];
/** Of a list that shows no more than who somebody is. */
export const personSorts: readonly SortParam[] = [
  { by: 'firstName', order: 'asc' },
  { by: 'email', order: 'asc' },
];
/** What the server calls the order of the name column of the rejected list. */
export const REJECTED_NAME_SORT = 'surName';

/** The first name comes first, as wherever the server names somebody in full. */
export const toUser = (record: UserResourceWire): User => ({
  id: record.id,
  fullName: `${record.firstName} ${record.surName}`,
  email: record.email,
  phoneNumber: record.phoneNumber,
  country: record.country,
  dateOfBirth: record.dob,
  membership: record.membership,
  referrals: record.referralNum,
  referralCode: record.refferalId,
  createdAt: record.createdDate,
  kycStatus: record.kyc,
  paymentStatus: record.payment,
  status: record.status,
  rejectedAt: record.rejectedAt,
  erasure: record.erasure,
  may: record.may,
  mayNot: record.mayNot,
});

export const toUserDetail = (record: UserDetailWire): UserDetail => ({
  ...toUser(record),
  surname: record.surName,
  firstName: record.firstName,
  emailConfirmedAt: record.emailConfirmedAt,
  termsVersion: record.termsVersion,
  lastSignInAt: record.lastSignInAt,
  referredBy: record.referredBy,
});

export const toRejectedUser = (record: RejectedUserResourceWire): RejectedUser => ({
  ...toUser(record),
  rejectedDate: record.rejectedDate,
  rejectedTime: record.rejectedTime,
});
