import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { MailModule } from '../../../messaging/mail/index.js';
import { UsersModule } from '../../users/index.js';
import { SessionsModule } from '../sessions.module.js';
import { AppEnrolment } from './app-enrolment.js';
import { FactorChanges } from './factor-changes.js';
import { FactorJournal } from './factor-journal.js';
import { FactorReset } from './factor-reset.js';
import { FactorReader } from './factors.js';
import { MfaOverview } from './mfa-overview.js';
import { PasskeyCeremonies } from './passkey-ceremonies.js';
import { PasskeyEnrolment } from './passkey-enrolment.js';
import { PasskeySignatures } from './passkey-signatures.js';
import { Passkeys } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RelyingParty } from './relying-party.js';
import { SecondFactorCodes } from './second-factor-codes.js';
import { SignInFactors } from './sign-in-factors.js';
import { TotpFactors } from './totp-factors.js';
import { WebAuthnChallenges } from './webauthn-challenges.js';

/** Second factors: authenticator apps, passkeys, recovery codes. Signing in and confirming acts lie above it, in AuthModule. */
@Module({
  imports: [AuditModule, MailModule, SessionsModule, UsersModule],
  providers: [
    RelyingParty,
    WebAuthnChallenges,
    PasskeyCeremonies,
    PasskeySignatures,
    PasskeyEnrolment,
    Passkeys,
    TotpFactors,
    RecoveryCodes,
    SecondFactorCodes,
    AppEnrolment,
    FactorReader,
    FactorJournal,
    FactorChanges,
    FactorReset,
    MfaOverview,
    SignInFactors,
  ],
  exports: [
    AppEnrolment,
    FactorReader,
    FactorReset,
    MfaOverview,
    PasskeyEnrolment,
    PasskeySignatures,
    Passkeys,
    SecondFactorCodes,
    SignInFactors,
  ],
})
export class MfaModule {}
