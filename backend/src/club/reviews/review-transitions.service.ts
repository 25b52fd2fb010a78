import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { next, NotFound, ReviewMoveRefused, type Membership, type ReviewMove, type ReviewStatus } from '../../platform/domain/index.js';
import { accountChanged, LiveEvents, reviewChanged } from '../../messaging/live/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { Rejection } from './rejection.rules.js';
import type { ReviewType } from './review.types.js';
import { CaseHoldsService } from './case-holds.service.js';
import { ReviewRepository, type SubmissionIds, type SubmissionKey } from './review.repository.js';
import { MemberInRejectedList, NothingToReopen, SubmissionClosed } from './reviews.errors.js';

export type { SubmissionIds as DecidedSubmission, SubmissionKey as Decided } from './review.repository.js';

/** An allowed submission: the member's status before and after it. */
export interface Opening {
  userId: string;
  from: ReviewStatus | null;
  to: ReviewStatus;
}

/** A new row. `detail`: states for its audit record, never names or secrets. */
export interface StoredSubmission {
  id: string;
  detail: Record<string, unknown>;
}

type Decision = Exclude<ReviewMove, 'submit'>;

/** Further effects of a decision, in its transaction. */
export type Consequences = (tx: EntityManager, decided: SubmissionIds) => Promise<void>;

/**
 * Changes the state of submissions (contract section 3). One transaction contains the row, the member's status, the audit record and the
 * email. Of two concurrent transitions the second throws ReviewMoveRefused (409).
 */
@Injectable()
export class ReviewTransitionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: ReviewRepository,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
    private readonly holds: CaseHoldsService,
  ) {}

  /**
   * Checks a submission before its expensive parts. Throws ReviewMoveRefused if the member may not submit now, SubmissionClosed after a
   * final rejection, NotFound.
   */
  async opening(kind: ReviewType, userId: string): Promise<Opening> {
    const from = await this.records.findMemberStatus(this.em, kind, userId);
    if (from === undefined) throw new NotFound('user');
    const to = next(kind.subject, from, 'submit');
    await this.refuseClosed(this.em, kind, userId);
    return { userId, from, to };
  }

  /** Locks a member in the transaction of `tx`, so that decisions about them wait. */
  async lockMember(tx: EntityManager, kind: ReviewType, userId: string): Promise<void> {
    await this.records.lockMemberOf(tx, kind, { userId });
  }

  /** Changes the member's status and calls `store`, in the transaction of `tx`. Throws ReviewMoveRefused, SubmissionClosed. */
  async submit(
    tx: EntityManager,
    kind: ReviewType,
    { userId, from, to }: Opening,
    role: Membership,
    store: () => Promise<StoredSubmission>,
  ): Promise<void> {
    const { subject, name } = kind;
    // A concurrent submission waits here for the row lock, and then finds the status changed.
    const moved = await this.records.moveMember(tx, kind, userId, from, to);
    if (!moved) throw new ReviewMoveRefused(subject, 'pending', 'submit');
    // Checks again under the lock: another submission may have been finally rejected since opening().
    await this.refuseClosed(tx, kind, userId);
    const { id, detail } = await store();
    await this.audit.record(tx, { action: `${name}.submit`, actorId: userId, actorRole: role, targetType: name, targetId: id, detail });
    await this.mail.queue(tx, { letter: `${name}-received`, to: userId, data: {}, dedupeKey: `${name}-received:${id}` });
    await this.live.publish(tx, accountChanged(userId, { changed: name, state: to }));
  }

  /**
   * Approves a pending submission and queues an email. Throws NotFound, ReviewMoveRefused, MemberInRejectedList, CaseClaimed,
   * DecisionScheduled, AnotherReviewerNeeded. Returns its id.
   */
  approve(kind: ReviewType, adminId: string, which: SubmissionKey, also?: Consequences): Promise<string> {
    return this.em.transactional((tx) => this.approveIn(tx, kind, adminId, which, also));
  }

  /** As `approve`, in the transaction of `tx`. `detail`: more for the audit record. */
  async approveIn(
    tx: EntityManager,
    kind: ReviewType,
    adminId: string,
    which: SubmissionKey,
    also?: Consequences,
    detail: Record<string, unknown> = {},
  ): Promise<string> {
    const { name } = kind;
    const decided = await this.decide(tx, kind, adminId, which, 'approve', null);
    await also?.(tx, decided);
    await this.record(tx, kind, 'approve', adminId, decided, detail);
    await this.mail.queue(tx, { letter: `${name}-approved`, to: decided.userId, data: {}, dedupeKey: `${name}-approved:${decided.id}` });
    return decided.id;
  }

  /**
   * Approves what the system itself has verified, in the transaction of `tx`: the pending submission, or the one that `store` adds. Returns
   * null where a person decides, after a final rejection and for members in the rejected list, and where it is approved already.
   */
  async approveVerified(tx: EntityManager, kind: ReviewType, userId: string, store: () => Promise<string>): Promise<string | null> {
    const { name } = kind;
    const from = await this.records.lockMemberStatus(tx, kind, userId);
    if (from === 'approved' || (await this.records.isMemberRejected(tx, userId)) || (await this.records.isClosed(tx, kind, userId)))
      return null;
    let id: string;
    if (from === 'pending') id = (await this.decide(tx, kind, null, { userId }, 'approve', null)).id;
    else {
      await this.records.moveMember(tx, kind, userId, from, 'approved');
      id = await store();
    }
    await this.record(tx, kind, 'approve', null, { id, userId }, { verified: true });
    await this.mail.queue(tx, { letter: `${name}-approved`, to: userId, data: {}, dedupeKey: `${name}-approved:${id}` });
    return id;
  }

  /**
   * Rejects a pending submission and queues an email with the reason. Throws as `approve`. Returns the submission's id.
   */
  reject(kind: ReviewType, adminId: string, which: SubmissionKey, rejection: Rejection, also?: Consequences): Promise<string> {
    return this.em.transactional((tx) => this.rejectIn(tx, kind, adminId, which, rejection, also));
  }

  /** As `reject`, in the transaction of `tx`. */
  async rejectIn(
    tx: EntityManager,
    kind: ReviewType,
    adminId: string,
    which: SubmissionKey,
    { text: reason, code, final, letterData: data }: Rejection,
    also?: Consequences,
  ): Promise<string> {
    const { name } = kind;
    const letter = final ? (`${name}-declined` as const) : (`${name}-rejected` as const);
    const decided = await this.decide(tx, kind, adminId, which, 'reject', reason);
    await this.records.classifyRejection(tx, kind, decided.id, { code, final });
    await also?.(tx, decided);
    await this.record(tx, kind, 'reject', adminId, decided, { reason, ...(code !== null && { code }), ...(final && { final }) });
    await this.mail.queue(tx, { letter, to: decided.userId, data, dedupeKey: `${letter}:${decided.id}` });
    return decided.id;
  }

  /**
   * Allows another submission after a final rejection and queues an email. `why`: for the audit log. Throws NotFound,
   * NothingToReopen, MemberInRejectedList.
   */
  allowRetry(kind: ReviewType, adminId: string, submissionId: string, why: string): Promise<void> {
    const { name, subject, record } = kind;
    return this.em.transactional(async (tx) => {
      const userId = await this.records.reopen(tx, kind, submissionId, adminId);
      if (userId === null)
        throw (await this.records.submissionExists(tx, kind, submissionId)) ? new NothingToReopen(subject) : new NotFound(record);
      if (await this.records.isMemberRejected(tx, userId)) throw new MemberInRejectedList();
      await this.audit.record(tx, {
        action: `${name}.allow-retry`,
        actorId: adminId,
        actorRole: 'admin',
        targetType: name,
        targetId: submissionId,
        detail: { userId, reason: why },
      });
      await this.mail.queue(tx, { letter: `${name}-reopened`, to: userId, data: {}, dedupeKey: `${name}-reopened:${submissionId}` });
      await this.live.publish(tx, accountChanged(userId, { changed: name, state: 'rejected' }));
      await this.live.publish(tx, reviewChanged({ review: name, id: submissionId, change: 'reopened' }));
    });
  }

  private async record(
    tx: EntityManager,
    { name, subject }: ReviewType,
    move: Decision,
    adminId: string | null,
    { id, userId }: SubmissionIds,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `${name}.${move}`,
      actorId: adminId,
      actorRole: adminId === null ? null : 'admin',
      targetType: name,
      targetId: id,
      detail: { userId, ...detail },
    });
    await this.live.publish(tx, accountChanged(userId, { changed: name, state: next(subject, 'pending', move) }));
    await this.live.publish(tx, reviewChanged({ review: name, id, change: 'decided' }));
  }

  private async decide(
    tx: EntityManager,
    kind: ReviewType,
    adminId: string | null,
    which: SubmissionKey,
    move: Decision,
    reason: string | null,
  ): Promise<SubmissionIds> {
    const status = next(kind.subject, 'pending', move);
    await this.records.lockMemberOf(tx, kind, which);
    const decided = await this.records.decide(tx, kind, which, { status, reason, decidedBy: adminId });
    if (!decided) throw await this.refusal(tx, kind, which, move);
    const moved = await this.records.decideMember(tx, kind, decided.userId, status);
    if (!moved) throw await this.memberRefusal(tx, kind, decided.userId, move);
    if (adminId !== null) {
      await this.holds.refuse(tx, kind, decided.id, adminId);
      if (move === 'approve') await this.holds.refuseSecondApproval(tx, kind, decided.id, adminId);
    }
    await this.holds.release(tx, kind, decided.id);
    return decided;
  }

  /** Throws NotFound (404) for an unknown id, and ReviewMoveRefused (409) for a submission that is not pending. */
  private async refusal(tx: EntityManager, kind: ReviewType, which: SubmissionKey, move: Decision): Promise<Error> {
    const { subject, record } = kind;
    const byUser = 'userId' in which;
    const exists = byUser
      ? await this.records.userExists(tx, which.userId)
      : await this.records.submissionExists(tx, kind, which.submissionId);
    return exists ? new ReviewMoveRefused(subject, null, move) : new NotFound(byUser ? 'user' : record);
  }

  private async memberRefusal(tx: EntityManager, { subject }: ReviewType, userId: string, move: Decision): Promise<Error> {
    const isRejected = await this.records.isMemberRejected(tx, userId);
    return isRejected ? new MemberInRejectedList() : new ReviewMoveRefused(subject, null, move);
  }

  private async refuseClosed(em: EntityManager, kind: ReviewType, userId: string): Promise<void> {
    if (await this.records.isClosed(em, kind, userId)) throw new SubmissionClosed(kind.subject);
  }
}
