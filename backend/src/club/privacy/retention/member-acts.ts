import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { ExchangeService } from '../../../trading/exchange/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { MemberErasure } from '../erasure/member-erasure.js';
import { listOf, type Deleted } from './retention-rule.js';
import { Shredder } from './shredder.js';
import { endedByRequest } from './standing-sql.js';

const NEVER_COMPLETED = 'Your verification was not completed in time, so we have deleted what you sent. You can send the form again';

/** What the job does to people's data, in the transaction of `em`, which has locked the rows. Each act leaves a record about its member. */
@Injectable()
export class MemberActs {
  constructor(
    private readonly shredder: Shredder,
    private readonly erasure: MemberErasure,
    private readonly exchange: ExchangeService,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * People who never confirmed their address: no account is left, and no row that named it. What they agreed to stays as a number
   * (consents/).
   */
  async signUps(em: EntityManager, userIds: readonly string[]): Promise<Deleted> {
    let files = 0;
    for (const userId of userIds) {
      files += await this.shredder.ofMember(em, userId);
      await em.execute('delete from idempotency_keys where user_id = ?', [userId]);
      await this.record(em, 'sign-ups', userId, {});
    }
    await em.execute('delete from users where id = any(?::uuid[])', [listOf(userIds)]);
    return { files };
  }

  async rejectedKyc(em: EntityManager, submissionIds: readonly string[]): Promise<Deleted> {
    await this.recordSubmissions(em, 'rejected-kyc', submissionIds);
    return { files: await this.shredder.submissions(em, 'kyc', submissionIds) };
  }

  /**
   * Nobody decided: the member may send the form again as if it had never come, the key that came with it goes, and a letter says so to
   * whoever is still a member.
   */
  async unfinishedKyc(em: EntityManager, submissionIds: readonly string[]): Promise<Deleted> {
    const rows = await em.execute<{ id: string; user_id: string; is_member: boolean }[]>(
      'select k.id, k.user_id, u.rejected_at is null as is_member from kyc_submissions k join users u on u.id = k.user_id where k.id = any(?::uuid[])',
      [listOf(submissionIds)],
    );
    await this.recordSubmissions(em, 'unfinished-kyc', submissionIds);
    for (const { id, user_id: userId, is_member: isMember } of rows) {
      await em.execute(`update users set kyc_status = null, updated_at = now() where id = ? and kyc_status = 'pending'`, [userId]);
      await this.exchange.removeKey(em, userId);
      if (isMember)
        await this.mail.queue(em, {
          letter: 'kyc-rejected',
          to: userId,
          data: { reason: NEVER_COMPLETED },
          dedupeKey: `kyc-unfinished:${id}`,
        });
    }
    return { files: await this.shredder.submissions(em, 'kyc', submissionIds) };
  }

  /** The sealed halves hold their own wrapped keys: both go with the column. */
  async keys(em: EntityManager, accountIds: readonly string[]): Promise<Deleted> {
    const rows = await em.execute<{ id: string; user_id: string }[]>(
      `update exchange_accounts set api_key = null, secret_key = null, passphrase = null, fingerprint = sha256(gen_random_uuid()::text::bytea), sync_enabled = false, next_sync_at = null, updated_at = now()
       where id = any(?::uuid[]) returning id, user_id`,
      [listOf(accountIds)],
    );
    for (const { id, user_id } of rows) await this.record(em, 'exchange-keys', user_id, { accountId: id });
    return { files: 0 };
  }

  async signIns(em: EntityManager, submissionIds: readonly string[]): Promise<Deleted> {
    await this.recordSubmissions(em, 'exchange-sign-ins', submissionIds);
    await em.execute('update kyc_submissions set exchange_login = null where id = any(?::uuid[])', [listOf(submissionIds)]);
    return { files: 0 };
  }

  async histories(em: EntityManager, userIds: readonly string[]): Promise<Deleted> {
    for (const userId of userIds) await this.erasure.history(em, { userId, requestId: await requestOf(em, userId) });
    return { files: 0 };
  }

  async identities(em: EntityManager, userIds: readonly string[]): Promise<Deleted> {
    let files = 0;
    for (const userId of userIds) files += await this.erasure.identity(em, { userId, requestId: await requestOf(em, userId) });
    return { files };
  }

  private async recordSubmissions(em: EntityManager, rule: string, ids: readonly string[]): Promise<void> {
    const rows = await em.execute<{ id: string; user_id: string }[]>(
      'select id, user_id from kyc_submissions where id = any(?::uuid[]) order by id',
      [listOf(ids)],
    );
    for (const { id, user_id } of rows) await this.record(em, rule, user_id, { submissionId: id });
  }

  private record(em: EntityManager, rule: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, {
      action: 'retention.delete',
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: userId,
      detail: { rule, ...detail },
    });
  }
}

async function requestOf(em: EntityManager, userId: string): Promise<string | null> {
  const [row] = await em.execute<{ id: string | null }[]>(`select e.id from users u ${endedByRequest} where u.id = ?`, [userId]);
  return row?.id ?? null;
}
