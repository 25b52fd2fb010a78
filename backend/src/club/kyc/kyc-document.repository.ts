import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import type { ReviewDocument } from '../reviews/index.js';

const fileColumns = { 'id-card': 'id_card_file_id', 'proof-of-address': 'proof_file_id' } as const;

/** Statements that replace a document of a pending submission. */
@Injectable()
export class KycDocumentRepository {
  /** Returns the id of the member's pending submission. */
  async findPendingOf(em: EntityManager, userId: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('kyc_submissions')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Returns the file of a document of a pending submission. */
  async findFile(tx: EntityManager, id: string, document: ReviewDocument): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('kyc_submissions')
      .select(`${fileColumns[document]} as fileId`)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return row?.fileId ?? null;
  }

  /** Replaces the file of a document, and adds the time that was spent waiting for it. */
  async replaceFile(
    tx: EntityManager,
    id: string,
    document: ReviewDocument,
    { fileId, waitedSeconds }: { fileId: string; waitedSeconds: number },
  ): Promise<void> {
    await db(tx)
      .updateTable('kyc_submissions')
      .set((eb) => ({ [fileColumns[document]]: fileId, waited_seconds: eb('waited_seconds', '+', waitedSeconds) }))
      .where('id', '=', id)
      .execute();
  }
}
