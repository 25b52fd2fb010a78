import type { MembershipWire, ReviewStatusWire, RoleWire } from './account.js';

export type UserStatusWire = 'active' | 'deactivated';

/** GET /getalluser, /userstatus/{userId}, DELETE /deleteuser/{userId}: the data list, newest first. Admins are users too, without a membership. */
export interface UserRecordWire {
  userId: string;
  surName: string;
  firstName: string;
  email: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dob: string;
  /** null: an admin. */
  membership: MembershipWire | null;
  /** How many registered with this user's code, whatever became of them. */
  referralNum: number;
  refferalId: string;
  createdDate: string;
  kyc: ReviewStatusWire;
  payment: ReviewStatusWire;
  status: UserStatusWire;
}

/** GET /getrejecteduser, /restoreuser/{userId}: the data list, the last rejected first. */
export interface RejectedUserWire extends UserRecordWire {
  /** YYYY-MM-DD, UTC. */
  rejectedDate: string;
  /** HH:MM:SS, UTC. */
  rejectedTime: string;
}

/**
 * `users`. PUT and PATCH take {status} alone and answer the record, as DELETE does; POST {id}/deactivate and {id}/activate answer {message, data}.
 * Sorts: createdDate, surName, firstName, email, country, id. Filters: id, q, status, membership, role, kyc, payment, country.
 */
export interface UserResourceWire extends UserRecordWire {
  id: string;
  role: RoleWire;
  /** Set where the user stands in the rejected list. The list leaves these out, except for `filter.id`: what refers to them still finds their names. */
  rejectedAt: string | null;
}

/** `kyc` and `payment` of the list's filter; `none`: never submitted. */
export type ReviewFilterWire = Exclude<ReviewStatusWire, null> | 'none';

/** `users/{id}` and `rejected-users/{id}` */
export interface UserDetailWire extends UserResourceWire {
  /** null: the e-mail has not been confirmed. */
  emailConfirmedAt: string | null;
  termsVersion: string | null;
  lastSignInAt: string | null;
  referredBy: { id: string; fullName: string } | null;
}

/** `rejected-users`; action: POST {id}/restore answers {message, data}. Sorts: rejectedDate, createdDate, surName, email, id. Filters: id, q, membership, country. */
export type RejectedUserResourceWire = UserResourceWire & RejectedUserWire;

/** GET /admindashboard. Each counter is the length of the list it stands for; nobody in the rejected list counts. */
export interface AdminDashboardWire {
  allUser: number;
  /** Members with an approved payment. */
  paidUser: number;
  approveKyc: number;
  /** The same as approveKyc. */
  verifyKyc: number;
  pendingKyc: number;
  rejectKyc: number;
  signalSent: number;
}
