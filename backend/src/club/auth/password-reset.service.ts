import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { canonicalEmail, ProfileRepository, type Account } from '../users/index.js';
import { LinkInvalid } from './auth.errors.js';
import { MailTokenRepository, type MailTokenOwner } from './mail-token.repository.js';
import { NewPasswordService } from './new-password.service.js';
import type { SessionOrigin } from './session.service.js';
import { SignInLimitsService } from './sign-in-limits.service.js';

/** The outbox kind that ResetPasswordMailHandler serves. */
export const RESET_KIND = 'auth.reset-password';

/**
 * Resets forgotten passwords of every account that is not rejected. A deactivated account remains deactivated; an unconfirmed one is
 * confirmed, because the link proves the address.
 */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly signInLimits: SignInLimitsService,
    private readonly tokens: MailTokenRepository,
    private readonly records: ProfileRepository,
    private readonly passwords: NewPasswordService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Queues a request for a link. The worker looks the account up, so that answer and time reveal nothing. Throws TooMany (network).
   */
  async ask(typed: string, network: string | null): Promise<void> {
    await this.limits.consume('resetNetwork', network ?? 'unknown');
    const email = canonicalEmail(typed);
    if (email === null || !(await this.limits.allows('mailToAddress', email))) return;
    await this.em.transactional((em) =>
      this.outbox.add(em, { kind: RESET_KIND, dedupeKey: `${RESET_KIND}:${uuidv7()}`, payload: { v: 1, email } }),
    );
  }

  /**
   * Sets a new password by an emailed link. A rejected password does not use the link up. Throws LinkInvalid, InvalidInput, TooMany, Busy.
   */
  async use(token: string, newPassword: string, origin: SessionOrigin): Promise<void> {
    const network = origin.network ?? 'unknown';
    await this.limits.check('confirmNetwork', network);
    // Look the link up first: an invalid one must not cost a hash.
    const owner = await this.tokens.ownerOf(this.em, 'reset-password', token);
    if (owner && (await this.choose(owner, token, newPassword))) {
      // The owner of the mailbox need not wait until failed attempts from the network expire.
      await this.signInLimits.forgetOrigin(owner.email, origin);
      return;
    }
    await this.limits.count('confirmNetwork', network);
    throw new LinkInvalid();
  }

  /** Returns false if the link is no longer valid. */
  private async choose(owner: MailTokenOwner, token: string, newPassword: string): Promise<boolean> {
    const account = await this.records.find(this.em, owner.userId);
    if (!isOpenTo(owner, account)) return false;
    this.passwords.check(newPassword, account);
    const passwordHash = await this.passwords.hash(newPassword);
    return this.em.transactional(async (em) => {
      const locked = await this.records.lock(em, owner.userId);
      if (!isOpenTo(owner, locked) || !(await this.tokens.use(em, 'reset-password', token))) return false;
      await this.passwords.store(em, locked, { passwordHash, action: 'auth.reset-password', keepSession: null });
      return true;
    });
  }
}

/** A link is bound to the account and to the address it was sent to. */
function isOpenTo(owner: MailTokenOwner, account: Account | null): account is Account {
  return account !== null && !account.rejected && account.email.toLowerCase() === owner.email;
}
