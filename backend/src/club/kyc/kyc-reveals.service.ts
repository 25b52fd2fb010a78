import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound, rolesWith } from '../../platform/domain/index.js';
import { findActiveTeamIds } from '../../team.query.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { ExchangeAccountService, NoExchangeKey } from '../../trading/exchange-accounts/index.js';
import type { Credentials } from '../../trading/venues/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { KycRevealRepository } from './kyc-reveal.repository.js';
import { KycSubmissionRepository } from './kyc-submission.repository.js';

/** Seconds for which a console may show a revealed key (ruling D1). */
export const SHOWN_FOR_SECONDS = 30;
/** Above this many an hour, everyone who may read the audit log gets an email. */
const UNREMARKABLE_AN_HOUR = 5;
const ACTION = 'kyc.reveal';

/** A member's key in plain text. Not kept beyond the response. */
export type RevealedKey = Credentials;

/** Reveals an exchange key to an admin who gives a reason (ruling D1). */
@Injectable()
export class KycRevealsService {
  constructor(
    private readonly em: EntityManager,
    private readonly submissions: KycSubmissionRepository,
    private readonly reveals: KycRevealRepository,
    private readonly exchange: ExchangeAccountService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** Returns the key after its audit record, with the reason, is committed. Throws NotFound, NoExchangeKey (409), TooMany. */
  async reveal(adminId: string, submissionId: string, reason: string): Promise<RevealedKey> {
    await this.limits.consume('reveal', adminId);
    return this.em.transactional(async (tx) => {
      await this.reveals.lockAdmin(tx, adminId);
      const submission = await this.submissions.findAccount(tx, submissionId);
      if (!submission) throw new NotFound('KYC submission');
      const { userId, accountId } = submission;
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

  /** Queues one email an hour about an admin to everyone who may read the audit log. */
  private async alert(tx: EntityManager, adminId: string): Promise<void> {
    const { count, hour } = await this.reveals.countLastHour(tx, adminId, ACTION);
    if (count <= UNREMARKABLE_AN_HOUR) return;
    for (const id of await findActiveTeamIds(tx, rolesWith('audit.read'))) {
      await this.mail.queue(tx, {
        letter: 'reveal-alert',
        to: id,
        data: { count },
        dedupeKey: `reveal-alert:${adminId}:${hour}:${id}`,
      });
    }
  }
}
