import type { ReviewStatus } from '../common/domain/index.js';
import { fullName } from '../users/index.js';

/** What has become of a submission, as reviewers see it. */
export interface Decision {
  status: ReviewStatus;
  /** As the member reads it. */
  reason: string | null;
  /** Of the listed reasons; null: none of them, or decided before there was a list. */
  reasonCode: string | null;
  isFinal: boolean;
  /** When another try was allowed after a final rejection. */
  reopenedAt: Date | null;
  decidedAt: Date | null;
  decidedBy: { userId: string; fullName: string } | null;
  /** The member stands in the rejected list. */
  memberRejected: boolean;
  /** The member asked to be erased, and waits for an answer. */
  memberRestricted: boolean;
}

export interface DecisionRow {
  status: ReviewStatus;
  reason: string | null;
  reason_code: string | null;
  is_final: boolean;
  reopened_at: string | null;
  decided_at: string | null;
  decided_by: string | null;
  decider_surname: string | null;
  decider_other_name: string | null;
  member_rejected: boolean;
  member_restricted: boolean;
}

/** Columns of DecisionRow: `s` is the submission, `u` its member, `d` who decided it. */
export const decisionColumns = (s: string) =>
  `${s}.status, ${s}.reason, ${s}.reason_code, ${s}.is_final, ${s}.reopened_at, ${s}.decided_at, ${s}.decided_by, d.surname as decider_surname, d.other_name as decider_other_name, u.rejected_at is not null as member_rejected,
  exists (select 1 from erasure_requests e where e.user_id = u.id and e.state = 'restricted') as member_restricted`;
export const decisionJoin = (s: string) => `left join users d on d.id = ${s}.decided_by`;

export function decisionOf(row: DecisionRow): Decision {
  const {
    status,
    reason,
    reason_code: reasonCode,
    is_final: isFinal,
    member_rejected: memberRejected,
    member_restricted: memberRestricted,
  } = row;
  return {
    status,
    reason,
    reasonCode,
    isFinal,
    reopenedAt: dateOf(row.reopened_at),
    decidedAt: dateOf(row.decided_at),
    decidedBy: deciderOf(row),
    memberRejected,
    memberRestricted,
  };
}

function deciderOf({ decided_by: userId, decider_surname: surname, decider_other_name: otherName }: DecisionRow): Decision['decidedBy'] {
  return userId === null || surname === null || otherName === null ? null : { userId, fullName: fullName({ surname, otherName }) };
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
