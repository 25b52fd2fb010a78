import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReviewType } from './review.types.js';
import { ReviewApprovalRepository } from './review-approval.repository.js';
import { ReviewClaimRepository } from './review-claim.repository.js';
import { AnotherReviewerNeeded, CaseClaimed, DecisionScheduled } from './reviews.errors.js';
import { ScheduledDecisionRepository } from './scheduled-decision.repository.js';

/** Checks whether an admin may decide a case now. Methods take `tx`, the transaction of the decision. */
@Injectable()
export class CaseHoldsService {
  constructor(
    private readonly claims: ReviewClaimRepository,
    private readonly scheduled: ScheduledDecisionRepository,
    private readonly approvals: ReviewApprovalRepository,
  ) {}

  /**
   * Throws DecisionScheduled while a decision can be undone, and CaseClaimed while another reviewer holds the case. Any reviewer may
   * decide a case that is not claimed.
   */
  async refuse(tx: EntityManager, { name }: ReviewType, id: string, adminId: string): Promise<void> {
    const decider = await this.scheduled.findDecider(tx, name, id);
    if (decider) throw new DecisionScheduled(decider.fullName);
    const claim = await this.claims.find(tx, name, id);
    if (claim && claim.adminId !== adminId) throw new CaseClaimed(claim.fullName);
  }

  /** Throws AnotherReviewerNeeded where the admin has given the first of two approvals. */
  async refuseSecondApproval(tx: EntityManager, { name }: ReviewType, id: string, adminId: string): Promise<void> {
    if ((await this.approvals.findFirst(tx, name, id)) === adminId) throw new AnotherReviewerNeeded();
  }

  /** Ends the claim and the first approval of a case that is decided now. */
  async release(tx: EntityManager, { name }: ReviewType, id: string): Promise<void> {
    await this.claims.remove(tx, name, id);
    await this.approvals.remove(tx, name, id);
  }
}
