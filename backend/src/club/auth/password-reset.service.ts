import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../platform/domain/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { canonicalEmail, ProfileRecords, type Account } from '../users/index.js';
import { LinkInvalid } from './auth.errors.js';
import { MailTokenRepository, type MailTokenOwner } from './mail-token.repository.js';
import { NewPasswordService } from './new-password.service.js';
import type { SessionOrigin } from './session.service.js';
import { SignInLimitsService } from './sign-in-limits.service.js';

/** The outbox kind that ResetPasswordMailHandler serves. */
export const RESET_KIND = 'auth.reset-password';

/**
 * A forgotten password. Open to every account that is not rejected: one that is deactivated gets its new password and stays deactivated,
 * and one that waits for its confirmation has it with the link, which proves the same address.
 */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly signInLimits: SignInLimitsService,
    private readonly tokens: MailTokenRepository,
    private readonly records: ProfileRecords,
    private readonly passwords: NewPasswordService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Asks for a link. The worker looks whether there is an account, so answer and time are the same for every address. Throws TooMany
   * (network).
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
   * Sets a new password by a mailed link. One that the rules refuse leaves the link good. Throws LinkInvalid, InvalidInput, TooMany, Busy.
   */
  async use(token: string, newPassword: string, origin: SessionOrigin): Promise<void> {
    const network = origin.network ?? 'unknown';
    await this.limits.check('confirmNetwork', network);
    // Looked up first: whoever has no good link costs no hash.
    const owner = await this.tokens.ownerOf(this.em, 'reset-password', token);
    if (owner && (await this.choose(owner, token, newPassword))) {
      // A person who reads the account's email does not have to wait until failed attempts from their network expire.
      await this.signInLimits.forgetOrigin(owner.email, origin);
      return;
    }
    await this.limits.count('confirmNetwork', network);
    throw new LinkInvalid();
  }

  /** False where the link can be used no more. */
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

/** A link is for the account at the address it was mailed to. */
function isOpenTo(owner: MailTokenOwner, account: Account | null): account is Account {
  return account !== null && !account.rejected && account.email.toLowerCase() === owner.email;
}
