import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { DomainError, NotFound, rolesWith, type Membership } from '../../platform/domain/index.js';
import { hasOtherInTeam } from '../../team.query.js';
import {
  AnotherReviewerNeeded,
  DocumentRequestsService,
  DocumentsNotOpened,
  FirstApprovalsService,
  ScheduledDecisionsService,
  type ReviewDocument,
  type Scheduled,
} from '../reviews/index.js';
import { KycDecisionsService } from './kyc-decisions.service.js';
import { kycReviewConfig } from './kyc-review.config.js';
import { KycReviewsService } from './kyc-reviews.service.js';

/** A decision as the console sends it. */
export interface ConsoleDecision {
  decision: 'approve' | 'reject' | 'ask';
  /** Of `ask`. */
  document?: ReviewDocument | undefined;
  code?: string | undefined;
  reason?: string | undefined;
  final: boolean;
}

/**
 * Decisions of the console. They can be undone for some seconds (ScheduledDecisionsService), take both documents opened, and for clients of
 * the fund two reviewers. Clients of the specification decide at once and alone (KycDecisionsService).
 */
@Injectable()
export class KycConsoleDecisionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly schedule: ScheduledDecisionsService,
    private readonly firsts: FirstApprovalsService,
    private readonly requests: DocumentRequestsService,
    private readonly reviews: KycReviewsService,
    private readonly decisions: KycDecisionsService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Schedules a decision. Throws as ScheduledDecisionsService.schedule, DocumentsNotOpened, AnotherReviewerNeeded,
   * DocumentAskedAlready.
   */
  decide(adminId: string, submissionId: string, { decision, document, code, reason, final }: ConsoleDecision): Promise<void> {
    return this.em.transactional(async (tx) => {
      // Before the step is chosen: of two reviewers at one moment the later one sees the first one's approval.
      await this.schedule.lockCase(tx, kycReviewConfig, submissionId);
      const step = decision === 'approve' ? await this.approvalStep(tx, adminId, submissionId) : decision;
      if (step === 'ask') await this.requests.refuseSecond(tx, kycReviewConfig, submissionId);
      const why = decision === 'approve' ? NO_REASON : { code: code ?? null, reason: reason ?? null, isFinal: final };
      await this.schedule.schedule(tx, kycReviewConfig, { submissionId, adminId, step, document: document ?? null, ...why });
    });
  }

  /** Throws NotFound, NothingToUndo. */
  undo(adminId: string, submissionId: string): Promise<void> {
    return this.schedule.undo(kycReviewConfig, adminId, submissionId);
  }

  /** Carries out a scheduled decision, once. One that has become impossible is dropped, with an audit record. */
  async carryOut(id: string): Promise<void> {
    try {
      await this.em.transactional(async (tx) => {
        const decision = await this.schedule.take(tx, kycReviewConfig, id);
        if (decision) await this.apply(tx, decision);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.schedule.drop(kycReviewConfig, id, error.code);
    }
  }

  /** Returns which members' approval by this admin takes another reviewer's. The only reviewer of a team approves alone. */
  async takesTwo(adminId: string, em: EntityManager = this.em): Promise<(membership: Membership) => boolean> {
    const isShared = this.config.kycSecondReview === 'fund' && (await hasOtherInTeam(em, rolesWith('kyc.decide'), adminId));
    return (membership) => isShared && membership === 'hedge fund';
  }

  private async approvalStep(tx: EntityManager, adminId: string, id: string): Promise<'first-approve' | 'approve'> {
    const submission = await this.reviews.find(id);
    if (!submission) throw new NotFound(kycReviewConfig.record);
    const opened = await this.reviews.openedBy(adminId, [submission], { preloaded: true });
    if (opened.size < 2) throw new DocumentsNotOpened();
    const takesTwo = await this.takesTwo(adminId, tx);
    if (!takesTwo(submission.userType)) return 'approve';
    const first = await this.firsts.find(tx, kycReviewConfig, id);
    if (first === adminId) throw new AnotherReviewerNeeded();
    return first === null ? 'first-approve' : 'approve';
  }

  private async needsSecond(tx: EntityManager, adminId: string, submissionId: string): Promise<boolean> {
    const submission = await this.reviews.find(submissionId);
    return submission !== null && (await this.takesTwo(adminId, tx))(submission.userType);
  }

  private async apply(tx: EntityManager, scheduled: Scheduled): Promise<void> {
    const { submissionId, adminId, step, document, code, reason, isFinal } = scheduled;
    const why = { code: code ?? undefined, reason: reason ?? undefined };
    if (step === 'ask') {
      await this.requests.askIn(tx, kycReviewConfig, adminId, submissionId, { document: document!, ...why });
      return;
    }
    if (step === 'reject') {
      await this.decisions.rejectIn(tx, adminId, { submissionId }, { ...why, final: isFinal });
      return;
    }
    const first = await this.firsts.find(tx, kycReviewConfig, submissionId);
    // The first reviewer can have been deleted meanwhile: then this approval is the first.
    if (step === 'approve' && (first !== null || !(await this.needsSecond(tx, adminId, submissionId)))) {
      // They decide alone: their team has no other reviewer any more, or the rule was switched off.
      if (first === adminId) await this.firsts.remove(tx, kycReviewConfig, submissionId);
      await this.decisions.approveIn(tx, adminId, { submissionId }, first === null || first === adminId ? {} : { firstReviewer: first });
      return;
    }
    const submission = await this.schedule.lockCase(tx, kycReviewConfig, submissionId);
    if (submission?.status !== 'pending') return;
    await this.firsts.add(tx, kycReviewConfig, { adminId, submissionId, userId: submission.userId });
  }
}

const NO_REASON = { code: null, reason: null, isFinal: false };
