import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { CredentialsService } from '../credentials.service.js';
import { StepUpGrantService } from './step-up-grant.service.js';
import { FactorReader, kindsOf, type FactorKind } from './factor.reader.js';
import { NotConfirmed } from './mfa.errors.js';
import { SecondFactorCodeService } from './second-factor-code.service.js';

/** Step-up within a session: by the second factor, or by the password of an account without one (security 3.8). */
@Injectable()
export class StepUpService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly credentials: CredentialsService,
    private readonly factors: FactorReader,
    private readonly codes: SecondFactorCodeService,
    private readonly confirmations: StepUpGrantService,
  ) {}

  /**
   * Returns when the step-up expires. An account with a second factor cannot use its password, which the factor is meant to back up. Throws
   * NotConfirmed, TooMany.
   */
  async confirm(actor: Actor, { password, otp }: { password?: string | undefined; otp?: string | undefined }): Promise<Date> {
    const kinds = kindsOf(await this.factors.of(this.em, actor.userId));
    if (kinds.length === 0) return this.byPassword(actor, password);
    if (otp === undefined) throw new NotConfirmed(kinds, 'Enter your code');
    await this.limits.consume('stepUp', actor.userId);
    const shown = await this.codes.show({ id: actor.userId, role: actor.role }, otp, { knownOrigin: true });
    if (!shown) return this.confirmations.refuse(actor, kinds, 'This code is wrong or was already used', 'wrong-code');
    await this.limits.reset('stepUp', actor.userId);
    return this.grant(actor, shown);
  }

  private async byPassword(actor: Actor, password: string | undefined): Promise<Date> {
    if (password === undefined) throw new NotConfirmed([], 'Enter your password');
    if (await this.credentials.isOwn(actor.userId, password)) return this.grant(actor, 'password');
    return this.confirmations.refuse(actor, [], 'This is not your password', 'wrong-password');
  }

  private async grant(actor: Actor, by: 'password' | FactorKind): Promise<Date> {
    const until = await this.em.transactional((em) => this.confirmations.grant(em, actor, by));
    return until ?? this.confirmations.refuse(actor, [], 'Please sign in again', 'session-ended');
  }
}
