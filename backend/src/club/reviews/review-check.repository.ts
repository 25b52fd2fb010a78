import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { checkedFields, type CheckedField } from './review-check.entity.js';
import type { ReviewName } from './review.types.js';

/** Every statement about the table `review_checks`. */
@Injectable()
export class ReviewCheckRepository {
  /** Returns the fields that an admin has checked, in the order of the page. */
  async findOf(em: EntityManager, kind: ReviewName, submissionId: string, adminId: string): Promise<CheckedField[]> {
    const rows = await db(em)
      .selectFrom('review_checks')
      .select('field')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('admin_id', '=', adminId)
      .execute();
    const found = new Set(rows.map(({ field }) => field));
    return checkedFields.filter((field) => found.has(field));
  }

  async add(tx: EntityManager, kind: ReviewName, submissionId: string, adminId: string, field: CheckedField): Promise<void> {
    await db(tx)
      .insertInto('review_checks')
      .values({ kind, submission_id: submissionId, admin_id: adminId, field })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async remove(tx: EntityManager, kind: ReviewName, submissionId: string, adminId: string, field: CheckedField): Promise<void> {
    await db(tx)
      .deleteFrom('review_checks')
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('admin_id', '=', adminId)
      .where('field', '=', field)
      .execute();
  }

  /** Removes the checks of all admins on a case. */
  async removeAll(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<void> {
    await db(tx).deleteFrom('review_checks').where('kind', '=', kind).where('submission_id', '=', submissionId).execute();
  }
}
