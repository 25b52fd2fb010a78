import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { canonicalEmail } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { LinkInvalid } from './auth.errors.js';
import { EmailChangeService, type EmailChange } from './email-change.service.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { PreparedAccessService } from './prepared-access.service.js';
import { RateLimits } from '../../platform/rate-limits/index.js';

/** The outbox kind that ResendConfirmationHandler serves. */
export const RESEND_KIND = 'auth.resend-confirmation';

export type Confirmation = 'confirmed' | 'confirmed-before' | EmailChange;

@Injectable()
export class ConfirmationService {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: AccountRepository,
    private readonly tokens: MailTokenRepository,
    private readonly changes: EmailChangeService,
    private readonly prepared: PreparedAccessService,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Confirms the address that the token was emailed to; a requested new address becomes the account's. Opens no session. Throws
   * LinkInvalid, EmailTaken, TooMany.
   */
  async confirm(token: string, network: string | null): Promise<Confirmation> {
    await this.limits.check('confirmNetwork', network ?? 'unknown');
    const outcome = await this.em.transactional(async (em) => (await this.use(em, token)) ?? this.changes.confirm(em, token));
    if (outcome) return outcome;
    await this.limits.count('confirmNetwork', network ?? 'unknown');
    throw new LinkInvalid();
  }

  /** Queues a request for another confirmation email. The worker looks the address up, so that answer and time reveal nothing. */
  async resend(typed: string, network: string | null): Promise<void> {
    await this.limits.consume('mailFromNetwork', network ?? 'unknown');
    const email = canonicalEmail(typed);
    if (email === null || !(await this.limits.allows('mailToAddress', email))) return;
    await this.em.transactional((em) =>
      this.outbox.add(em, { kind: RESEND_KIND, dedupeKey: `${RESEND_KIND}:${uuidv7()}`, payload: { v: 1, email } }),
    );
  }

  private async use(em: EntityManager, token: string): Promise<Confirmation | null> {
    const owner = await this.tokens.ownerOf(em, 'confirm-email', token);
    // Lock the user before the token, in the same order as a later sign-up, which cancels the token.
    const user = owner && (await this.accounts.lockOwner(em, owner));
    if (!owner || !user || !(await this.tokens.use(em, 'confirm-email', token)))
      return (await this.tokens.formerOwnerOf(em, 'confirm-email', token)) ? 'confirmed-before' : null;
    if (user.confirmed) return 'confirmed-before';
    await this.prepared.remove(em, owner.userId);
    await this.accounts.confirmEmail(em, owner.userId);
    await this.audit.record(em, {
      action: 'user.confirm-email',
      actorId: owner.userId,
      actorRole: user.role,
      targetType: 'user',
      targetId: owner.userId,
    });
    return 'confirmed';
  }
}
