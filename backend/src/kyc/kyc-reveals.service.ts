import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { NotFound, type ReviewStatus } from '../common/domain/index.js';
import { RateLimits } from '../common/rate-limits/index.js';
import { ExchangeService, NoExchangeKey, type Credentials } from '../exchange/index.js';
import { MailOutbox } from '../mail/index.js';

/** How long a console may show what was revealed (ruling D1). */
export const SHOWN_FOR_SECONDS = 30;
/** More than these in an hour, and every admin hears of it. */
const UNREMARKABLE_AN_HOUR = 5;
const ACTION = 'kyc.reveal';

/** A member's key in clear; it must not outlive the answer it is opened for. */
export type RevealedKey = Credentials;

/** Shows an exchange key to the admin who says why (ruling D1). */
@Injectable()
export class KycReveals {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** The key is answered once its record, with the reason, is committed. Throws NotFound, NoExchangeKey (409), TooMany. */
  async reveal(adminId: string, submissionId: string, reason: string): Promise<RevealedKey> {
    await this.limits.consume('reveal', adminId);
    return this.em.transactional(async (tx) => {
      // One at a time of one admin: each counts those before it.
      await tx.execute('select 1 from "users" where "id" = ? for no key update', [adminId]);
      const { userId, accountId } = await this.submission(tx, submissionId);
      const key = accountId === null ? null : await this.exchange.openKey(tx, accountId);
      if (!key) throw new NoExchangeKey();
      await this.audit.record(tx, {
        action: ACTION,
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'kyc',
        targetId: submissionId,
        detail: { userId, reason },
      });
      await this.alert(tx, adminId);
      return key;
    });
  }

  /** `accountId` is null where no key was given, and after a rejection, which removes it. */
  private async submission(tx: EntityManager, id: string): Promise<{ userId: string; accountId: string | null }> {
    const [row] = await tx.execute<{ user_id: string; exchange_account_id: string | null; status: ReviewStatus }[]>(
      'select "user_id", "exchange_account_id", "status" from "kyc_submissions" where "id" = ?',
      [id],
    );
    if (!row) throw new NotFound('KYC submission');
    return { userId: row.user_id, accountId: row.status === 'rejected' ? null : row.exchange_account_id };
  }

  /** One letter an hour about an admin, to every admin who can sign in. */
  private async alert(tx: EntityManager, adminId: string): Promise<void> {
    const [last] = await tx.execute<{ count: number; hour: string }[]>(
      `select count(*)::int as "count", to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as "hour" from "audit_events" where "actor_id" = ? and "action" = '${ACTION}' and "at" > now() - interval '1 hour'`,
      [adminId],
    );
    if (!last || last.count <= UNREMARKABLE_AN_HOUR) return;
    const admins = await tx.execute<{ id: string }[]>(
      `select "id" from "users" where "role" = 'admin' and "status" = 'active' and "rejected_at" is null order by "id"`,
    );
    for (const { id } of admins) {
      await this.mail.queue(tx, {
        letter: 'reveal-alert',
        to: id,
        data: { count: last.count },
        dedupeKey: `reveal-alert:${adminId}:${last.hour}:${id}`,
      });
    }
  }
}
