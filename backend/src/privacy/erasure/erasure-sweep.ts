import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { ExportParts } from '../export/export-parts.js';

const BATCH = 20;
/** Rows of an exchange account that do not go with it by themselves. */
const ACCOUNT_TABLES = ['spot_trades', 'futures_trades', 'futures_income', 'deposits', 'withdrawals', 'sync_runs'] as const;
const own = 'select id from exchange_accounts where user_id = ?';

interface Due {
  id: string;
  user_id: string;
}

/** Erases what a completed request had to leave, once its last day has come. A member who was taken back meanwhile keeps everything. */
@Injectable()
export class ErasureSweep {
  constructor(
    private readonly em: EntityManager,
    private readonly parts: ExportParts,
    private readonly audit: AuditLog,
  ) {}

  async eraseDue(): Promise<void> {
    for (const due of await this.due('history')) await this.eraseHistory(due);
    for (const due of await this.due('identity')) await this.eraseIdentity(due);
  }

  private due(part: 'history' | 'identity'): Promise<Due[]> {
    return this.em.execute<Due[]>(
      `select e.id, e.user_id from erasure_requests e join users u on u.id = e.user_id
       where e.state = 'completed' and e.${part}_until <= now() and e.${part}_erased_at is null and u.rejected_at is not null order by e.${part}_until limit ${BATCH}`,
    );
  }

  private async eraseHistory({ id, user_id: userId }: Due): Promise<void> {
    await this.em.transactional(async (em) => {
      for (const table of ACCOUNT_TABLES) await em.execute(`delete from "${table}" where account_id in (${own})`, [userId]);
      await em.execute('update kyc_submissions set exchange_account_id = null where user_id = ?', [userId]);
      await em.execute('delete from exchange_accounts where user_id = ?', [userId]);
      await em.execute('delete from signal_receipts where user_id = ?', [userId]);
      await em.execute('update erasure_requests set history_erased_at = now() where id = ?', [id]);
      await this.audit.record(em, { action: 'privacy.erase-history', actorId: null, actorRole: null, targetType: 'user', targetId: userId, detail: { requestId: id } });
    });
  }

  /** What is left is a row without a person: others refer to its id. */
  private async eraseIdentity({ id, user_id: userId }: Due): Promise<void> {
    const keys = await this.em.transactional(async (em) => {
      for (const table of ['kyc_submissions', 'payments', 'sessions', 'mail_tokens', 'mail_deliveries', 'mail_bounces', 'broadcast_deliveries', 'totp_factors', 'passkeys', 'recovery_codes', 'idempotency_keys']) {
        await em.execute(`delete from "${table}" where user_id = ?`, [userId]);
      }
      const files = await em.execute<{ storage_key: string }[]>('delete from files where user_id = ? returning storage_key', [userId]);
      await em.execute(
        `update users set email = 'erased-' || id || '@erased.invalid', surname = 'Erased', other_name = 'Member', phone_number = '', country = '', date_of_birth = '1900-01-01', image_file_id = null, password_hash = '',
           email_confirmed_at = null, referred_by_id = null, terms_version = null, updated_at = now() where id = ?`,
        [userId],
      );
      await em.execute('update erasure_requests set identity_erased_at = now(), reason = null where id = ?', [id]);
      await this.audit.record(em, { action: 'privacy.erase-identity', actorId: null, actorRole: null, targetType: 'user', targetId: userId, detail: { requestId: id } });
      return files.map(({ storage_key }) => storage_key);
    });
    await this.parts.remove(keys);
  }
}
