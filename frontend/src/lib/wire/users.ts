import type { Membership, ReviewStatus } from './profile';
import type { RejectedUserResourceWire, UserResourceWire, UserStatusWire } from './types';

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
  createdAt: string;
  kycStatus: ReviewStatus;
  paymentStatus: ReviewStatus;
  status: UserStatusWire;
}

export interface RejectedUser extends User {
  rejectedAt: string | null;
}

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
  createdAt: record.createdDate,
  kycStatus: record.kyc,
  paymentStatus: record.payment,
  status: record.status,
});

export const toRejectedUser = (record: RejectedUserResourceWire): RejectedUser => ({ ...toUser(record), rejectedAt: record.rejectedAt });
