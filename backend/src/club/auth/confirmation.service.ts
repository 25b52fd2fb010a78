import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7, type Role } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { canonicalEmail } from '../users/index.js';
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
    private readonly tokens: MailTokenRepository,
    private readonly changes: EmailChangeService,
    private readonly prepared: PreparedAccessService,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Confirms the address that the token was mailed to; one that was asked for as a new address becomes the account's. It signs nobody in.
   * Throws LinkInvalid, EmailTaken, TooMany.
   */
  async confirm(token: string, network: string | null): Promise<Confirmation> {
    await this.limits.check('confirmNetwork', network ?? 'unknown');
    const outcome = await this.em.transactional(async (em) => (await this.use(em, token)) ?? this.changes.confirm(em, token));
    if (outcome) return outcome;
    await this.limits.count('confirmNetwork', network ?? 'unknown');
    throw new LinkInvalid();
  }

  /**
   * Asks for another confirmation mail. The worker looks whether there is anything to send, so answer and time are the same for every
   * address.
   */
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
    // The row first, then its token: a later sign-up, which cancels the token, locks them in the same order.
    const [user] = owner
      ? await em.execute<{ role: Role; before: boolean }[]>(
          `select role, email_confirmed_at is not null as before from users where id = ? and lower(email) = ? for update`,
          [owner.userId, owner.email],
        )
      : [];
    if (!owner || !user || !(await this.tokens.use(em, 'confirm-email', token)))
      return (await this.tokens.formerOwnerOf(em, 'confirm-email', token)) ? 'confirmed-before' : null;
    if (user.before) return 'confirmed-before';
    await this.prepared.remove(em, owner.userId);
    await em.execute(`update users set email_confirmed_at = now(), updated_at = now() where id = ?`, [owner.userId]);
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
