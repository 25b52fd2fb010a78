import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import type { ReviewName } from './review.types.js';

/** Every statement about the table `review_approvals`. Methods take `tx`, the caller's transaction. */
@Injectable()
export class ReviewApprovalRepository {
  /** Returns who was the first to approve a case. */
  async findFirst(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('review_approvals')
      .select('admin_id')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .executeTakeFirst();
    return row?.admin_id ?? null;
  }

  async add(tx: EntityManager, kind: ReviewName, submissionId: string, adminId: string): Promise<void> {
    await db(tx)
      .insertInto('review_approvals')
      .values({ kind, submission_id: submissionId, admin_id: adminId })
      .onConflict((conflict) => conflict.columns(['kind', 'submission_id']).doNothing())
      .execute();
  }

  async remove(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<void> {
    await db(tx).deleteFrom('review_approvals').where('kind', '=', kind).where('submission_id', '=', submissionId).execute();
  }
}
