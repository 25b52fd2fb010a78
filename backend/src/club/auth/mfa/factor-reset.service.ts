import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../../platform/domain/index.js';
import { UsersService } from '../../users/index.js';
import { SessionService } from '../session.service.js';
import { FactorNoticeService } from './factor-notice.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { TotpFactorRepository } from './totp-factor.repository.js';
import { WebAuthnChallengeRepository } from './webauthn-challenge.repository.js';

/** Who is responsible for a reset. */
export interface ResetBy {
  /** The admin who requested it; null for the operator of the command line. */
  by: string | null;
  /** The second admin, if two are required. */
  confirmedBy?: string | null;
}

/** Resets the factors of a user who has lost them all, recovery codes included. */
@Injectable()
export class FactorResetService {
  constructor(
    private readonly users: UsersService,
    private readonly totp: TotpFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly recovery: RecoveryCodeRepository,
    private readonly challenges: WebAuthnChallengeRepository,
    private readonly sessions: SessionService,
    private readonly journal: FactorNoticeService,
  ) {}

  /**
   * Removes every second factor and recovery code of an account, ends all its sessions, informs the owner and writes an audit record, in
   * the transaction of `em`. The next sign-in needs the password only; an admin who must have a factor can then only set one up. Returns
   * the number of removed factors. Throws NotFound.
   */
  async removeEveryFactor(em: EntityManager, userId: string, { by, confirmedBy = null }: ResetBy): Promise<number> {
    if (!(await this.users.lockCredentials(em, userId))) throw new NotFound('user');
    const { apps, passkeys } = await this.discard(em, userId);
    await this.sessions.endAll(em, userId);
    await this.journal.changed(em, userId, by === null ? null : { id: by, role: 'admin' }, {
      action: 'mfa.remove-every-factor',
      detail: { apps, passkeys, confirmedBy },
      news: { letter: 'second-factor-removed', factor: 'all' },
    });
    return apps + passkeys;
  }

  /**
   * Deletes second factors, recovery codes and open passkey ceremonies without an email or a record: for accounts whose address is not
   * confirmed yet.
   */
  async discard(em: EntityManager, userId: string): Promise<{ apps: number; passkeys: number }> {
    const apps = (await this.totp.remove(em, userId)) ? 1 : 0;
    const passkeys = await this.passkeys.removeAll(em, userId);
    await this.recovery.removeAll(em, userId);
    await this.challenges.removeAll(em, userId);
    return { apps, passkeys };
  }
}
