import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../../platform/domain/index.js';
import { UsersService } from '../../users/index.js';
import { SessionService } from '../session.service.js';
import { FactorNoticeService } from './factor-notice.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { RecoveryCodeService } from './recovery-code.service.js';
import { TotpFactorService } from './totp-factor.service.js';

/** Who answers for a reset. */
export interface ResetBy {
  /** The admin who asked for it; null: the operator of the command line. */
  by: string | null;
  /** The second person, an admin as well, where two are needed. */
  confirmedBy?: string | null;
}

/** For somebody who has lost every factor and the recovery codes with them. */
@Injectable()
export class FactorResetService {
  constructor(
    private readonly users: UsersService,
    private readonly totp: TotpFactorService,
    private readonly passkeys: PasskeyRepository,
    private readonly recovery: RecoveryCodeService,
    private readonly sessions: SessionService,
    private readonly journal: FactorNoticeService,
  ) {}

  /**
   * Takes every second factor and recovery code from an account, ends all its sessions, writes to its owner and to the audit log, in the
   * transaction of `em`. The next sign-in takes the password alone; an admin who needs a factor then gets no further than setting one up.
   * Returns how many factors there were. Throws NotFound.
   */
  async removeEveryFactor(em: EntityManager, userId: string, { by, confirmedBy = null }: ResetBy): Promise<number> {
    if (!(await this.users.lockCredentials(em, userId))) throw new NotFound('user');
    const { apps, passkeys } = await this.discard(em, userId);
    await this.sessions.endAll(em, userId);
    await this.journal.changed(em, userId, by === null ? null : { id: by, role: 'admin' }, {
      action: 'mfa.remove-every-factor',
      detail: { apps, passkeys, confirmedBy },
      news: { letter: 'second-factor-removed', factor: 'every second factor' },
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
    await em.execute('delete from webauthn_challenges where user_id = ?', [userId]);
    return { apps, passkeys };
  }
}
