import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import type { ReviewDocument } from './rejection.rules.js';
import type { ReviewName } from './review.types.js';
import type { DecisionStep } from './scheduled-decision.entity.js';

/** A decision that can still be undone. */
export interface Scheduled {
  id: string;
  submissionId: string;
  adminId: string;
  step: DecisionStep;
  /** Of `ask`. */
  document: ReviewDocument | null;
  code: string | null;
  reason: string | null;
  isFinal: boolean;
}

const columns = ['id', 'submission_id', 'admin_id', 'step', 'document', 'code', 'reason', 'is_final'] as const;

/** Every statement about the table `scheduled_decisions`. Methods take `tx`, the caller's transaction. */
@Injectable()
export class ScheduledDecisionRepository {
  /** Schedules a decision; the caller holds the lock of the submission, which has none yet. */
  async insert(tx: EntityManager, kind: ReviewName, decision: Scheduled, seconds: number): Promise<void> {
    const { id, submissionId, adminId, step, document, code, reason, isFinal } = decision;
    await db(tx)
      .insertInto('scheduled_decisions')
      .values({
        id,
        kind,
        submission_id: submissionId,
        admin_id: adminId,
        step,
        document,
        code,
        reason,
        is_final: isFinal,
        due_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      })
      .execute();
  }

  /** Returns who has decided a case whose decision can still be undone. */
  async findDecider(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<{ adminId: string; fullName: string } | null> {
    const row = await db(tx)
      .selectFrom('scheduled_decisions as d')
      .innerJoin('users as u', 'u.id', 'd.admin_id')
      .select(['d.admin_id', fullNameOf('u').as('full_name')])
      .where('d.kind', '=', kind)
      .where('d.submission_id', '=', submissionId)
      .executeTakeFirst();
    return row ? { adminId: row.admin_id, fullName: row.full_name } : null;
  }

  /** Deletes a decision and returns it; null if it was undone or carried out before. */
  async take(tx: EntityManager, kind: ReviewName, id: string): Promise<Scheduled | null> {
    const row = await db(tx)
      .deleteFrom('scheduled_decisions')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .returning(columns)
      .executeTakeFirst();
    return row ? toScheduled(row) : null;
  }

  /** As `take`, by the submission and the admin who has decided it. */
  async takeOf(tx: EntityManager, kind: ReviewName, submissionId: string, adminId: string): Promise<Scheduled | null> {
    const row = await db(tx)
      .deleteFrom('scheduled_decisions')
      .where('submission_id', '=', submissionId)
      .where('kind', '=', kind)
      .where('admin_id', '=', adminId)
      .returning(columns)
      .executeTakeFirst();
    return row ? toScheduled(row) : null;
  }
}

interface Row {
  id: string;
  submission_id: string;
  admin_id: string;
  step: DecisionStep;
  document: ReviewDocument | null;
  code: string | null;
  reason: string | null;
  is_final: boolean;
}

function toScheduled({ submission_id, admin_id, is_final, ...same }: Row): Scheduled {
  return { ...same, submissionId: submission_id, adminId: admin_id, isFinal: is_final };
}
