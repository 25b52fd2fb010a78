import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ReviewStatus } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { aliased, type ReviewType } from './review.types.js';
import { isScheduled } from './scheduled-decision.query.js';

/** A submission by its own id, or the pending one of a member. */
export type SubmissionKey = { submissionId: string } | { userId: string };

/** A submission and its member. */
export interface SubmissionIds {
  id: string;
  userId: string;
}

export interface LockedSubmission {
  userId: string;
  status: ReviewStatus;
  memberRejected: boolean;
}

const now = sql<Date>`now()`;

/**
 * Changes the state of submissions by conditional updates: `where` names the expected state, and null is returned if the row is in another
 * one, so that only one of two concurrent transitions succeeds. Methods take `tx`, the caller's transaction.
 */
@Injectable()
export class ReviewRepository {
  /** Returns undefined for an unknown user. */
  async findMemberStatus(em: EntityManager, { statusColumn }: ReviewType, userId: string): Promise<ReviewStatus | null | undefined> {
    const user = await db(em).selectFrom('users').select(`${statusColumn} as status`).where('id', '=', userId).executeTakeFirst();
    return user && user.status;
  }

  /** Locks the member and returns their status. */
  async lockMemberStatus(tx: EntityManager, { statusColumn }: ReviewType, userId: string): Promise<ReviewStatus | null> {
    const { status } = await db(tx)
      .selectFrom('users')
      .select(`${statusColumn} as status`)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return status;
  }

  /** Locks the row of a submission's member, which is locked before the submission and before invoices. */
  async lockMemberOf(tx: EntityManager, { table }: ReviewType, key: SubmissionKey): Promise<void> {
    await db(tx)
      .selectFrom('users')
      .select('id')
      .where('id', '=', (eb) =>
        'userId' in key ? eb.val(key.userId) : eb.selectFrom(table).select('user_id').where('id', '=', key.submissionId),
      )
      .forNoKeyUpdate()
      .execute();
  }

  /** Returns whether the member has a final rejection that has not been reopened. */
  async isClosed(em: EntityManager, { table }: ReviewType, userId: string): Promise<boolean> {
    const closed = await db(em)
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'rejected')
      .where('is_final', '=', true)
      .where('reopened_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return closed !== undefined;
  }

  /** Moves the member's status; `from: null` is "never submitted". A concurrent call waits for the row lock and then returns false. */
  async moveMember(
    tx: EntityManager,
    { statusColumn }: ReviewType,
    userId: string,
    from: ReviewStatus | null,
    to: ReviewStatus,
  ): Promise<boolean> {
    const moved = await db(tx)
      .updateTable('users')
      .set({ [statusColumn]: to, updated_at: now })
      .where('id', '=', userId)
      .where(statusColumn, 'is not distinct from', from)
      .returning('id')
      .executeTakeFirst();
    return moved !== undefined;
  }

  /** Moves a pending member who is not in the rejected list. */
  async decideMember(tx: EntityManager, { statusColumn }: ReviewType, userId: string, status: ReviewStatus): Promise<boolean> {
    const moved = await db(tx)
      .updateTable('users')
      .set({ [statusColumn]: status, updated_at: now })
      .where('id', '=', userId)
      .where(statusColumn, '=', 'pending')
      .where('rejected_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return moved !== undefined;
  }

  /** Decides a pending submission. Returns null if none is pending. */
  async decide(
    tx: EntityManager,
    { table }: ReviewType,
    key: SubmissionKey,
    decision: { status: ReviewStatus; reason: string | null; decidedBy: string | null },
  ): Promise<SubmissionIds | null> {
    const { status, reason, decidedBy } = decision;
    const row = await db(tx)
      .updateTable(table)
      .set({ status, reason, decided_at: now, decided_by: decidedBy })
      .where('submissionId' in key ? 'id' : 'user_id', '=', 'submissionId' in key ? key.submissionId : key.userId)
      .where('status', '=', 'pending')
      .returning(['id', 'user_id'])
      .executeTakeFirst();
    return row ? { id: row.id, userId: row.user_id } : null;
  }

  async classifyRejection(
    tx: EntityManager,
    { table }: ReviewType,
    id: string,
    { code, final }: { code: string | null; final: boolean },
  ): Promise<void> {
    await db(tx).updateTable(table).set({ reason_code: code, is_final: final }).where('id', '=', id).execute();
  }

  /** Reopens a final rejection. Returns the member's id, or null if there is nothing to reopen. */
  async reopen(tx: EntityManager, { table }: ReviewType, id: string, adminId: string): Promise<string | null> {
    const row = await db(tx)
      .updateTable(table)
      .set({ reopened_at: now, reopened_by: adminId })
      .where('id', '=', id)
      .where('status', '=', 'rejected')
      .where('is_final', '=', true)
      .where('reopened_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** Returns the member of a submission and whether it waits to be decided; null for an unknown one. */
  async findSubmission(tx: EntityManager, { table, name }: ReviewType, id: string): Promise<{ userId: string; isWaiting: boolean } | null> {
    const row = await db(tx)
      .selectFrom(aliased(table, 's'))
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select((eb) => [
        's.user_id',
        eb
          .and([eb('s.status', '=', 'pending'), eb('u.rejected_at', 'is', null), eb.not(eb.exists(isScheduled(name, eb.ref('s.id'))))])
          .as('is_waiting'),
      ])
      .where('s.id', '=', id)
      .executeTakeFirst();
    return row ? { userId: row.user_id, isWaiting: row.is_waiting === true } : null;
  }

  /** Locks a submission, so that decisions of it wait for each other; null for an unknown one. */
  async lockSubmission(tx: EntityManager, kind: ReviewType, id: string): Promise<LockedSubmission | null> {
    await this.lockMemberOf(tx, kind, { submissionId: id });
    const { table } = kind;
    const row = await db(tx)
      .selectFrom(aliased(table, 's'))
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select((eb) => ['s.user_id', 's.status', eb('u.rejected_at', 'is not', null).as('member_rejected')])
      .where('s.id', '=', id)
      .forUpdate('s')
      .executeTakeFirst();
    return row ? { userId: row.user_id, status: row.status, memberRejected: row.member_rejected === true } : null;
  }

  async submissionExists(em: EntityManager, { table }: ReviewType, id: string): Promise<boolean> {
    return (await db(em).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  async userExists(em: EntityManager, id: string): Promise<boolean> {
    return (await db(em).selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  /** Returns whether the member is in the rejected list. */
  async isMemberRejected(em: EntityManager, userId: string): Promise<boolean> {
    const row = await db(em)
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('rejected_at', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  }
}
