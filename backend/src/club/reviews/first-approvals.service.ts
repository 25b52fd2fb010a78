import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReviewType } from './review.types.js';
import { ReviewApprovalRepository } from './review-approval.repository.js';
import { ReviewJournalService, type ReviewAct } from './review-journal.service.js';

/** The first of two approvals. It changes nothing for the member. Methods take `tx`, the caller's transaction. */
@Injectable()
export class FirstApprovalsService {
  constructor(
    private readonly approvals: ReviewApprovalRepository,
    private readonly journal: ReviewJournalService,
  ) {}

  /** Returns the id of the admin who was the first to approve a case. */
  find(tx: EntityManager, { name }: ReviewType, submissionId: string): Promise<string | null> {
    return this.approvals.findFirst(tx, name, submissionId);
  }

  async remove(tx: EntityManager, { name }: ReviewType, submissionId: string): Promise<void> {
    await this.approvals.remove(tx, name, submissionId);
  }

  /** Records the first approval, and tells other reviewers that the case waits for one of them. */
  async add(tx: EntityManager, kind: ReviewType, act: ReviewAct): Promise<void> {
    await this.approvals.add(tx, kind.name, act.submissionId, act.adminId);
    await this.journal.record(tx, kind, 'approve-first', act, {});
    await this.journal.publish(tx, kind, act.submissionId, 'claim');
  }
}
