import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';

export type SubmissionKind = 'kyc' | 'payment';

const tables = { kyc: 'kyc_submissions', payment: 'payments' } as const;
/** What reviewers have done with a submission. */
const aboutCases = [
  'review_presences',
  'review_claims',
  'review_approvals',
  'review_checks',
  'scheduled_decisions',
  'document_requests',
] as const;

/** The number of files of a submission: beside its two documents those that were asked for again and replaced. */
const filesEach = {
  kyc: sql<number>`2 + (select count(*) from document_requests r where r.submission_id = kyc_submissions.id
    and r.earlier_file_id is not null)`,
  payment: sql<number>`1`,
};
const isAmong = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** Statements that destroy submissions and files. Methods take `tx`, the caller's transaction. */
@Injectable()
export class ShreddedSubmissionRepository {
  /** Replaces submissions by rows of `shredded_submissions`. Returns the ids of their files. */
  async replace(tx: EntityManager, kind: SubmissionKind, ids: readonly string[]): Promise<string[]> {
    const table = tables[kind];
    const files = await this.findFiles(tx, kind, ids);
    await db(tx)
      .insertInto('shredded_submissions')
      .columns(['id', 'kind', 'user_id', 'status', 'submitted_at', 'decided_at', 'files'])
      .expression((eb) =>
        eb
          .selectFrom(table)
          .select(['id', sql.lit(kind).as('kind'), 'user_id', 'status', 'submitted_at', 'decided_at', filesEach[kind].as('files')])
          .where(isAmong('id', ids)),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    for (const about of aboutCases) await db(tx).deleteFrom(about).where(isAmong('submission_id', ids)).execute();
    await db(tx).deleteFrom(table).where(isAmong('id', ids)).execute();
    return files;
  }

  private async findFiles(tx: EntityManager, kind: SubmissionKind, ids: readonly string[]): Promise<string[]> {
    if (kind === 'payment') {
      const rows = await db(tx).selectFrom('payments').select('proof_file_id').where(isAmong('id', ids)).execute();
      return rows.flatMap(({ proof_file_id }) => proof_file_id ?? []);
    }
    const rows = await db(tx)
      .selectFrom('kyc_submissions')
      .select(['id_card_file_id', 'proof_file_id'])
      .where(isAmong('id', ids))
      .execute();
    const earlier = await db(tx).selectFrom('document_requests').select('earlier_file_id').where(isAmong('submission_id', ids)).execute();
    return [
      ...rows.flatMap(({ id_card_file_id, proof_file_id }) => [id_card_file_id, proof_file_id]),
      ...earlier.flatMap(({ earlier_file_id }) => earlier_file_id ?? []),
    ];
  }

  /** Deletes rows of files. Returns their storage keys. */
  deleteFiles(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
    return this.deleteFilesWhere(tx, isAmong('id', ids));
  }

  deleteFilesOf(tx: EntityManager, userId: string): Promise<string[]> {
    return this.deleteFilesWhere(tx, sql<SqlBool>`user_id = ${userId}`);
  }

  private async deleteFilesWhere(tx: EntityManager, condition: ReturnType<typeof isAmong>): Promise<string[]> {
    const rows = await db(tx).deleteFrom('files').where(condition).returning('storage_key').execute();
    return rows.map(({ storage_key }) => storage_key);
  }
}
