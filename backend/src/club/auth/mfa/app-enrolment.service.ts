import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/access-ports.js';
import { UsersService } from '../../users/index.js';
import { FactorChangeService } from './factor-change.service.js';
import { FactorsChanged, NothingToConfirm } from './mfa.errors.js';
import { SecondFactorCodeService } from './second-factor-code.service.js';
import { TotpFactorService } from './totp-factor.service.js';

/** Setting up and giving up an authenticator app. */
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
   * A new secret for an app; it counts for nothing until `confirm`. Somebody who has an app may begin another, which then takes its place:
   * whoever may add a factor could add one, confirm with it and remove the old one all the same.
   */
  async begin({ userId }: Actor): Promise<{ secret: string; uri: string }> {
    const { email } = await this.users.profileOf(userId);
    return this.totp.begin(this.em, userId, email);
  }

  /**
   * Puts the app in force once it has shown a code. Returns the recovery codes that come with a first factor. Throws NothingToConfirm,
   * InvalidInput (otp), TooMany.
   */
  async confirm(actor: Actor, otp: string): Promise<string[] | null> {
    if (!(await this.totp.isPending(this.em, actor.userId))) throw new NothingToConfirm();
    const shown = await this.codes.showFirst(actor.userId, otp);
    if (!shown) throw InvalidInput.field('otp', 'This code is not right. Enter the one your app shows now', 'mfa.wrong-code');
    const event = { action: 'mfa.add-app', news: { letter: 'second-factor-added', factor: 'an authenticator app' } } as const;
    const { recoveryCodes } = await this.changes.add(actor, event, async (em) => {
      if (!(await this.totp.activate(em, actor.userId, shown))) throw new FactorsChanged();
    });
    return recoveryCodes;
  }

  /** Throws NotFound, LastFactor. */
  async remove(actor: Actor): Promise<void> {
    const event = { action: 'mfa.remove-app', news: { letter: 'second-factor-removed', factor: 'an authenticator app' } } as const;
    await this.changes.remove(actor, event, 'authenticator app', (em) => this.totp.remove(em, actor.userId));
  }
}
