import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReviewType } from './review.types.js';
import { ReviewApprovalRepository } from './review-approval.repository.js';
import { DocumentRequestRepository } from './document-request.repository.js';
import { ReviewCheckRepository } from './review-check.repository.js';
import { ReviewClaimRepository } from './review-claim.repository.js';
import { AnotherReviewerNeeded, CaseClaimed, DecisionScheduled, DecisionUnderWay } from './reviews.errors.js';
import { ScheduledDecisionRepository } from './scheduled-decision.repository.js';

/** Checks whether an admin may decide a case now. Methods take `tx`, the transaction of the decision. */
@Injectable()
export class CaseHoldsService {
  constructor(
    private readonly claims: ReviewClaimRepository,
    private readonly scheduled: ScheduledDecisionRepository,
    private readonly approvals: ReviewApprovalRepository,
    private readonly checks: ReviewCheckRepository,
    private readonly requests: DocumentRequestRepository,
  ) {}

  /**
   * Throws DecisionScheduled while a decision can be undone, and CaseClaimed while another reviewer holds the case. Any reviewer may
   * decide a case that is not claimed.
   */
  async refuse(tx: EntityManager, kind: ReviewType, id: string, adminId: string): Promise<void> {
    const decider = await this.scheduled.findDecider(tx, kind.name, id);
    if (decider) throw new DecisionScheduled(decider.fullName);
    const claim = await this.claims.find(tx, kind.name, id);
    if (claim && claim.adminId !== adminId) throw new CaseClaimed(claim.fullName);
  }

  /** Throws DecisionUnderWay while a decision can be undone. Members do not learn who decides. */
  async refuseMember(tx: EntityManager, { name, subject }: ReviewType, id: string): Promise<void> {
    if (await this.scheduled.findDecider(tx, name, id)) throw new DecisionUnderWay(subject);
  }

  /** Throws AnotherReviewerNeeded where the admin has given the first of two approvals. */
  async refuseSecondApproval(tx: EntityManager, { name }: ReviewType, id: string, adminId: string): Promise<void> {
    if ((await this.approvals.findFirst(tx, name, id)) === adminId) throw new AnotherReviewerNeeded();
  }

  /** Ends the claim, the first approval, the checks and the open request of a case that is decided now. */
  async release(tx: EntityManager, kind: ReviewType, id: string): Promise<void> {
    await this.claims.remove(tx, kind.name, id);
    await this.forgetDocuments(tx, kind, id);
    await this.requests.end(tx, kind.name, id);
  }

  /** Ends what reviewers have found about the documents of a case: the first approval and the checks. */
  async forgetDocuments(tx: EntityManager, { name }: ReviewType, id: string): Promise<void> {
    await this.approvals.remove(tx, name, id);
    await this.checks.removeAll(tx, name, id);
  }
}
