import type { ServiceLevelWire } from './admin.types.js';

export type InboxKindWire =
  'kyc' | 'payment' | 'transfer' | 'dispute' | 'redemption' | 'erasure' | 'comment' | 'dead-letter' | 'failed-job';

export interface InboxPersonWire {
  id: string;
  fullName: string;
  self: boolean;
}

/**
 * `inbox`, oldest first: what waits for a decision that the caller's role may make. `filter.kind`; `filter.assigned`: `mine` or `nobody`.
 * POST /admin/inbox/assign {kind, itemId, assigneeId, from} assigns an item; 409 unless `from` has it, null for nobody.
 * GET /admin/inbox/people?kind=: who may get one.
 */
export interface InboxItemWire {
  /** `kind~itemId`. */
  id: string;
  kind: InboxKindWire;
  itemId: string;
  /** Id of the case (`kyc`, `payment`), mandate (`redemption`) or member (`dispute`, `erasure`), hash, message kind or queue. */
  target: string;
  /** The member's full name, the kind of message, or the queue; null: a payment that belongs to no invoice. */
  title: string | null;
  /** Number of the invoice, or pair of the disputed line. */
  detail: string | null;
  since: string;
  dueAt: string;
  service: NonNullable<ServiceLevelWire['service']>;
  /** Messages or jobs; null: the item is one thing. */
  count: number | null;
  assignee: InboxPersonWire | null;
  /** The reviewer who has the case open. */
  openedBy: InboxPersonWire | null;
}
