import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { languageOf, uuidv7 } from '../../platform/domain/index.js';
import { ConsentLogRepository } from '../consents/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { User } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { MailLinkService } from './mail-link.service.js';
import { SignUpReplacementService, type LaterSignUp } from './sign-up-replacement.service.js';

/** Stores sign-ups, each in one transaction. */
@Injectable()
export class SignUpWriter {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly links: MailLinkService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    private readonly consents: ConsentLogRepository,
    private readonly replacement: SignUpReplacementService,
  ) {}

  /** Returns false, and stores nothing, if the email has an account, also when a concurrent sign-up commits first. */
  async store(em: EntityManager, member: User, userAgent: string | null): Promise<boolean> {
    try {
      return await em.transactional(async (em) => {
        if (await this.accounts.findId(em, member.email)) return false;
        await em.persist(member).flush();
        await this.consents.registered(em, { userId: member.id, userAgent, language: languageOf(member.language) });
        await this.links.queueConfirmation(em, { userId: member.id, email: member.email });
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

  /** Handles a sign-up with the address of an account: replaces an unconfirmed account, otherwise informs its owner. */
  async storeAgain(em: EntityManager, later: LaterSignUp): Promise<void> {
    // Also if the address's email limit is used up: a stranger must not keep the password that they chose.
    if (await this.replacement.replace(em, later)) return;
    if (later.mayMail) await this.informOwner(em, later.member.email);
  }

  private async informOwner(em: EntityManager, email: string): Promise<void> {
    await em.transactional(async (em) => {
      const userId = await this.accounts.findId(em, email);
      await this.mails.queue(em, {
        letter: 'address-already-registered',
        to: { address: email, userId },
        data: {},
        dedupeKey: `address-already-registered:${uuidv7()}`,
      });
      await this.audit.record(em, {
        action: 'user.sign-up-again',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: userId,
      });
    });
  }
}
