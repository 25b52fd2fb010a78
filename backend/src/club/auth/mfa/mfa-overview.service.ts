import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { FactorChangeService } from './factor-change.service.js';
import { FactorReader } from './factor.reader.js';
import { PasskeyRepository, type PasskeySummary } from './passkey.repository.js';

export interface MfaStatus {
  totp: boolean;
  passkeys: PasskeySummary[];
  recoveryCodesLeft: number;
  /** The account must have a second factor. */
  required: boolean;
}

/** Lists a user's second factors and renews the recovery codes. */
@Injectable()
export class MfaOverviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: FactorReader,
    private readonly passkeys: PasskeyRepository,
    private readonly changes: FactorChangeService,
  ) {}

  async of({ userId, role }: Actor): Promise<MfaStatus> {
    const { totp, recoveryCodesLeft } = await this.factors.of(this.em, userId);
    return { totp, passkeys: await this.passkeys.listOf(this.em, userId), recoveryCodesLeft, required: this.factors.isRequiredOf(role) };
  }

  /** Replaces the recovery codes by ten new ones. Throws NoSecondFactor. */
  renewRecoveryCodes(actor: Actor): Promise<string[]> {
    return this.changes.renewRecoveryCodes(actor, {
      action: 'mfa.new-recovery-codes',
      news: { letter: 'second-factor-added', factor: 'recovery-codes' },
    });
  }
}
