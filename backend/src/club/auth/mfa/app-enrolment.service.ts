import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { UsersService } from '../../users/index.js';
import { FactorChangeService } from './factor-change.service.js';
import { FactorsChanged, NothingToConfirm } from './mfa.errors.js';
import { SecondFactorCodeService } from './second-factor-code.service.js';
import { TotpFactorService } from './totp-factor.service.js';

/** Sets up and removes an authenticator app. */
@Injectable()
export class AppEnrolmentService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly totp: TotpFactorService,
    private readonly codes: SecondFactorCodeService,
    private readonly changes: FactorChangeService,
  ) {}

  /**
   * Creates a secret, which is pending until `confirm`. A user who has an app may set up another, which replaces it: a session that may add
   * a factor could also add one, step up with it and remove the old one.
   */
  async begin({ userId }: Actor): Promise<{ secret: string; uri: string }> {
    const { email } = await this.users.profileOf(userId);
    return this.totp.begin(this.em, userId, email);
  }

  /**
   * Confirms the pending app by a code. Returns the recovery codes of a first factor, otherwise null. Throws NothingToConfirm,
   * InvalidInput (otp), TooMany.
   */
  async confirm(actor: Actor, otp: string): Promise<string[] | null> {
    if (!(await this.totp.isPending(this.em, actor.userId))) throw new NothingToConfirm();
    const shown = await this.codes.showFirst(actor.userId, otp);
    if (!shown) throw InvalidInput.field('otp', 'This code is wrong. Enter the one your app shows now', 'mfa.wrong-code');
    const event = { action: 'mfa.add-app', news: { letter: 'second-factor-added', factor: 'app' } } as const;
    const { recoveryCodes } = await this.changes.add(actor, event, async (em) => {
      if (!(await this.totp.activate(em, actor.userId, shown))) throw new FactorsChanged();
    });
    return recoveryCodes;
  }

  /** Throws NotFound, LastFactor. */
  async remove(actor: Actor): Promise<void> {
    const event = { action: 'mfa.remove-app', news: { letter: 'second-factor-removed', factor: 'app' } } as const;
    await this.changes.remove(actor, event, 'authenticator app', (em) => this.totp.remove(em, actor.userId));
  }
}
