import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { ConsentLogRepository } from '../consents/index.js';
import { languageOf } from '../../platform/domain/index.js';
import type { User } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { MailLinkService } from './mail-link.service.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { PreparedAccessService } from './prepared-access.service.js';

/** A later sign-up with the address of an account that was never confirmed. */
export interface LaterSignUp {
  member: User;
  userAgent: string | null;
  /** False if the address's hourly limit of emails is used up. */
  mayMail: boolean;
}

/**
 * Handles a second sign-up with an unconfirmed address. At most one of the two is the owner's, and we cannot know which. Neither password
 * is kept, everything that the first one set up is removed, and the owner of the mailbox chooses a password by a link.
 */
@Injectable()
export class SignUpReplacementService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly prepared: PreparedAccessService,
    private readonly tokens: MailTokenRepository,
    private readonly links: MailLinkService,
    private readonly consents: ConsentLogRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Returns false, and changes nothing, if the account is confirmed, rejected or an admin's. */
  replace(em: EntityManager, { member, userAgent, mayMail }: LaterSignUp): Promise<boolean> {
    return em.transactional(async (em) => {
      const former = await this.accounts.lockUnconfirmed(em, member.email, { admins: false });
      if (!former) return false;
      await this.prepared.remove(em, former.id);
      await this.tokens.cancel(em, former.id, 'confirm-email');
      await this.accounts.overwrite(em, former.id, member);
      await this.consents.registered(em, { userId: former.id, userAgent, language: languageOf(member.language) });
      if (mayMail) await this.links.queueChoosePassword(em, { userId: former.id, email: member.email });
      await this.audit.record(em, {
        action: 'user.replace-sign-up',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: former.id,
        detail: { termsVersion: member.termsVersion, mailed: mayMail },
      });
      return true;
    });
  }
}
