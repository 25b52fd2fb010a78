import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { StepUpRequired } from '../../platform/http/access.guard.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { fullName, ProfileRepository, type PersonDetails } from '../users/index.js';
import { EmailChangeService } from './email-change.service.js';

/** Values as club/users/person.rules.ts returns them. */
export interface ProfileForm extends PersonDetails {
  email: string;
}

export interface ProfileChanged {
  fullName: string;
  /** The address that is not confirmed yet. */
  emailPending: string | null;
}

@Injectable()
export class ProfileChangeService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: ProfileRepository,
    private readonly emails: EmailChangeService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Stores names, phone number and country. A new email address takes effect when its link is opened and needs a recent sign-in or step-up
   * (ASVS 7.5.1), because it gives control of the account. Throws StepUpRequired or TooMany before anything is stored.
   */
  async change(actor: Actor, { email, ...details }: ProfileForm, network: string | null): Promise<ProfileChanged> {
    const { userId } = actor;
    await this.limits.consume('profileUser', userId);
    const before = await this.records.find(this.em, userId);
    if (before && before.email !== email) await this.admitAddress(actor, email, network);
    return this.em.transactional(async (em) => {
      const account = await this.records.lock(em, userId);
      if (!account) throw new NotFound('user');
      const changed = await this.records.changeDetails(em, account, details);
      if (changed.length > 0)
        await this.audit.record(em, {
          action: 'user.change-profile',
          actorId: userId,
          actorRole: account.role,
          targetType: 'user',
          targetId: userId,
          detail: { changed },
        });
      // If the address has changed since, its limits were not checked; that change also ended this session.
      if (account.email !== email && account.email === before?.email) await this.emails.ask(em, account, email);
      return { fullName: fullName(details), emailPending: await this.emails.pending(em, userId) };
    });
  }

  private async admitAddress(
    { userId, recentlyAuthenticated, recentlyReauthenticated }: Actor,
    email: string,
    network: string | null,
  ): Promise<void> {
    if (!recentlyAuthenticated && !recentlyReauthenticated) throw new StepUpRequired();
    await this.limits.consume('emailChangeUser', userId);
    await this.limits.consume('mailFromNetwork', network ?? 'unknown');
    await this.limits.consume('mailToAddress', email);
  }
}
