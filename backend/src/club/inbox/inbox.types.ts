import type { Permission } from '../../platform/domain/index.js';

/**
 * Kinds of what waits in the inbox. Each needs the permission that decides it. `transfer`: a payment on chain that needs a decision;
 * `dead-letter` and `failed-job` have one item for each kind of message and for each queue.
 */
export const inboxPermissions = {
  kyc: 'kyc.decide',
  payment: 'payments.decide',
  transfer: 'payments.decide',
  dispute: 'disputes.decide',
  redemption: 'fund.manage',
  erasure: 'erasure.decide',
  comment: 'comments.moderate',
  'dead-letter': 'system.manage',
  'failed-job': 'system.manage',
} as const satisfies Record<string, Permission>;
export type InboxKind = keyof typeof inboxPermissions;
export const inboxKinds = Object.keys(inboxPermissions) as [InboxKind, ...InboxKind[]];

/** Whose items a list shows: those of the reader, or those of nobody. */
export const assignments = ['mine', 'nobody'] as const;
export type Assignment = (typeof assignments)[number];

export interface InboxPerson {
  id: string;
  fullName: string;
}

export interface InboxItem {
  kind: InboxKind;
  /** Identifies the item within its kind. */
  itemId: string;
  /** What its page or list is opened by: the id of a case, mandate or member, or the hash of a transaction. */
  target: string;
  /** The member's full name, the display name of an author, the kind of a message, or a queue; null: none, or a payment without invoice. */
  title: string | null;
  /** Number of the invoice, pair of the disputed line. */
  detail: string | null;
  since: Date;
  dueAt: Date;
  /** Messages or jobs of a group. */
  count: number | null;
  assignee: InboxPerson | null;
  /** The reviewer who holds the case. */
  openedBy: InboxPerson | null;
}

/** The failed jobs of a queue. They are in the store of the queues, not in the database. */
export interface FailedQueue {
  queue: string;
  since: Date;
  count: number;
}
