import type { MembershipWire, ReviewStatusWire, RoleWire, TeamRoleWire } from './account.types.js';

export type UserStatusWire = 'active' | 'deactivated';

/**
 * GET /getalluser, /userstatus/{userId}, DELETE /deleteuser/{userId}: the data list, newest first. Admins are users too, without a
 * membership.
 */
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
 * `users`. PUT and PATCH take {status} alone and answer the record, as DELETE does; POST {id}/deactivate and {id}/activate answer {message,
 * data}. Sorts: createdDate, surName, firstName, email, country, id. Filters: id, q, status, membership, role, kyc, payment, country,
 * refferalId. GET /admin/users.csv?filter=&sort= is the same choice as a file.
 */
export interface UserResourceWire extends UserRecordWire {
  id: string;
  role: RoleWire;
  /** What a person of the team may do; null for members. */
  teamRole: TeamRoleWire | null;
  /**
   * Set where the user stands in the rejected list. The list leaves these out, except for `filter.id`: what refers to them still finds
   * their names.
   */
  rejectedAt: string | null;
  /** They asked to be erased: restricted until that is answered, or done. */
  erasure: 'restricted' | 'completed' | null;
  /** Actions that the requesting admin may take on this user now. */
  may: UserActWire[];
  /** Actions that are refused to this admin, with the reason. */
  mayNot: Partial<Record<UserActWire, string>>;
}

export type UserActWire = 'activate' | 'deactivate' | 'delete' | 'restore';

/** POST /admin/users/bulk with {ids, action: activate or deactivate}, 100 ids at most: one a user, in their order. */
export interface UserOutcomeWire {
  id: string;
  /** unchanged: it was so already. */
  outcome: 'done' | 'unchanged' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

/**
 * `sessions`: of one user, whom `filter.userId` names; newest first. Filter: open. POST {id}/end ends one, POST
 * /admin/users/{id}/end-sessions all.
 */
export interface UserSessionWire {
  id: string;
  userId: string;
  open: boolean;
  /** The session of this request. */
  current: boolean;
  /** The browser's own description of itself. */
  device: string | null;
  /** A network, never a full address. */
  place: string | null;
  createdAt: string;
  lastSeenAt: string;
  /** When it ends by itself, unused. */
  endsAt: string;
  endedAt: string | null;
  /** Null while it is open; `expired` where its time was over. */
  endReason: string | null;
  may: 'end'[];
}

/**
 * `mails`: letters and broadcasts to one user, whom `filter.userId` names; newest first. What they say is in none of them. Filter: state.
 */
export interface MailWire {
  id: string;
  userId: string;
  /** The template's name, or `broadcast`. */
  kind: string;
  /** Of a broadcast. */
  subject: string | null;
  /** Null: the user's address of the moment it leaves. */
  to: string | null;
  state: 'waiting' | 'sent' | 'refused' | 'given-up' | 'dropped' | 'suppressed';
  queuedAt: string;
  sentAt: string | null;
  attempts: number;
  /** The mail server's last answer. */
  lastAnswer: string | null;
}

/** `kyc` and `payment` of the list's filter; `none`: never submitted. */
export type ReviewFilterWire = Exclude<ReviewStatusWire, null> | 'none';

/** `users/{id}` and `rejected-users/{id}` */
export interface UserDetailWire extends UserResourceWire {
  /** null: the email has not been confirmed. */
  emailConfirmedAt: string | null;
  termsVersion: string | null;
  lastSignInAt: string | null;
  referredBy: { id: string; fullName: string } | null;
}

/** `team`: GET list and one, PUT {teamRole}, DELETE. Sorts: createdAt, lastName, email. Filter: teamRole. */
export interface TeamPersonWire {
  id: string;
  email: string;
  fullName: string;
  firstName: string;
  lastName: string;
  teamRole: TeamRoleWire;
  status: 'active' | 'deactivated';
  hasSecondFactor: boolean;
  /** The person who asks: nobody changes or removes themselves. */
  isSelf: boolean;
  createdAt: string;
  /** null: never signed in. */
  lastSeenAt: string | null;
}

/** GET /team-invitation, with the token of the emailed link. */
export interface OpenInvitationWire {
  email: string;
  teamRole: TeamRoleWire;
  expiresAt: string;
}

/** `team-invitations`: GET list and one, POST {email, teamRole, language?}, DELETE revokes. Sort: createdAt. */
export interface InvitationWire extends OpenInvitationWire {
  id: string;
  state: 'open' | 'expired' | 'accepted' | 'revoked';
  invitedBy: { id: string; fullName: string };
  createdAt: string;
}

/**
 * `rejected-users`; action: POST {id}/restore answers {message, data}. Sorts: rejectedDate, createdDate, surName, email, id. Filters: id,
 * q, membership, country.
 */
export type RejectedUserResourceWire = UserResourceWire & RejectedUserWire;

/** GET /admindashboard. Each counter is the length of its list; rejected users do not count. */
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

/** GET /admin/search?q=, 2 to 100 characters: up to five records of each kind that the caller may read, grouped by kind, newest first. */
export interface SearchHitWire {
  kind: 'user' | 'kyc' | 'payment' | 'invoice' | 'signal';
  id: string;
  /** The member's full name, or the pair of a signal. */
  title: string;
  /** Email address of a user, number of an invoice, side of a signal. */
  detail: string | null;
  /** Of a user `active`, `deactivated` or `rejected`; otherwise the state of the case or invoice. Null for signals. */
  status: string | null;
  at: string | null;
}

/**
 * `notes` on the page of a user, whom `filter.userId` names; newest first. POST {userId, text} adds one, text of 1 to 2,000 characters.
 * DELETE {id}: its author, an owner or an admin.
 */
export interface MemberNoteWire {
  id: string;
  userId: string;
  /** Full name; null: their account no longer exists. */
  author: string | null;
  /** Plain text. */
  text: string;
  createdAt: string;
  may: 'delete'[];
}

/** An event of a user's timeline. */
export interface TimelineEventWire {
  id: string;
  at: string;
  /** As the audit log names it; beyond that `mail.refused`: a mail server refused an email for good. */
  action: string;
  /** The user, a team member, or the system. */
  by: 'user' | 'team' | 'system';
  case: { kind: 'kyc' | 'payment'; id: string } | null;
}

/** GET /admin/users/{id}/timeline?before=: newest first, 25 a page. `next`: `before` of the following page; null: this is the last. */
export interface TimelineWire {
  events: TimelineEventWire[];
  next: string | null;
}
