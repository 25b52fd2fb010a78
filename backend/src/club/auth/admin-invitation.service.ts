import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { newReferralCode } from '../referrals/index.js';
import { canonicalEmail, personName, personSentences, User } from '../users/index.js';
import { MailTokenRepository } from './mail-token.repository.js';

export interface NewAdmin {
  email: string;
  surname: string;
  firstName: string;
}

/** Columns of members that say nothing about an admin. */
const unasked = { phoneNumber: '00000', country: 'United Kingdom', dateOfBirth: '1990-01-01' };

/**
 * Makes further admins. An operator vouches for the address; its owner chooses the password by a mailed link, and sets up a second factor
 * at the first sign-in where ADMIN_MFA asks for one. The other admins get a mail.
 */
@Injectable()
export class AdminInvitationService {
  constructor(
    private readonly em: EntityManager,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly tokens: MailTokenRepository,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the new admin's id. `confirmedBy`: the admin who answers for it. Throws InvalidInput that names the field. */
  async invite(typed: NewAdmin, confirmedBy: string): Promise<string> {
    const admin = await this.newAdmin(typed);
    try {
      await this.em.fork().transactional(async (em) => {
        const [taken] = await em.execute<unknown[]>('select 1 from users where lower(email) = ?', [admin.email]);
        if (taken) throw emailTaken(admin.email);
        const others = await em.execute<{ id: string }[]>(
          `select id from users where role = 'admin' and status = 'active' and rejected_at is null order by id`,
        );
        await em.persist(admin).flush();
        await this.sendLink(em, admin);
        for (const { id } of others)
          await this.mails.queue(em, {
            letter: 'admin-added',
            to: id,
            data: { email: admin.email },
            dedupeKey: `admin-added:${admin.id}:${id}`,
          });
        await this.audit.record(em, {
          action: 'user.add-admin',
          actorId: null,
          actorRole: null,
          targetType: 'user',
          targetId: admin.id,
          detail: { confirmedBy },
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw emailTaken(admin.email);
      throw error;
    }
    return admin.id;
  }

  private async newAdmin({ email: typed, surname, firstName }: NewAdmin): Promise<User> {
    const email = canonicalEmail(typed);
    if (email === null) throw InvalidInput.field('email', `${typed} is not an e-mail address`);
    const names = { surname: personName(surname), otherName: personName(firstName) };
    if (names.surname === null) throw InvalidInput.field('surname', personSentences.surname);
    if (names.otherName === null) throw InvalidInput.field('first-name', personSentences.otherName);
    return new User({
      surname: names.surname,
      otherName: names.otherName,
      ...unasked,
      email,
      role: 'admin',
      // No one knows this password: the link is the only way in.
      passwordHash: await this.hasher.hash(randomBytes(32).toString('base64url')),
      referralCode: newReferralCode(),
      emailConfirmedAt: this.clock.now(),
    });
  }

  private async sendLink(em: EntityManager, { id, email }: User): Promise<void> {
    const token = await this.tokens.issue(em, 'reset-password', { userId: id, email });
    await this.mails.queue(em, {
      letter: 'admin-invitation',
      to: { address: email, userId: id },
      data: { token },
      dedupeKey: `admin-invitation:${id}`,
    });
  }
}

const emailTaken = (email: string) => InvalidInput.field('email', `There is an account with the address ${email} already`);
