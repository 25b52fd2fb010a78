import { expressionBuilder, type Nullable, type Selectable } from 'kysely';
import type { Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { isRestricted } from '../../open-erasure.query.js';
import type { Decision } from './review-decision.types.js';

/** The columns that kyc_submissions and payments share. */
export type SubmissionTable = Pick<
  Database['payments'],
  | 'id'
  | 'user_id'
  | 'status'
  | 'reason'
  | 'reason_code'
  | 'is_final'
  | 'submitted_at'
  | 'decided_at'
  | 'decided_by'
  | 'reopened_at'
  | 'reopened_by'
>;

interface ReviewTables {
  /** The submission. */
  s: SubmissionTable;
  /** Its member. */
  u: Database['users'];
  /** Who decided it (left join). */
  d: Nullable<Database['users']>;
}

/**
 * Selects what toDecision() reads. The query must alias the submission as `s`, its member as `u` and, by a left join, the decider as
 * `d`.
 */
export function decisionSelection() {
  const eb = expressionBuilder<ReviewTables, 's' | 'u' | 'd'>();
  return [
    eb.ref('s.status').as('status'),
    eb.ref('s.reason').as('reason'),
    eb.ref('s.reason_code').as('reason_code'),
    eb.ref('s.is_final').as('is_final'),
    eb.ref('s.reopened_at').as('reopened_at'),
    eb.ref('s.decided_at').as('decided_at'),
    eb.ref('s.decided_by').as('decided_by'),
    optionalFullNameOf('d').as('decider_name'),
    eb('u.rejected_at', 'is not', null).as('member_rejected'),
    isRestricted.as('member_restricted'),
  ] as const;
}

/** A row of decisionSelection(). */
export type SelectedDecision = Pick<
  Selectable<SubmissionTable>,
  'status' | 'reason' | 'reason_code' | 'is_final' | 'reopened_at' | 'decided_at' | 'decided_by'
> & {
  decider_name: string | null;
  member_rejected: unknown;
  member_restricted: unknown;
};

export function toDecision(row: SelectedDecision): Decision {
  return {
    status: row.status,
    reason: row.reason,
    reasonCode: row.reason_code,
    isFinal: row.is_final,
    reopenedAt: dateOrNull(row.reopened_at),
    decidedAt: dateOrNull(row.decided_at),
    decidedBy: row.decided_by === null || row.decider_name === null ? null : { userId: row.decided_by, fullName: row.decider_name },
    memberRejected: row.member_rejected === true,
    memberRestricted: row.member_restricted === true,
  };
}

export function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
