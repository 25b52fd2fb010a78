import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock, InvalidInput, type Language } from '../../platform/domain/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { newReferralCode } from '../referrals/index.js';
import { adminPerson, EmailTaken, namesOf, passwordRefusal, User, USERS_EMAIL_UNIQUE, type Names } from '../users/index.js';
import { TeamInvitationRepository, type OpenInvitation } from './team-invitation.repository.js';
import { InvitationInvalid } from './team.errors.js';
import { TeamNoticeService } from './team-notice.service.js';

/** What an invited person states about themselves. The names are valid, as personName returns them. */
export interface NewTeamPerson extends Names {
  password: string;
  /** Of the page; null: unknown. */
  language: Language | null;
}

/**
 * Creates the account of an invited person. The link proves that the address is theirs. The second factor is set up at the first
 * sign-in, which ADMIN_MFA requires of every admin.
 */
@Injectable()
export class TeamJoiningService {
  constructor(
    private readonly em: EntityManager,
    private readonly invitations: TeamInvitationRepository,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
    private readonly notices: TeamNoticeService,
  ) {}

  /** Returns the invitation of a link without using it. Throws InvitationInvalid, TooMany. */
  async find(token: string, network: string | null): Promise<OpenInvitation> {
    const counted = network ?? 'unknown';
    await this.limits.check('confirmNetwork', counted);
    const invitation = await this.invitations.findOpen(this.em, token);
    if (invitation) return invitation;
    await this.limits.count('confirmNetwork', counted);
    throw new InvitationInvalid();
  }

  /**
   * Creates the account. A refused password does not use the link up. Throws InvitationInvalid, InvalidInput, EmailTaken, TooMany, Busy.
   */
  async join(token: string, { password, language, ...names }: NewTeamPerson, network: string | null): Promise<void> {
    const { email } = await this.find(token, network);
    const refusal = passwordRefusal(password, { email, names: namesOf(names), admin: true });
    if (refusal) throw InvalidInput.field('password', refusal);
    // Before the transaction: a hash takes too long to hold a lock.
    const passwordHash = await this.hasher.hash(password);
    try {
      await this.em.transactional((em) => this.create(em, token, { names, language, passwordHash }));
    } catch (error) {
      if (violatesUnique(error, USERS_EMAIL_UNIQUE)) throw new EmailTaken();
      throw error;
    }
  }

  private async create(em: EntityManager, token: string, { names, language, passwordHash }: NewAccount): Promise<void> {
    const invitation = await this.invitations.accept(em, token);
    if (!invitation) throw new InvitationInvalid();
    const { id: invitationId, email, teamRole } = invitation;
    const user = new User({
      ...adminPerson(names),
      email,
      role: 'admin',
      teamRole,
      language,
      passwordHash,
      referralCode: newReferralCode(),
      emailConfirmedAt: this.clock.now(),
    });
    await em.persist(user).flush();
    await this.notices.joined(em, { userId: user.id, email, teamRole, invitationId });
  }
}

interface NewAccount {
  names: Names;
  language: Language | null;
  passwordHash: string;
}
