import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { Shredder } from '../retention/shredder.js';

/** Rows of an exchange account that do not go with it by themselves. */
const ACCOUNT_TABLES = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'wallet_movements',
  'sync_runs',
] as const;
const PERSON_TABLES = [
  'sessions',
  'mail_tokens',
  'mail_deliveries',
  'mail_bounces',
  'broadcast_deliveries',
  'totp_factors',
  'passkeys',
  'recovery_codes',
  'idempotency_keys',
] as const;
const own = 'select id from exchange_accounts where user_id = ?';

/** Whose data, and the request that asked for it; null: their time is over. */
export interface Leaving {
  userId: string;
  requestId: string | null;
}

/** Erases what is left of somebody whose membership has ended, in the transaction of `em`, which holds their row. */
@Injectable()
export class MemberErasure {
  constructor(
    private readonly shredder: Shredder,
    private readonly audit: AuditLog,
  ) {}

  async history(em: EntityManager, { userId, requestId }: Leaving): Promise<void> {
    for (const table of ACCOUNT_TABLES) await em.execute(`delete from "${table}" where account_id in (${own})`, [userId]);
    await em.execute('update kyc_submissions set exchange_account_id = null where user_id = ?', [userId]);
    await em.execute('delete from exchange_accounts where user_id = ?', [userId]);
    await em.execute('delete from signal_receipts where user_id = ?', [userId]);
    if (requestId) await em.execute('update erasure_requests set history_erased_at = now() where id = ?', [requestId]);
    await this.record(em, 'privacy.erase-history', { userId, requestId });
  }

  /** What is left is a row without a person: others refer to its id. Returns how many files went. */
  async identity(em: EntityManager, { userId, requestId }: Leaving): Promise<number> {
    let files = 0;
    for (const [kind, table] of [
      ['kyc', 'kyc_submissions'],
      ['payment', 'payments'],
    ] as const) {
      const rows = await em.execute<{ id: string }[]>(`select id from ${table} where user_id = ?`, [userId]);
      if (rows.length > 0)
        files += await this.shredder.submissions(
          em,
          kind,
          rows.map(({ id }) => id),
        );
    }
    for (const table of PERSON_TABLES) await em.execute(`delete from "${table}" where user_id = ?`, [userId]);
    files += await this.shredder.ofMember(em, userId);
    await em.execute(
      `update users set email = 'erased-' || id || '@erased.invalid', surname = 'Erased', other_name = 'Member', phone_number = '', country = '', date_of_birth = '1900-01-01', image_file_id = null, password_hash = '',
         email_confirmed_at = null, referred_by_id = null, terms_version = null, updated_at = now() where id = ?`,
      [userId],
    );
    if (requestId) await em.execute('update erasure_requests set identity_erased_at = now(), reason = null where id = ?', [requestId]);
    await this.record(em, 'privacy.erase-identity', { userId, requestId });
    return files;
  }

  private record(em: EntityManager, action: string, { userId, requestId }: Leaving): Promise<void> {
    return this.audit.record(em, {
      action,
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: userId,
      detail: requestId ? { requestId } : {},
    });
  }
}
