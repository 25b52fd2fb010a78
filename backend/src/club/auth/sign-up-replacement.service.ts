import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NO_PASSWORD } from '../../platform/crypto/index.js';
import { ConsentLog } from '../consents/index.js';
import type { User } from '../users/index.js';
import { ChoosePasswordMails } from './choose-password-mails.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { PreparedAccessService } from './prepared-access.service.js';

/** A later sign-up with the address of an account that was never confirmed. */
export interface LaterSignUp {
  member: User;
  userAgent: string | null;
  /** False while the address has had its emails for this hour. */
  mayMail: boolean;
}

/**
 * Two sign-ups with one unconfirmed address: at most one of them is the owner's, and we cannot know which. So neither password is kept,
 * everything that the first one set up is removed, and the owner of the mailbox chooses a password by a link.
 */
@Injectable()
export class SignUpReplacementService {
  constructor(
    private readonly prepared: PreparedAccessService,
    private readonly tokens: MailTokenRepository,
    private readonly links: ChoosePasswordMails,
    private readonly consents: ConsentLog,
    private readonly audit: AuditLog,
  ) {}

  /** False, with nothing changed, for an account that is confirmed, closed or an admin's. */
  replace(em: EntityManager, { member, userAgent, mayMail }: LaterSignUp): Promise<boolean> {
    return em.transactional(async (em) => {
      const [former] = await em.execute<{ id: string }[]>(
        `select id from users where lower(email) = ? and email_confirmed_at is null and rejected_at is null and role <> 'admin' for update`,
        [member.email],
      );
      if (!former) return false;
      await this.prepared.remove(em, former.id);
      await this.tokens.cancel(em, former.id, 'confirm-email');
      await this.overwrite(em, former.id, member);
      await this.consents.registered(em, { userId: former.id, userAgent });
      if (mayMail) await this.links.queue(em, { userId: former.id, email: member.email });
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

  /** A referral stays only where both sign-ups name it: the referrer sees the member's name. */
  private async overwrite(em: EntityManager, userId: string, member: User): Promise<void> {
    await em.execute(
      `update users set password_hash = ?, surname = ?, other_name = ?, phone_number = ?, country = ?, date_of_birth = ?, role = ?, referral_code = ?,
         referred_by_id = case when referred_by_id = ?::uuid then referred_by_id end, terms_version = ?, updated_at = now() where id = ?`,
      [
        NO_PASSWORD,
        member.surname,
        member.otherName,
        member.phoneNumber,
        member.country,
        member.dateOfBirth,
        member.role,
        member.referralCode,
        member.referredBy ?? null,
        member.termsVersion ?? null,
        userId,
      ],
    );
  }
}
