import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { next, NotFound, ReviewMoveRefused, type Membership, type ReviewMove, type ReviewStatus } from '../common/domain/index.js';
import { accountChanged, LiveEvents } from '../common/live/index.js';
import { MailOutbox } from '../mail/index.js';
import type { ReviewKind } from './review-kind.js';
import { MemberInRejectedList } from './reviews.errors.js';

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

  /** Asked before the costly parts of a submission. Throws ReviewMoveRefused where the member may not submit now, NotFound. */
  async opening({ subject, statusColumn }: ReviewKind, userId: string): Promise<Opening> {
    const [user] = await this.em.execute<{ status: ReviewStatus | null }[]>(`select "${statusColumn}" as status from "users" where "id" = ?`, [userId]);
    if (!user) throw new NotFound('user');
    return { userId, from: user.status, to: next(subject, user.status, 'submit') };
  }

  /** Moves the member's status and has `store` write the row, in the transaction of `tx`. Throws ReviewMoveRefused. */
  async submit(tx: EntityManager, kind: ReviewKind, { userId, from, to }: Opening, role: Membership, store: () => Promise<StoredSubmission>): Promise<void> {
    const { subject, name, statusColumn } = kind;
    // A second form sent at the same moment waits here for the first, and then finds the status moved.
    const moved = await tx.execute<unknown[]>(`update "users" set "${statusColumn}" = ?, "updated_at" = now() where "id" = ? and "${statusColumn}" is not distinct from ? returning "id"`, [to, userId, from]);
    if (moved.length === 0) throw new ReviewMoveRefused(subject, 'pending', 'submit');
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

  /** Rejects what waits and tells the member why. Throws NotFound, ReviewMoveRefused, MemberInRejectedList. Returns the submission's id. */
  reject(kind: ReviewKind, adminId: string, which: Decided, reason: string, also?: Consequences): Promise<string> {
    const { name } = kind;
    return this.em.transactional(async (tx) => {
      const decided = await this.decide(tx, kind, adminId, which, 'reject', reason);
      await also?.(tx, decided);
      await this.record(tx, kind, 'reject', adminId, decided, { reason });
      await this.mail.queue(tx, { letter: `${name}-rejected`, to: decided.userId, data: { reason }, dedupeKey: `${name}-rejected:${decided.id}` });
      return decided.id;
    });
  }

  private async record(tx: EntityManager, { name, subject }: ReviewKind, move: Decision, adminId: string, { id, userId }: DecidedSubmission, detail: Record<string, unknown>): Promise<void> {
    await this.audit.record(tx, { action: `${name}.${move}`, actorId: adminId, actorRole: 'admin', targetType: name, targetId: id, detail: { userId, ...detail } });
    await this.live.publish(tx, accountChanged(userId, { changed: name, state: next(subject, 'pending', move) }));
  }

  private async decide(tx: EntityManager, kind: ReviewKind, adminId: string, which: Decided, move: Decision, reason: string | null): Promise<DecidedSubmission> {
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
