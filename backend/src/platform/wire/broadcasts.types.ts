import type { MembershipWire } from './account.types.js';

/** POST /senduseremail. `user`: `all` (members), a membership, or a userId. */
export interface SendUserEmailWire {
  user: 'all' | MembershipWire | (string & {});
  subject: string;
  message: string;
}

/** Answer 202: how many mails will leave once the time to cancel has passed. */
export interface QueuedBroadcastWire {
  queued: number;
  broadcastId: string;
}

export type BroadcastMoveWire = 'pause' | 'resume' | 'cancel';
export type BroadcastStateWire = 'scheduled' | 'sending' | 'paused' | 'done' | 'cancelled';
export type BroadcastKindWire = 'service' | 'news';
export type DeliveryStatusWire = 'queued' | 'sending' | 'sent' | 'uncertain' | 'failed_retryable' | 'failed_permanent' | 'suppressed';

/** `held`: waits for a time of its recipient, of their time zone or the end of their quiet hours. */
export type DeliveryResultWire = DeliveryStatusWire | 'held';

/** Conditions on members, all of which hold. `version` is of this format. A list of conditions means any of its values. */
export interface SegmentWire {
  version: 1;
  memberships?: MembershipWire[];
  payment?: 'paid' | 'unpaid';
  kyc?: ('none' | 'pending' | 'approved' | 'rejected')[];
  /** `within`: seen in the last so many days, 90 at most; `before`: not seen in them. */
  lastSeen?: { when: 'within' | 'before'; days: number };
  languages?: ('en' | 'es' | 'ar')[];
}

/** `local`: at a date and time on the clock of each recipient, as 2026-12-24T09:00. */
export type BroadcastScheduleWire = { at: 'moment'; startsAt: string } | { at: 'local'; local: string };

/**
 * `broadcasts`; sort `createdAt`, `state`; filters `id`, `q`, `state`. Create: POST a NewBroadcastWire; PUT {id} replaces one that may be
 * edited. Actions: POST {id}/pause, {id}/resume, {id}/cancel; POST preview and POST test with {subject, message, kind?}; POST reach; GET
 * audiences, GET fields, GET {id}/recipients.csv.
 */
export interface BroadcastWire {
  id: string;
  subject: string;
  message: string;
  /** `user`: the one person whose id `audienceUserId` is. */
  audience: 'all' | MembershipWire | 'user' | 'segment';
  audienceUserId: string | null;
  /** Of the audience `segment`. */
  segment: SegmentWire | null;
  kind: BroadcastKindWire;
  state: BroadcastStateWire;
  /** Recipients by the result of their mail: sums over the ledger. */
  counts: Record<DeliveryResultWire, number>;
  /** All of them; 0 until they are fixed. */
  recipients: number;
  /** Recipients who turned news off by the link in it. */
  unsubscribed: number;
  createdBy: string | null;
  /** The author's full name; null: the account was deleted. */
  author: string | null;
  /** Actions that are possible now. */
  may: BroadcastMoveWire[];
  /** Whether it can be edited: until its recipients are fixed. */
  mayEdit: boolean;
  createdAt: string;
  /** When the first mail can leave. */
  startsAt: string;
  /** The date and time on the clock of each recipient; null: the same moment for all. */
  localStart: string | null;
  /** When the recipients were fixed; null: when it starts. */
  recipientsAt: string | null;
  finishedAt: string | null;
  /** The mail server's answer, while the broadcast waits for it, or why it could not start. */
  problem: string | null;
}

/**
 * POST /admin/broadcasts. `audience` may be a userId, or `segment` with one. Without a kind: `service` for one person, `news` for the many.
 * Without a schedule: at once.
 */
export interface NewBroadcastWire {
  audience: 'all' | MembershipWire | 'segment' | (string & {});
  segment?: SegmentWire;
  schedule?: BroadcastScheduleWire;
  subject: string;
  message: string;
  kind?: BroadcastKindWire;
}

/** One of the data of GET /admin/broadcasts/audiences?user=<id>: whom one can write to, and how many mails would leave now. */
export interface BroadcastAudienceWire {
  /** `all`, a membership, or the id of the user that was asked for. */
  audience: 'all' | MembershipWire | (string & {});
  /** Of that user. */
  fullName: string | null;
  /** The kind that is sent if a request names none. */
  usualKind: BroadcastKindWire;
  mails: Record<BroadcastKindWire, number>;
}

/** Data of POST /admin/broadcasts/preview: the email as `person` would get it, or somebody with example values. */
export interface BroadcastPreviewWire {
  subject: string;
  html: string;
  text: string;
  /** Personal fields for which the person has no value, and the text no fallback. */
  missing: string[];
}

/** Data of POST /admin/broadcasts/reach with {audience, segment?, kind?, subject?, message?}: numbers of people as of now. */
export interface BroadcastReachWire {
  people: number;
  /** Not confirmed, deactivated, rejected or waiting to be erased. */
  unreachable: number;
  refusedNews: number;
  bouncing: number;
  recipients: number;
  lacking: { field: string; people: number }[];
  /** Recipients whose time zone is known. */
  withZone: number;
}

/** Data of GET /admin/broadcasts/fields. */
export interface BroadcastFieldsWire {
  fields: { name: string; about: string; example: string }[];
  /** IANA zone of members who have set none. */
  clubTimeZone: string;
}

/** GET /admin/broadcasts/{id}/recipients; sort `position`, `status`; filter `status`, which may also be `unsubscribed`. */
export interface BroadcastRecipientWire {
  id: string;
  userId: string;
  fullName: string;
  status: DeliveryResultWire;
  heldUntil: string | null;
  attempts: number;
  sentAt: string | null;
  unsubscribedAt: string | null;
  /** What the mail server said last, or why it was not asked. */
  lastAnswer: string | null;
}

/**
 * `dead-letters`: what was given up; sort `deadAt`, `createdAt`, `kind`; filters `id`, `q`, `kind`. Actions: POST {id}/retry, DELETE {id}.
 */
export interface DeadLetterWire {
  id: string;
  kind: string;
  /** For emails: template and recipient. */
  letter: string | null;
  userId: string | null;
  address: string | null;
  attempts: number;
  createdAt: string;
  deadAt: string;
  error: string;
  /** POST {id}/retry, DELETE {id}; of several, POST bulk {action, ids}. */
  may: ('retry' | 'drop')[];
}
