import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/domain/index.js';
import { limits, RateLimits } from '../../../platform/rate-limits/index.js';
import { FactorNoticeService } from './factor-notice.service.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RecoveryCodeService } from './recovery-code.service.js';
import { TotpFactorService, type ShownCode } from './totp-factor.service.js';

export type ShownFactor = 'totp' | 'recovery';

/**
 * Checks typed codes: the only place that does, at sign-in, for step-ups and to set an app up. All share one counter per account, and each
 * attempt is counted before it is checked, so that neither a burst nor a second route gets more than five (security T22). Sign-ins from
 * unknown networks have their own counter: a stolen password cannot use up the owner's attempts. A correct code clears the counter.
 */
@Injectable()
export class SecondFactorCodeService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly totp: TotpFactorService,
    private readonly recoveryCodes: RecoveryCodeService,
    private readonly recovery: RecoveryCodeRepository,
    private readonly journal: FactorNoticeService,
  ) {}

  /**
   * Uses a code of the user's app, or a recovery code. `knownOrigin`: the account has signed in from there before, or is signed in. Returns
   * null for a wrong or used code; the owner gets an email after the third. Throws TooMany.
   */
  async show(person: { id: string; role: Role }, typed: string, { knownOrigin }: { knownOrigin: boolean }): Promise<ShownFactor | null> {
    const shown = await this.counted(knownOrigin ? person.id : `${person.id} unknown`, () => this.use(person, typed));
    if (shown === null && (await this.limits.count('secondFactorNotice', person.id)) === limits.secondFactorNotice.points)
      await this.em.transactional((em) => this.journal.wrongCodes(em, person));
    return shown;
  }

  private async use(person: { id: string; role: Role }, typed: string): Promise<ShownFactor | null> {
    const digits = digitsOf(typed);
    if (digits !== null) return (await this.totp.use(this.em, person.id, digits)) ? 'totp' : null;
    return (await this.useRecoveryCode(person, typed)) ? 'recovery' : null;
  }

  /** Checks the first code of a pending app. Returns null for a wrong one. Throws TooMany. */
  showFirst(userId: string, typed: string): Promise<ShownCode | null> {
    return this.counted(userId, async () => {
      const digits = digitsOf(typed);
      return digits === null ? null : this.totp.showFirst(this.em, userId, digits);
    });
  }

  private async useRecoveryCode(person: { id: string; role: Role }, typed: string): Promise<boolean> {
    const hash = await this.recoveryCodes.hashOf(this.em, person.id, typed);
    if (hash === null) return false;
    return this.em.transactional(async (em) => {
      const left = await this.recovery.use(em, person.id, hash);
      if (left === null) return false;
      await this.journal.recoveryCodeUsed(em, person, left);
      return true;
    });
  }

  private async counted<T>(key: string, attempt: () => Promise<T | null>): Promise<T | null> {
    await this.limits.consume('secondFactor', key);
    const right = await attempt();
    if (right !== null) await this.limits.reset('secondFactor', key);
    return right;
  }
}

/** Returns the six digits without the blank that apps show in the middle, or null. */
function digitsOf(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
