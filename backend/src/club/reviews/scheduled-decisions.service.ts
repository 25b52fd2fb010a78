import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, ReviewMoveRefused, uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import type { ReviewType } from './review.types.js';
import { CaseHoldsService } from './case-holds.service.js';
import { ReviewCheckRepository } from './review-check.repository.js';
import { ReviewJournalService } from './review-journal.service.js';
import { ReviewRepository, type LockedSubmission } from './review.repository.js';
import { MemberInRejectedList, NothingToUndo } from './reviews.errors.js';
import { ScheduledDecisionRepository, type Scheduled } from './scheduled-decision.repository.js';

export type { Scheduled } from './scheduled-decision.repository.js';

/** How long a decision can be undone. Until then nothing has changed, and no email is queued. */
export const UNDO_SECONDS = 8;

/** Of the console: the spelling of the outbox message that carries a decision out. */
export const carryOutKind = ({ name }: Pick<ReviewType, 'name'>) => `${name}.carry-out`;

/**
 * Decisions that wait before they are carried out, so that they can be undone. The submission stays pending, and nobody can decide
 * it meanwhile (CaseHoldsService). The audit log records the decision, and that it was undone.
 */
@Injectable()
export class ScheduledDecisionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: ReviewRepository,
    private readonly scheduled: ScheduledDecisionRepository,
    private readonly holds: CaseHoldsService,
    private readonly checks: ReviewCheckRepository,
    private readonly outbox: Outbox,
    private readonly journal: ReviewJournalService,
  ) {}

  /**
   * Schedules a decision in the transaction of `tx`, and records it with the fields that the admin has checked.
   * Throws NotFound, DecisionScheduled, CaseClaimed, ReviewMoveRefused, MemberInRejectedList.
   */
  async schedule(tx: EntityManager, kind: ReviewType, decision: Omit<Scheduled, 'id'>): Promise<void> {
    const { submissionId, adminId, step, document, code, isFinal } = decision;
    const submission = await this.records.lockSubmission(tx, kind, submissionId);
    if (!submission) throw new NotFound(kind.record);
    await this.holds.refuse(tx, kind, submissionId, adminId);
    if (submission.status !== 'pending')
      throw new ReviewMoveRefused(kind.subject, submission.status, step === 'reject' || step === 'ask' ? 'reject' : 'approve');
    if (submission.memberRejected) throw new MemberInRejectedList();
    const id = uuidv7();
    await this.scheduled.insert(tx, kind.name, { id, ...decision }, UNDO_SECONDS);
    await this.outbox.add(tx, {
      kind: carryOutKind(kind),
      dedupeKey: `${carryOutKind(kind)}:${id}`,
      payload: { v: 1, id },
      delaySeconds: UNDO_SECONDS,
    });
    const checked = await this.checks.findOf(tx, kind.name, submissionId, adminId);
    const detail = {
      decision: step,
      ...(document !== null && { document }),
      ...(code !== null && { code }),
      ...(isFinal && { final: true }),
      ...(checked.length > 0 && { checked }),
      undoSeconds: UNDO_SECONDS,
    };
    await this.journal.record(tx, kind, 'decide', { ...decision, userId: submission.userId }, detail);
    await this.journal.publish(tx, kind, submissionId, 'scheduled');
  }

  /** Takes a decision back that has not been carried out. Throws NotFound, NothingToUndo. */
  undo(kind: ReviewType, adminId: string, submissionId: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      // The decision before the submission, as the job takes them: either of the two waits for the other.
      const decision = await this.scheduled.takeOf(tx, kind.name, submissionId, adminId);
      const submission = await this.records.findSubmission(tx, kind, submissionId);
      if (!submission) throw new NotFound(kind.record);
      if (!decision) throw new NothingToUndo();
      await this.journal.record(tx, kind, 'undo', { ...decision, userId: submission.userId }, { decision: decision.step });
      await this.journal.publish(tx, kind, submissionId, 'undone');
    });
  }

  /** Takes the decision to carry it out, in the transaction of `tx`; null if it was undone, or carried out before. */
  take(tx: EntityManager, kind: ReviewType, id: string): Promise<Scheduled | null> {
    return this.scheduled.take(tx, kind.name, id);
  }

  /** Locks a case in the transaction of `tx`; null for an unknown one. */
  lockCase(tx: EntityManager, kind: ReviewType, submissionId: string): Promise<LockedSubmission | null> {
    return this.records.lockSubmission(tx, kind, submissionId);
  }

  /** Drops a decision that cannot be carried out any more. `why`: the code of the error. */
  drop(kind: ReviewType, id: string, why: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const decision = await this.scheduled.take(tx, kind.name, id);
      const submission = decision && (await this.records.lockSubmission(tx, kind, decision.submissionId));
      if (!submission) return;
      await this.journal.record(tx, kind, 'drop-decision', { ...decision, userId: submission.userId }, { decision: decision.step, why });
      await this.journal.publish(tx, kind, decision.submissionId, 'undone');
    });
  }
}
