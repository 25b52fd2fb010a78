import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/domain/index.js';
import { limits, RateLimits } from '../../../platform/rate-limits/index.js';
import { FactorNoticeService } from './factor-notice.service.js';
import { RecoveryCodeService } from './recovery-code.service.js';
import { TotpFactorService, type ShownCode } from './totp-factor.service.js';

export type ShownFactor = 'totp' | 'recovery';

/**
 * The only place where typed codes are tried, whichever way they come: at sign-in, to confirm an act, to set an app up. They share one
 * counter an account, and each try is counted before it is looked at, so that neither a burst nor a second path gets more than five
 * (security T22). Sign-ins from unknown networks have a counter of their own: a thief of the password cannot use up the owner's tries. A
 * correct code clears the counter.
 */
@Injectable()
export class SecondFactorCodeService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly totp: TotpFactorService,
    private readonly recovery: RecoveryCodeService,
    private readonly journal: FactorNoticeService,
  ) {}

  /**
   * Uses a code of the person's app, or a recovery code. `knownOrigin`: the account has signed in from there before, or is signed in. Null
   * for a wrong or used one; the owner gets an email after the third. Throws TooMany.
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

  /** The first code of an app that waits for it. Null for a wrong one. Throws TooMany. */
  showFirst(userId: string, typed: string): Promise<ShownCode | null> {
    return this.counted(userId, async () => {
      const digits = digitsOf(typed);
      return digits === null ? null : this.totp.showFirst(this.em, userId, digits);
    });
  }

  private async useRecoveryCode(person: { id: string; role: Role }, typed: string): Promise<boolean> {
    const fingerprint = await this.recovery.fingerprintOf(this.em, person.id, typed);
    if (fingerprint === null) return false;
    return this.em.transactional(async (em) => {
      const left = await this.recovery.use(em, person.id, fingerprint);
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

/** Six digits, with the blank that apps show in their middle or without. */
function digitsOf(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
