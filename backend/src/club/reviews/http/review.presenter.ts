import type {
  RejectionReasonWire,
  ReviewCaseWire,
  ReviewClaimedWire,
  ReviewClaimWire,
  ReviewDecisionWire,
  ReviewViewersWire,
  ReviewWatchWire,
} from '../../../platform/wire/index.js';
import type { Decision } from '../review-decision.types.js';
import type { CaseSurroundings } from '../review-case.reader.js';
import type { Claim, ClaimedCase } from '../review-claims.service.js';
import { RENEW_SECONDS, type Viewer } from '../review-viewers.service.js';
import type { RejectionReason } from '../rejection.rules.js';
import { allowedActionsFor, type Reviewable } from '../review-actions.rules.js';

/** What other reviewers, or the admin before, have done with a case that still waits. */
export type Holds = Pick<Reviewable, 'claimedBy' | 'scheduled' | 'hasApproved' | 'mayAsk'>;

const FREE: Holds = { claimedBy: null, scheduled: null, hasApproved: false, mayAsk: false };

/** Presents the decision and the allowed actions of a submission; part of every record. */
export function presentDecision(decision: Decision, holds = FREE): ReviewDecisionWire {
  const { status, reason, reasonCode, isFinal, reopenedAt, decidedAt, decidedBy } = decision;
  return {
    status,
    reason,
    reasonCode,
    final: isFinal,
    reopenedAt: reopenedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
    restricted: decision.memberRestricted,
    ...allowedActionsFor({ status, isClosed: isFinal && reopenedAt === null, memberRejected: decision.memberRejected, ...holds }),
  };
}

/** Presents the member as registered, their other submissions, and the neighbours in the queue. */
export function presentCase({ applicant, others, queue }: CaseSurroundings): ReviewCaseWire {
  const { otherName: firstName, registeredAt, ...applied } = applicant;
  return {
    member: { ...applied, firstName, registeredAt: registeredAt.toISOString() },
    others: others.map(({ id, status, reason, submittedAt, decidedAt }) => ({
      id,
      status,
      reason,
      submittedAt: submittedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    queue,
  };
}

/** Presents the viewers of a record in a list. */
export function presentViewers(viewers: readonly Viewer[]): ReviewViewersWire['viewers'] {
  return viewers.map(({ userId, fullName, since }) => ({ userId, fullName, since: since.toISOString() }));
}

/** POST {id}/watch */
export function presentWatch(viewers: readonly Viewer[], adminId: string): ReviewWatchWire {
  return {
    viewers: viewers.map(({ userId, fullName, since }) => ({ userId, fullName, since: since.toISOString(), self: userId === adminId })),
    renewAfterSeconds: RENEW_SECONDS,
  };
}

/** Presents who holds a case, to the admin who asks. */
export function presentClaim(claim: Claim | null, adminId: string): ReviewClaimWire['claim'] {
  return (
    claim && {
      userId: claim.adminId,
      fullName: claim.fullName,
      since: claim.since.toISOString(),
      until: claim.until.toISOString(),
      self: claim.adminId === adminId,
    }
  );
}

/** POST {id}/claim */
export function presentClaimed({ viewers, claim }: ClaimedCase, adminId: string): ReviewClaimedWire {
  return { ...presentWatch(viewers, adminId), claim: presentClaim(claim, adminId) };
}

/** A record of `rejection-reasons`. */
export function presentReason({ subject, code, label, sentence, advice, document }: RejectionReason): RejectionReasonWire {
  return { id: `${subject}.${code}`, subject, code, label, sentence, advice, document };
}
