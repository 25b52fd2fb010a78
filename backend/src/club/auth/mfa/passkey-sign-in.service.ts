import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { AuditLog } from '../../../operations/audit/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { failedSignIns } from '../sign-in.metrics.js';
import type { SessionOrigin } from '../session.service.js';
import { SignInService, type SignedIn } from '../sign-in.service.js';
import { PasskeyRefused } from './mfa.errors.js';
import { PasskeySignatureService, type PasskeyAnswer } from './passkey-signature.service.js';
import { PasskeyRepository } from './passkey.repository.js';

const SIGN_IN = { purpose: 'sign-in', userId: null } as const;

/**
 * Signs in with a passkey alone: the device and its user verification are two factors. Signatures cannot be guessed, so failures do not
 * count against the account, and a user whose codes are under attack can still sign in. A limit per network bounds the work.
 */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly em: EntityManager,
    private readonly signatures: PasskeySignatureService,
    private readonly passkeys: PasskeyRepository,
    private readonly limits: RateLimits,
    private readonly signIns: SignInService,
    private readonly audit: AuditLog,
  ) {}

  /** Throws TooMany, PasskeysNeedAName. */
  async begin(
    pageOrigin: string | null,
    network: string | null,
  ): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
    await this.limits.consume('passkeyNetwork', network ?? 'unknown');
    return this.signatures.request(SIGN_IN, pageOrigin);
  }

  /** Throws PasskeyRefused, TooMany; only after a valid signature EmailNotConfirmed, AccountDeactivated or AccountRejected. */
  async signIn(answer: PasskeyAnswer, pageOrigin: string | null, origin: SessionOrigin): Promise<SignedIn> {
    await this.limits.consume('passkeyNetwork', origin.network ?? 'unknown');
    const signature = await this.signatures.check(SIGN_IN, answer, pageOrigin);
    if (!signature) {
      failedSignIns.inc({ reason: 'passkey' });
      const refusal = new PasskeyRefused();
      await this.audit.record(this.em, {
        action: 'auth.refuse-sign-in',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: null,
        detail: { reason: refusal.code },
      });
      throw refusal;
    }
    const { passkey, counter } = signature;
    return this.signIns.enter(
      passkey.owner,
      {
        factor: 'passkey',
        spend: async (em) => ((await this.passkeys.use(em, passkey.id, counter)) ? null : new PasskeyRefused('mfa.passkey-counter')),
      },
      origin,
    );
  }
}
