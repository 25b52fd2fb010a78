import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { PasswordHasher } from '../common/crypto/index.js';
import { canonicalEmail, MAXIMUM_PASSWORD_LENGTH, UsersService, type Credentials } from '../users/index.js';
import { WrongCredentials } from './auth.errors.js';
import { KeyedQueue } from './keyed-queue.js';
import { RateLimits } from '../common/rate-limits/index.js';

/** The only way to turn an e-mail and a password into a user: whatever accepts a password calls it (security T22). */
@Injectable()
export class CredentialsVerifier {
  /** Guesses at one account wait for each other, so a burst cannot outrun its counter. */
  private readonly turns = new KeyedQueue();

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** The user of these credentials. Throws WrongCredentials, in the same time for an unknown e-mail and a wrong password, or TooMany. */
  async verify(email: string, password: string, network: string | null): Promise<Credentials> {
    const account = canonicalEmail(email) ?? email.trim().toLowerCase();
    return this.turns.run(account, async () => {
      const counters = [
        ['signInAccount', account],
        ['signInNetwork', network ?? 'unknown'],
        ['signInEverywhere', 'all'],
      ] as const;
      for (const [limit, key] of counters) await this.limits.check(limit, key);
      const user = await this.users.credentialsOf(account);
      const right = await this.matches(user, password);
      if (!user || !right) {
        for (const [limit, key] of counters) await this.limits.count(limit, key);
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
      await this.limits.reset('signInAccount', account);
      await this.renewHash(user, password);
      return user;
    });
  }

  /**
   * Whether `password` is the user's own, for acts within a session. Counts under `stepUp` before it looks, so that a burst cannot outrun the counter,
   * and forgets the count once it is right. Throws TooMany.
   */
  async isOwn(userId: string, password: string): Promise<boolean> {
    await this.limits.consume('stepUp', userId);
    const user = await this.users.credentialsOfUser(userId);
    if (!(await this.matches(user, password))) return false;
    await this.limits.reset('stepUp', userId);
    return true;
  }

  private matches(user: Credentials | null, password: string): Promise<boolean> {
    const possible = password.length <= MAXIMUM_PASSWORD_LENGTH * 4;
    return user && possible ? this.hasher.verify(user.passwordHash, password) : this.hasher.verifyUnknown(possible ? password : '');
  }

  /** A hash made under an older cost is replaced while the password is at hand. */
  private async renewHash(user: Credentials, password: string): Promise<void> {
    if (!this.hasher.needsRehash(user.passwordHash)) return;
    const renewed = await this.hasher.hash(password);
    await this.em.execute(`update users set password_hash = ? where id = ? and password_hash = ?`, [renewed, user.id, user.passwordHash]);
  }
}
