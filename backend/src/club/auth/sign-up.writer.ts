import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { ConsentLog } from '../consents/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { User } from '../users/index.js';
import { MailLinkService } from './mail-link.service.js';
import { SignUpReplacementService, type LaterSignUp } from './sign-up-replacement.service.js';

/** What a sign-up writes: one transaction each way. */
@Injectable()
export class SignUpWriter {
  constructor(
    private readonly confirmations: MailLinkService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    private readonly consents: ConsentLog,
    private readonly replacement: SignUpReplacementService,
  ) {}

  /** False, with nothing stored, where the e-mail has an account already; also when another sign-up with it commits first. */
  async store(em: EntityManager, member: User, userAgent: string | null): Promise<boolean> {
    try {
      return await em.transactional(async (em) => {
        const [taken] = await em.execute<unknown[]>(`select 1 from users where lower(email) = ?`, [member.email]);
        if (taken) return false;
        await em.persist(member).flush();
        await this.consents.registered(em, { userId: member.id, userAgent });
        await this.confirmations.queue(em, { userId: member.id, email: member.email });
        await this.audit.record(em, {
          action: 'user.sign-up',
          actorId: member.id,
          actorRole: member.role,
          targetType: 'user',
          targetId: member.id,
          detail: { referredBy: member.referredBy, termsVersion: member.termsVersion },
        });
        return true;
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) return false;
      throw error;
    }
  }

  /** A sign-up with an address that has an account: replaces one that was never confirmed, else informs its owner. */
  async storeAgain(em: EntityManager, later: LaterSignUp): Promise<void> {
    // Also without an email: a stranger who has used up the address's limit must not keep the password that they chose.
    if (await this.replacement.replace(em, later)) return;
    if (later.mayMail) await this.informOwner(em, later.member.email);
  }

  private async informOwner(em: EntityManager, email: string): Promise<void> {
    await em.transactional(async (em) => {
      const [owner] = await em.execute<{ id: string }[]>(`select id from users where lower(email) = ?`, [email]);
      await this.mails.queue(em, {
        letter: 'address-already-registered',
        to: { address: email, userId: owner?.id ?? null },
        data: {},
        dedupeKey: `address-already-registered:${uuidv7()}`,
      });
      await this.audit.record(em, {
        action: 'user.sign-up-again',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: owner?.id ?? null,
      });
    });
  }
}
