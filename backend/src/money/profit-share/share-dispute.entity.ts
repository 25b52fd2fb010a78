import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

/** `upheld`: the line is charged from the decision on. `dropped`: it never is. */
export const disputeStates = ['open', 'upheld', 'dropped', 'withdrawn'] as const;
export type DisputeState = (typeof disputeStates)[number];
/** The unique index that allows one dispute of a line, unless it was withdrawn. */
export const ONE_DISPUTE = 'share_disputes_line_unique';

const amount = () => p.decimal('string').columnType('numeric');

/** A member's objection to a line of the club's share. The line itself is computed (docs/club-share.md). */
export const ShareDisputeSchema = defineEntity({
  name: 'ShareDispute',
  tableName: 'share_disputes',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('no action').updateRule('no action'),
    /** No foreign key: signals are never removed, and each check would lock the signal's row. */
    signalId: p.uuid(),
    /** BTC/USDT */
    symbol: p.string().length(45),
    /** Ids of both trades in the case. */
    entry: p.string().length(200),
    exit: p.string().length(200),
    /** As they were when the dispute was opened; no profit: a fee was not known. */
    qty: amount(),
    profit: amount().nullable(),
    reason: p.string().length(500),
    openedAt: p.datetime(),
    state: p.enum(disputeStates),
    closedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    decisionReason: p.string().length(500).nullable(),
  },
  checks: [
    { name: 'share_disputes_closed_check', expression: `("state" = 'open') = ("closed_at" is null)` },
    { name: 'share_disputes_decision_check', expression: `("state" in ('upheld', 'dropped')) = ("decision_reason" is not null)` },
  ],
  uniques: [
    {
      name: ONE_DISPUTE,
      expression: `create unique index "${ONE_DISPUTE}" on "share_disputes" ("user_id", "entry", "exit") ` + `where "state" <> 'withdrawn'`,
    },
  ],
  indexes: [
    { name: 'share_disputes_state_index', properties: ['state', 'openedAt', 'id'] },
    { name: 'share_disputes_user_index', properties: ['userId', 'openedAt', 'id'] },
  ],
});
