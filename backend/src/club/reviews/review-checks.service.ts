import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, ReviewMoveRefused } from '../../platform/domain/index.js';
import { CaseHoldsService } from './case-holds.service.js';
import type { CheckedField } from './review-check.entity.js';
import { ReviewCheckRepository } from './review-check.repository.js';
import { ReviewRepository } from './review.repository.js';
import type { ReviewType } from './review.types.js';

/**
 * The fields of a case that each reviewer has compared with the documents. They stay when the reviewer leaves the case, and end with the
 * decision and with a new document. A decision needs none of them.
 */
@Injectable()
export class ReviewChecksService {
  constructor(
    private readonly em: EntityManager,
    private readonly checks: ReviewCheckRepository,
    private readonly records: ReviewRepository,
    private readonly holds: CaseHoldsService,
  ) {}

  /** Returns the fields that the admin has checked, in the order of the page. */
  of({ name }: ReviewType, submissionId: string, adminId: string, em: EntityManager = this.em): Promise<CheckedField[]> {
    return this.checks.findOf(em, name, submissionId, adminId);
  }

  /**
   * Checks a field, or takes that back; idempotent. Returns the fields that the admin has checked. Throws as lockOpen.
   */
  mark(
    kind: ReviewType,
    { adminId, submissionId }: { adminId: string; submissionId: string },
    { field, checked }: { field: CheckedField; checked: boolean },
  ): Promise<CheckedField[]> {
    return this.em.transactional(async (tx) => {
      await this.lockOpen(tx, kind, { adminId, submissionId });
      if (checked) await this.checks.add(tx, kind.name, submissionId, adminId, field);
      else await this.checks.remove(tx, kind.name, submissionId, adminId, field);
      return this.checks.findOf(tx, kind.name, submissionId, adminId);
    });
  }

  /**
   * Locks a case that this admin may still find something out about. Throws NotFound, ReviewMoveRefused for what is decided, CaseClaimed,
   * DecisionScheduled.
   */
  async lockOpen(tx: EntityManager, kind: ReviewType, { adminId, submissionId }: { adminId: string; submissionId: string }): Promise<void> {
    const submission = await this.records.lockSubmission(tx, kind, submissionId);
    if (!submission) throw new NotFound(kind.record);
    if (submission.status !== 'pending') throw new ReviewMoveRefused(kind.subject, submission.status, 'approve');
    await this.holds.refuse(tx, kind, submissionId, adminId);
  }
}
