import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { StepUpGrantService } from './step-up-grant.service.js';
import { FactorReader, kindsOf } from './factor.reader.js';
import { NoPasskey } from './mfa.errors.js';
import { PasskeySignatureService, type PasskeyAnswer } from './passkey-signature.service.js';
import { PasskeyRepository } from './passkey.repository.js';

/** Step-up within a session by a passkey. */
@Injectable()
export class PasskeyStepUpService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly passkeys: PasskeyRepository,
    private readonly factors: FactorReader,
    private readonly signatures: PasskeySignatureService,
    private readonly confirmations: StepUpGrantService,
  ) {}

  /** Throws NoPasskey, PasskeysNeedAName. */
  async begin(
    { userId }: Actor,
    pageOrigin: string | null,
  ): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
    if ((await this.passkeys.listOf(this.em, userId)).length === 0) throw new NoPasskey();
    return this.signatures.request({ purpose: 'step-up', userId }, pageOrigin);
  }

  /** Returns when the step-up expires. Throws NotConfirmed, TooMany. */
  async confirm(actor: Actor, answer: PasskeyAnswer, pageOrigin: string | null): Promise<Date> {
    await this.limits.consume('stepUp', actor.userId);
    const signature = await this.signatures.check({ purpose: 'step-up', userId: actor.userId }, answer, pageOrigin);
    if (!signature) return this.refuse(actor, 'passkey');
    const { passkey, counter } = signature;
    const until = await this.em.transactional(async (em) =>
      (await this.passkeys.use(em, passkey.id, counter)) ? this.confirmations.grant(em, actor, 'passkey') : null,
    );
    if (!until) return this.refuse(actor, 'passkey-counter');
    await this.limits.reset('stepUp', actor.userId);
    return until;
  }

  private async refuse(actor: Actor, reason: string): Promise<never> {
    const kinds = kindsOf(await this.factors.of(this.em, actor.userId));
    return this.confirmations.refuse(actor, kinds, 'This passkey was not accepted. Please try again', reason);
  }
}
