import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';

/** A row and its member. */
export interface OwnedRow {
  id: string;
  userId: string;
}

const now = sql<string>`now()`;
const isAmong = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
const toOwned = ({ id, user_id }: { id: string; user_id: string }): OwnedRow => ({ id, userId: user_id });

/** Statements of retention rules about members. Methods take `tx`, the caller's transaction. */
@Injectable()
export class MemberRetentionRepository {
  async findSubmissions(tx: EntityManager, ids: readonly string[]): Promise<OwnedRow[]> {
    const rows = await db(tx).selectFrom('kyc_submissions').select(['id', 'user_id']).where(isAmong('id', ids)).orderBy('id').execute();
    return rows.map(toOwned);
  }

  /** Returns the submissions of requests with the document that was replaced. */
  async findReplaced(tx: EntityManager, requestIds: readonly string[]): Promise<(OwnedRow & { fileId: string })[]> {
    const rows = await db(tx)
      .selectFrom('document_requests as q')
      .innerJoin('kyc_submissions as k', 'k.id', 'q.submission_id')
      .select(['k.id', 'k.user_id', 'q.earlier_file_id'])
      .where(isAmong('q.id', requestIds))
      .orderBy('q.id')
      .execute();
    return rows.flatMap((row) => (row.earlier_file_id === null ? [] : { ...toOwned(row), fileId: row.earlier_file_id }));
  }

  /** Returns submissions with whether their member is outside the rejected list. */
  async findSubmitters(tx: EntityManager, ids: readonly string[]): Promise<(OwnedRow & { isMember: boolean })[]> {
    const rows = await db(tx)
      .selectFrom('kyc_submissions as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select(['k.id', 'k.user_id', 'u.rejected_at'])
      .where(isAmong('k.id', ids))
      .execute();
    return rows.map((row) => ({ ...toOwned(row), isMember: row.rejected_at === null }));
  }

  /** Resets a pending KYC status, so that the form can be sent again. */
  async resetPendingKyc(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('users')
      .set({ kyc_status: null, updated_at: now })
      .where('id', '=', userId)
      .where('kyc_status', '=', 'pending')
      .execute();
  }

  /** Deletes exchange keys. The sealed values contain their own wrapped data keys, so these go with the columns. */
  async deleteKeys(tx: EntityManager, accountIds: readonly string[]): Promise<OwnedRow[]> {
    const rows = await db(tx)
      .updateTable('exchange_accounts')
      .set({
        api_key: null,
        secret_key: null,
        passphrase: null,
        fingerprint: sql<Buffer>`sha256(gen_random_uuid()::text::bytea)`,
        sync_enabled: false,
        next_sync_at: null,
        updated_at: now,
      })
      .where(isAmong('id', accountIds))
      .returning(['id', 'user_id'])
      .execute();
    return rows.map(toOwned);
  }

  async deleteExchangeLogins(tx: EntityManager, submissionIds: readonly string[]): Promise<void> {
    await db(tx).updateTable('kyc_submissions').set({ exchange_login: null }).where(isAmong('id', submissionIds)).execute();
  }
}
