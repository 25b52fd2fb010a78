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

/**
 * `broadcasts`; sort `createdAt`, `state`; filters `id`, `q`, `state`. Create: POST {audience, subject, message, kind?}.
 * Actions: POST {id}/pause, {id}/resume, {id}/cancel; POST preview and POST test with {subject, message, kind?}; GET audiences.
 */
export interface BroadcastWire {
  id: string;
  subject: string;
  message: string;
  /** `user`: the one person whose id `audienceUserId` is. */
  audience: 'all' | MembershipWire | 'user';
  audienceUserId: string | null;
  kind: BroadcastKindWire;
  state: BroadcastStateWire;
  /** Recipients by the status of their mail: sums over the ledger. */
  counts: Record<DeliveryStatusWire, number>;
  /** All of them. */
  recipients: number;
  createdBy: string | null;
  /** The author's full name; null: the account was deleted. */
  author: string | null;
  /** Actions that are possible now. */
  may: BroadcastMoveWire[];
  createdAt: string;
  startsAt: string;
  finishedAt: string | null;
  /** The mail server's answer, while the broadcast waits for it. */
  problem: string | null;
}

/** POST /admin/broadcasts. `audience` may be a userId. Without a kind: `service` for one person, `news` for the many. */
export interface NewBroadcastWire {
  audience: 'all' | MembershipWire | (string & {});
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

/** Data of POST /admin/broadcasts/preview: the email as the admin would get it. */
export interface BroadcastPreviewWire {
  subject: string;
  html: string;
  text: string;
}

/** GET /admin/broadcasts/{id}/recipients; sort `position`, `status`; filter `status`. */
export interface BroadcastRecipientWire {
  id: string;
  userId: string;
  fullName: string;
  status: DeliveryStatusWire;
  attempts: number;
  sentAt: string | null;
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
