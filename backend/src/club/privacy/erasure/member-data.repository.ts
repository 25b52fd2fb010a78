import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { ERASED_PERSON, personColumns } from '../../users/index.js';
import { ERASED_DOMAIN } from '../retention/retention-predicates.query.js';

/** Rows of an exchange account that no foreign key deletes with it. */
const accountTables = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'wallet_movements',
  'sync_runs',
] as const;
/** The club's share, which lists trades. */
const shareTables = ['share_disputes', 'share_entries', 'share_lines', 'share_periods', 'share_results'] as const;
const personTables = [
  'sessions',
  'mail_tokens',
  'mail_deliveries',
  'mail_bounces',
  'broadcast_deliveries',
  'totp_factors',
  'passkeys',
  'recovery_codes',
  'idempotency_keys',
  'lesson_progress',
  // Before the addresses: the fan-out of notices locks rows in this order too.
  'notices',
  'channel_addresses',
  'quiet_hours',
  'signal_digests',
  'telegram_link_codes',
  'signal_drafts',
  'notice_cursors',
  'member_notes',
  'account_alert_firings',
  'account_alerts',
  'alert_firings',
  'alerts',
  'comment_reactions',
  'comment_reports',
  'community_profiles',
  'calendar_signups',
] as const;

/** The builder has no callable methods for a union of tables: these lists are typed by the column that all their tables have. */
const asAccountTable = (table: (typeof accountTables)[number]) => table as 'sync_runs';
const asShareTable = (table: (typeof shareTables)[number]) => table as 'share_results';
const asPersonTable = (table: (typeof personTables)[number]) => table as 'sessions';

const now = sql<string>`now()`;

/** Deletes a member's data from the tables of other modules. Methods take `tx`, the caller's transaction. */
@Injectable()
export class MemberDataRepository {
  /** Locks the member's submissions, as a review does, before the caller locks the member. */
  async endSyncRuns(tx: EntityManager, accountId: string, error: string): Promise<void> {
    await db(tx)
      .updateTable('sync_runs')
      .set({ state: 'failed', finished_at: now, error })
      .where('account_id', '=', accountId)
      .where('state', 'in', ['queued', 'running'])
      .execute();
  }

  async deleteContact(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('users')
      .set({ phone_number: '', image_file_id: null, referred_by_id: null, updated_at: now })
      .where('id', '=', userId)
      .execute();
  }

  /** Deletes the rows of profile images. Returns their storage keys. */
  async deleteProfileImages(tx: EntityManager, userId: string): Promise<string[]> {
    const images = await db(tx)
      .deleteFrom('files')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'profile-image')
      .returning('storage_key')
      .execute();
    return images.map(({ storage_key }) => storage_key);
  }

  /** Deletes exchange accounts with everything read from them, the club's share of their trades, receipts and marks of signals. */
  async deleteHistory(tx: EntityManager, userId: string): Promise<void> {
    const accounts = db(tx).selectFrom('exchange_accounts').select('id').where('user_id', '=', userId);
    for (const table of accountTables) await db(tx).deleteFrom(asAccountTable(table)).where('account_id', 'in', accounts).execute();
    await db(tx).updateTable('kyc_submissions').set({ exchange_account_id: null }).where('user_id', '=', userId).execute();
    await db(tx).deleteFrom('exchange_accounts').where('user_id', '=', userId).execute();
    const invoices = db(tx).selectFrom('share_invoices').select('invoice_id').where('user_id', '=', userId);
    await db(tx).deleteFrom('share_invoice_cases').where('invoice_id', 'in', invoices).execute();
    for (const table of shareTables) await db(tx).deleteFrom(asShareTable(table)).where('user_id', '=', userId).execute();
    await db(tx).deleteFrom('signal_receipts').where('user_id', '=', userId).execute();
    await db(tx).deleteFrom('signal_marks').where('user_id', '=', userId).execute();
  }

  async findSubmissions(tx: EntityManager, table: 'kyc_submissions' | 'payments', userId: string): Promise<string[]> {
    const rows = await db(tx).selectFrom(table).select('id').where('user_id', '=', userId).execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes sessions, tokens, factors, email records, keys of requests, progress in lessons, addresses, quiet hours, notices, notes,
   * alerts, sign-ups for events, and what they wrote, reported and marked in comments.
   */
  async deletePersonalRows(tx: EntityManager, userId: string): Promise<void> {
    // The account itself stays, sealed, until the worker has removed it from the group: with the connection its right ends here.
    await db(tx).updateTable('chat_members').set({ user_id: null }).where('user_id', '=', userId).execute();
    await this.deleteOwnEvents(tx, userId);
    await this.deleteMentions(tx, userId);
    await this.deleteComments(tx, userId);
    for (const table of personTables) await db(tx).deleteFrom(asPersonTable(table)).where('user_id', '=', userId).execute();
  }

  /**
   * Overwrites the member's name where others mention it, by as many characters: a comment's other mentions keep their places. Deletes
   * whom the member's own comments mention.
   */
  private async deleteMentions(tx: EntityManager, userId: string): Promise<void> {
    await sql`update comments c set text = replace(c.text, m.written, rpad('@', m.length, '…'))
      from (select distinct n.comment_id, n.length, substring(d.text from n.starts_at + 1 for n.length) as written
        from comment_mentions n join comments d on d.id = n.comment_id where n.user_id = ${userId}) m
      where c.id = m.comment_id and c.text is not null`.execute(db(tx));
    await db(tx).updateTable('comment_mentions').set({ user_id: null }).where('user_id', '=', userId).execute();
    await db(tx)
      .deleteFrom('comment_mentions')
      .where('comment_id', 'in', db(tx).selectFrom('comments').select('id').where('author_id', '=', userId))
      .execute();
  }

  /** Deletes the texts of comments and closes reports about them. The rows stay without an author, because others have replied to them. */
  private async deleteComments(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('comment_reports')
      .set({ resolved_at: sql<string>`now()` })
      .where('resolved_at', 'is', null)
      .where('comment_id', 'in', db(tx).selectFrom('comments').select('id').where('author_id', '=', userId))
      .execute();
    await db(tx)
      .updateTable('comments')
      .set({ author_id: null, text: null, state: 'deleted', reason: null })
      .where('author_id', '=', userId)
      .execute();
  }

  /** Deletes what Telegram and devices were to say about the account: notices, and summaries and greetings of addresses. */
  private async deleteOwnEvents(tx: EntityManager, userId: string): Promise<void> {
    const subjects = db(tx)
      .selectFrom('notices')
      .select('id as subject')
      .where('user_id', '=', userId)
      .union(
        db(tx)
          .selectFrom('deliveries as d')
          .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
          .select('d.thread_id as subject')
          .where('a.user_id', '=', userId),
      );
    await db(tx).deleteFrom('events').where('audience', '=', 'owner').where('subject_id', 'in', subjects).execute();
  }

  /**
   * Deletes names from the member's invoices and mandates, and what admins wrote about payments. Numbers, amounts and postings stay: the
   * books must add up.
   */
  async deleteInvoiceRecipients(tx: EntityManager, userId: string): Promise<void> {
    const invoices = db(tx).selectFrom('invoices').select('id').where('user_id', '=', userId);
    await db(tx).deleteFrom('invoice_recipients').where('invoice_id', 'in', invoices).execute();
    await db(tx).updateTable('chain_transfers').set({ resolution_note: null }).where('invoice_id', 'in', invoices).execute();
    await db(tx).updateTable('fund_mandates').set({ signed_name: null, decline_reason: null }).where('user_id', '=', userId).execute();
  }

  /** Replaces every personal column of the member's row. The row stays, because others refer to its id. */
  async anonymise(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('users')
      .set({
        email: sql<string>`'erased-' || id || ${ERASED_DOMAIN}`,
        ...personColumns(ERASED_PERSON),
        image_file_id: null,
        password_hash: '',
        email_confirmed_at: null,
        referred_by_id: null,
        terms_version: null,
        language: null,
        currency: null,
        risk_percent: null,
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
  }

  async deleteIdempotencyKeys(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  }

  async deleteUsers(tx: EntityManager, userIds: readonly string[]): Promise<void> {
    await db(tx)
      .deleteFrom('users')
      .where(sql<boolean>`id = any(${userIds}::uuid[])`)
      .execute();
  }
}
