import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock, InvalidInput, rolesWith, type TeamRole } from '../../platform/domain/index.js';
import { findActiveTeamIds } from '../../team.query.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { newReferralCode } from '../referrals/index.js';
import { adminPerson, canonicalEmail, User, type Names } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { MailLinkService } from './mail-link.service.js';

/** The names are valid, as readNames returns them. */
export interface NewAdmin extends Names {
  email: string;
  teamRole: TeamRole;
}

/**
 * Adds people to the team. An operator vouches for the address. The new admin chooses a password by an emailed link and sets up a second
 * factor at the first sign-in if ADMIN_MFA requires one. The other admins get an email.
 */
@Injectable()
export class AdminInvitationService {
  constructor(
    private readonly em: EntityManager,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly accounts: AccountRepository,
    private readonly links: MailLinkService,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the new admin's id. `confirmedBy`: the admin who approved it. Throws InvalidInput that names the field. */
  async invite(typed: NewAdmin, confirmedBy: string): Promise<string> {
    const admin = await this.newAdmin(typed);
    const { id, email } = admin;
    try {
      await this.em.fork().transactional(async (em) => {
        if (await this.accounts.findId(em, email)) throw emailTaken(email);
        const others = await findActiveTeamIds(em, rolesWith('team.read'));
        await em.persist(admin).flush();
        await this.links.queueAdminInvitation(em, { userId: id, email });
        for (const other of others)
          await this.mails.queue(em, { letter: 'admin-added', to: other, data: { email }, dedupeKey: `admin-added:${id}:${other}` });
        await this.audit.record(em, {
          action: 'user.add-admin',
          actorId: null,
          actorRole: null,
          targetType: 'user',
          targetId: id,
          detail: { confirmedBy, role: typed.teamRole },
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw emailTaken(email);
      throw error;
    }
    return id;
  }

  private async newAdmin({ email: typed, teamRole, ...names }: NewAdmin): Promise<User> {
    const email = canonicalEmail(typed);
    if (email === null) throw InvalidInput.field('email', `${typed} is not an email address`);
    return new User({
      ...adminPerson(names),
      email,
      role: 'admin',
      teamRole,
      // A random password that is not stored: only the emailed link gives access.
      passwordHash: await this.hasher.hash(randomBytes(32).toString('base64url')),
      referralCode: newReferralCode(),
      emailConfirmedAt: this.clock.now(),
    });
  }
}

const emailTaken = (email: string) => InvalidInput.field('email', `An account with the address ${email} already exists`);
