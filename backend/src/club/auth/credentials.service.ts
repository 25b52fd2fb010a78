import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher, type Priority } from '../../platform/crypto/index.js';
import { canonicalEmail, MAXIMUM_PASSWORD_LENGTH, UsersService, type Credentials } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { WrongCredentials } from './auth.errors.js';
import { KeyedQueue } from './keyed-queue.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { SignInLimitsService } from './sign-in-limits.service.js';
import type { SessionOrigin } from './session.service.js';

export interface Verified {
  user: Credentials;
  /** The account has signed in from this network or browser before. */
  knownOrigin: boolean;
}

/** Verifies passwords. Every route that accepts one calls this service (security T22). */
@Injectable()
export class CredentialsService {
  /** Serialises the attempts at one account from one network, so that a burst cannot outrun its counter. */
  private readonly turns = new KeyedQueue();

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly signInLimits: SignInLimitsService,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the user of these credentials. Throws TooMany, or WrongCredentials, in the same time for an unknown email. */
  async verify(email: string, password: string, origin: SessionOrigin): Promise<Verified> {
    const account = canonicalEmail(email) ?? email.trim().toLowerCase();
    const found = await this.users.credentialsOf(account);
    const budget = await this.signInLimits.budgetOf(account, found?.id ?? null, origin);
    return this.turns.run(budget.key, async () => {
      await this.signInLimits.check(budget);
      await this.signInLimits.slow(budget);
      const user = await this.users.credentialsOf(account);
      const right = await this.matches(user, password, budget.priority);
      if (!user || !right) {
        await this.signInLimits.countFailure(budget);
        await this.audit.record(this.em, {
          action: 'auth.refuse-sign-in',
          actorId: null,
          actorRole: null,
          targetType: 'user',
          targetId: user?.id ?? null,
          detail: { reason: 'wrong-credentials' },
        });
        throw new WrongCredentials();
      }
      await this.signInLimits.forget(budget);
      await this.renewHash(user, password);
      return { user, knownOrigin: budget.known };
    });
  }

  /**
   * Returns whether `password` is the user's own, for actions within a session. Counts under `stepUp` before it compares, so that a burst
   * cannot outrun the counter, and clears the count after a correct password. Throws TooMany.
   */
  async isOwn(userId: string, password: string): Promise<boolean> {
    await this.limits.consume('stepUp', userId);
    const user = await this.users.credentialsOfUser(userId);
    if (!(await this.matches(user, password))) return false;
    await this.limits.reset('stepUp', userId);
    return true;
  }

  private matches(user: Credentials | null, password: string, priority?: Priority): Promise<boolean> {
    const possible = password.length <= MAXIMUM_PASSWORD_LENGTH * 4;
    return user && possible
      ? this.hasher.verify(user.passwordHash, password, priority)
      : this.hasher.verifyUnknown(possible ? password : '');
  }

  /** Replaces a hash of an older cost while the password is at hand. */
  private async renewHash(user: Credentials, password: string): Promise<void> {
    if (!this.hasher.needsRehash(user.passwordHash)) return;
    await this.accounts.renewHash(this.em, user, await this.hasher.hash(password));
  }
}
