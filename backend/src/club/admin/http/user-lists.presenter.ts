import type {
  UserOutcomeWire,
  RejectedUserResourceWire,
  RejectedUserWire,
  UserDetailWire,
  UserRecordWire,
  UserResourceWire,
} from '../../../platform/wire/index.js';
import { membershipOf, presentNames } from '../../users/index.js';
import type { BulkOutcome } from '../account-status.service.js';
import { allowedActions, type ActingAdmin } from '../user-actions.rules.js';
import type { ListedUser, UserDetail } from '../user-list.types.js';

/** GET /getalluser */
export function presentUser(user: ListedUser): UserRecordWire {
  return {
    userId: user.userId,
    ...presentNames(user),
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

/** GET /getrejecteduser: the time of the rejection in two fields, UTC. */
export function presentRejected(user: ListedUser): RejectedUserWire {
  const moment = user.rejectedAt?.toISOString() ?? '';
  return { ...presentUser(user), rejectedDate: moment.slice(0, 10), rejectedTime: moment.slice(11, 19) };
}

/** A record of `users`, with the actions that the admin may take. */
export function presentUserRecord(user: ListedUser, admin: ActingAdmin): UserResourceWire {
  const state = { id: user.userId, role: user.role, teamRole: user.teamRole, status: user.status, rejected: user.rejectedAt !== null };
  return {
    id: user.userId,
    ...presentUser(user),
    role: user.role,
    teamRole: user.teamRole,
    rejectedAt: user.rejectedAt?.toISOString() ?? null,
    erasure: user.erasure,
    ...allowedActions(state, admin),
  };
}

/** A record of `rejected-users`. */
export function presentRejectedRecord(user: ListedUser, admin: ActingAdmin): RejectedUserResourceWire {
  return { ...presentUserRecord(user, admin), ...presentRejected(user) };
}

export function presentUserDetail(user: UserDetail, admin: ActingAdmin): UserDetailWire {
  return {
    ...presentUserRecord(user, admin),
    emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
    termsVersion: user.termsVersion,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    referredBy: user.referredBy,
  };
}

/** The outcome for one user of a bulk action. */
export function presentOutcome({ userId, outcome, reason }: BulkOutcome): UserOutcomeWire {
  return { id: userId, outcome, reason };
}
