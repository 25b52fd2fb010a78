import type { RejectedUserResourceWire, RejectedUserWire, UserDetailWire, UserRecordWire, UserResourceWire } from '../../wire/index.js';
import { membershipOf } from '../../users/index.js';
import type { ListedUser, UserDetail } from '../user-directory.js';

/** GET /getalluser */
export function presentUser(user: ListedUser): UserRecordWire {
  return {
    userId: user.userId,
    surName: user.surname,
    firstName: user.otherName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    country: user.country,
    dob: user.dateOfBirth,
    membership: membershipOf(user.role),
    referralNum: user.referralCount,
    refferalId: user.referralCode,
    createdDate: user.createdAt.toISOString(),
    kyc: user.kycStatus,
    payment: user.paymentStatus,
    status: user.status,
  };
}

/** GET /getrejecteduser: the moment of the rejection in two fields, UTC. */
export function presentRejected(user: ListedUser): RejectedUserWire {
  const moment = user.rejectedAt?.toISOString() ?? '';
  return { ...presentUser(user), rejectedDate: moment.slice(0, 10), rejectedTime: moment.slice(11, 19) };
}

/** A record of `users`. */
export function presentUserRecord(user: ListedUser): UserResourceWire {
  return { id: user.userId, ...presentUser(user), role: user.role, rejectedAt: user.rejectedAt?.toISOString() ?? null };
}

/** A record of `rejected-users`. */
export function presentRejectedRecord(user: ListedUser): RejectedUserResourceWire {
  return { ...presentUserRecord(user), ...presentRejected(user) };
}

export function presentUserDetail(user: UserDetail): UserDetailWire {
  return {
    ...presentUserRecord(user),
    emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
    termsVersion: user.termsVersion,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    referredBy: user.referredBy,
  };
}
