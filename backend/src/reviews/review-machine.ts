import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { next, NotFound, ReviewMoveRefused, type Membership, type ReviewMove, type ReviewStatus } from '../common/domain/index.js';
import { accountChanged, LiveEvents, reviewChanged } from '../common/live/index.js';
import { MailOutbox } from '../mail/index.js';
import type { Rejection } from './rejections.js';
import type { ReviewKind } from './review-kind.js';
import { MemberInRejectedList, NothingToReopen, SubmissionClosed } from './reviews.errors.js';

/** A submission by its own id, or the one that waits of a member. */
export type Decided = { submissionId: string } | { userId: string };

/** A member may submit: from this status to that one. */
export interface Opening {
  userId: string;
  from: ReviewStatus | null;
  to: ReviewStatus;
}

/** A new row, and what its audit record says beside its id: states, never names or secrets. */
export interface StoredSubmission {
  id: string;
  detail: Record<string, unknown>;
}

type Decision = Exclude<ReviewMove, 'submit'>;

/** A decision that was made, in its transaction. */
export interface DecidedSubmission {
  id: string;
  userId: string;
}

/** What else a decision brings about, in its transaction. */
export type Consequences = (tx: EntityManager, decided: DecidedSubmission) => Promise<void>;

/**
 * The moves of everything that members submit and admins decide (contract section 3). The row, the member's own status, the audit record and the letter
 * change together or not at all; of two moves at one moment the second finds the first one made and gets ReviewMoveRefused (409).
 */
@Injectable()
export class ReviewMachine {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** Asked before the costly parts of a submission. Throws ReviewMoveRefused where the member may not submit now, SubmissionClosed where they never may, NotFound. */
  async opening(kind: ReviewKind, userId: string): Promise<Opening> {
    const { subject, statusColumn } = kind;
    const [user] = await this.em.execute<{ status: ReviewStatus | null }[]>(
      `select "${statusColumn}" as status from "users" where "id" = ?`,
      [userId],
    );
    if (!user) throw new NotFound('user');
    const to = next(subject, user.status, 'submit');
    await refuseClosed(this.em, kind, userId);
    return { userId, from: user.status, to };
  }

  /** Moves the member's status and has `store` write the row, in the transaction of `tx`. Throws ReviewMoveRefused, SubmissionClosed. */
  async submit(
    tx: EntityManager,
    kind: ReviewKind,
    { userId, from, to }: Opening,
    role: Membership,
    store: () => Promise<StoredSubmission>,
  ): Promise<void> {
    const { subject, name, statusColumn } = kind;
    // A second form sent at the same moment waits here for the first, and then finds the status moved.
    const moved = await tx.execute<unknown[]>(
      `update "users" set "${statusColumn}" = ?, "updated_at" = now() where "id" = ? and "${statusColumn}" is not distinct from ? returning "id"`,
      [to, userId, from],
    );
    if (moved.length === 0) throw new ReviewMoveRefused(subject, 'pending', 'submit');
    // Once more, now that the member's row is held: between asking and writing another form may have come and been rejected for good.
    await refuseClosed(tx, kind, userId);
    const { id, detail } = await store();
    await this.audit.record(tx, { action: `${name}.submit`, actorId: userId, actorRole: role, targetType: name, targetId: id, detail });
    await this.mail.queue(tx, { letter: `${name}-received`, to: userId, data: {}, dedupeKey: `${name}-received:${id}` });
    await this.live.publish(tx, accountChanged(userId, { changed: name, state: to }));
  }

  /** Approves what waits and tells the member. Throws NotFound, ReviewMoveRefused, MemberInRejectedList. Returns the submission's id. */
  approve(kind: ReviewKind, adminId: string, which: Decided, also?: Consequences): Promise<string> {
    const { name } = kind;
    return this.em.transactional(async (tx) => {
      const decided = await this.decide(tx, kind, adminId, which, 'approve', null);
      await also?.(tx, decided);
      await this.record(tx, kind, 'approve', adminId, decided, {});
      await this.mail.queue(tx, { letter: `${name}-approved`, to: decided.userId, data: {}, dedupeKey: `${name}-approved:${decided.id}` });
      return decided.id;
    });
  }

  /** Rejects what waits and tells the member why, and whether they may try again. Throws NotFound, ReviewMoveRefused, MemberInRejectedList. Returns the submission's id. */
  reject(
    kind: ReviewKind,
    adminId: string,
    which: Decided,
    { text: reason, code, final }: Rejection,
    also?: Consequences,
  ): Promise<string> {
    const { name, table } = kind;
    const letter = final ? (`${name}-declined` as const) : (`${name}-rejected` as const);
    return this.em.transactional(async (tx) => {
      const decided = await this.decide(tx, kind, adminId, which, 'reject', reason);
      await tx.execute(`update "${table}" set "reason_code" = ?, "is_final" = ? where "id" = ?`, [code, final, decided.id]);
      await also?.(tx, decided);
      await this.record(tx, kind, 'reject', adminId, decided, { reason, ...(code !== null && { code }), ...(final && { final }) });
      await this.mail.queue(tx, { letter, to: decided.userId, data: { reason }, dedupeKey: `${letter}:${decided.id}` });
      return decided.id;
    });
  }

  /** Lets a member who was rejected for good submit again, and tells them. `why` is for the audit log. Throws NotFound, NothingToReopen, MemberInRejectedList. */
  allowRetry(kind: ReviewKind, adminId: string, submissionId: string, why: string): Promise<void> {
    const { name, subject, record, table } = kind;
    return this.em.transactional(async (tx) => {
      const [row] = await tx.execute<{ user_id: string }[]>(
        `update "${table}" set "reopened_at" = now(), "reopened_by" = ? where "id" = ? and "status" = 'rejected' and "is_final" and "reopened_at" is null returning "user_id"`,
        [adminId, submissionId],
      );
      if (!row) {
        const known = await tx.execute<unknown[]>(`select 1 from "${table}" where "id" = ?`, [submissionId]);
        throw known.length > 0 ? new NothingToReopen(subject) : new NotFound(record);
      }
      const rejected = await tx.execute<unknown[]>('select 1 from "users" where "id" = ? and "rejected_at" is not null', [row.user_id]);
      if (rejected.length > 0) throw new MemberInRejectedList();
      await this.audit.record(tx, {
        action: `${name}.allow-retry`,
        actorId: adminId,
        actorRole: 'admin',
        targetType: name,
        targetId: submissionId,
        detail: { userId: row.user_id, reason: why },
      });
      await this.mail.queue(tx, { letter: `${name}-reopened`, to: row.user_id, data: {}, dedupeKey: `${name}-reopened:${submissionId}` });
      await this.live.publish(tx, accountChanged(row.user_id, { changed: name, state: 'rejected' }));
      await this.live.publish(tx, reviewChanged({ review: name, id: submissionId, change: 'reopened' }));
    });
  }

  private async record(
    tx: EntityManager,
    { name, subject }: ReviewKind,
    move: Decision,
    adminId: string,
    { id, userId }: DecidedSubmission,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `${name}.${move}`,
      actorId: adminId,
      actorRole: 'admin',
      targetType: name,
      targetId: id,
      detail: { userId, ...detail },
    });
    await this.live.publish(tx, accountChanged(userId, { changed: name, state: next(subject, 'pending', move) }));
    await this.live.publish(tx, reviewChanged({ review: name, id, change: 'decided' }));
  }

  private async decide(
    tx: EntityManager,
    kind: ReviewKind,
    adminId: string,
    which: Decided,
    move: Decision,
    reason: string | null,
  ): Promise<DecidedSubmission> {
    const { subject, table, statusColumn } = kind;
    const status = next(subject, 'pending', move);
    const [column, id] = 'submissionId' in which ? ['id', which.submissionId] : ['user_id', which.userId];
    const [row] = await tx.execute<{ id: string; user_id: string }[]>(
      `update "${table}" set "status" = ?, "reason" = ?, "decided_at" = now(), "decided_by" = ? where "${column}" = ? and "status" = 'pending' returning "id", "user_id"`,
      [status, reason, adminId, id],
    );
    if (!row) throw await this.refusal(tx, kind, which, move);
    const moved = await tx.execute<unknown[]>(
      `update "users" set "${statusColumn}" = ?, "updated_at" = now() where "id" = ? and "${statusColumn}" = 'pending' and "rejected_at" is null returning "id"`,
      [status, row.user_id],
    );
    if (moved.length === 0) throw await this.memberRefusal(tx, kind, row.user_id, move);
    return { id: row.id, userId: row.user_id };
  }

  /** An id that names nothing is a 404; a record that does not wait is a 409. */
  private async refusal(tx: EntityManager, { subject, record, table }: ReviewKind, which: Decided, move: Decision): Promise<Error> {
    const byUser = 'userId' in which;
    const known = byUser
      ? await tx.execute<unknown[]>('select 1 from "users" where "id" = ?', [which.userId])
      : await tx.execute<unknown[]>(`select 1 from "${table}" where "id" = ?`, [which.submissionId]);
    return known.length > 0 ? new ReviewMoveRefused(subject, null, move) : new NotFound(byUser ? 'user' : record);
  }

  private async memberRefusal(tx: EntityManager, { subject }: ReviewKind, userId: string, move: Decision): Promise<Error> {
    const rejected = await tx.execute<unknown[]>('select 1 from "users" where "id" = ? and "rejected_at" is not null', [userId]);
    return rejected.length > 0 ? new MemberInRejectedList() : new ReviewMoveRefused(subject, null, move);
  }
}

async function refuseClosed(em: EntityManager, { subject, table }: ReviewKind, userId: string): Promise<void> {
  const closed = await em.execute<unknown[]>(
    `select 1 from "${table}" where "user_id" = ? and "status" = 'rejected' and "is_final" and "reopened_at" is null limit 1`,
    [userId],
  );
  if (closed.length > 0) throw new SubmissionClosed(subject);
}
