import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { MailModule } from '../../../messaging/mail/index.js';
import { UsersModule } from '../../users/index.js';
import { SessionsModule } from '../sessions.module.js';
import { AppEnrolmentService } from './app-enrolment.service.js';
import { FactorChangeService } from './factor-change.service.js';
import { FactorNoticeService } from './factor-notice.service.js';
import { FactorResetService } from './factor-reset.service.js';
import { FactorReader } from './factor.reader.js';
import { MfaOverviewService } from './mfa-overview.service.js';
import { PasskeyCeremonyService } from './passkey-ceremony.service.js';
import { PasskeyEnrolmentService } from './passkey-enrolment.service.js';
import { PasskeySignatureService } from './passkey-signature.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RecoveryCodeService } from './recovery-code.service.js';
import { RelyingPartyPolicy } from './relying-party.policy.js';
import { SecondFactorCodeService } from './second-factor-code.service.js';
import { SignInFactorService } from './sign-in-factor.service.js';
import { TotpFactorRepository } from './totp-factor.repository.js';
import { TotpFactorService } from './totp-factor.service.js';
import { WebAuthnChallengeRepository } from './webauthn-challenge.repository.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';

/** Second factors: authenticator apps, passkeys, recovery codes. AuthModule builds sign-in and step-up on top of it. */
@Module({
  imports: [AuditModule, MailModule, SessionsModule, UsersModule],
  providers: [
    RelyingPartyPolicy,
    WebAuthnChallengeService,
    WebAuthnChallengeRepository,
    PasskeyCeremonyService,
    PasskeySignatureService,
    PasskeyEnrolmentService,
    PasskeyRepository,
    TotpFactorService,
    TotpFactorRepository,
    RecoveryCodeService,
    RecoveryCodeRepository,
    SecondFactorCodeService,
    AppEnrolmentService,
    FactorReader,
    FactorNoticeService,
    FactorChangeService,
    FactorResetService,
    MfaOverviewService,
    SignInFactorService,
  ],
  exports: [
    AppEnrolmentService,
    FactorReader,
    FactorResetService,
    MfaOverviewService,
    PasskeyEnrolmentService,
    PasskeySignatureService,
    PasskeyRepository,
    SecondFactorCodeService,
    SignInFactorService,
  ],
})
export class MfaModule {}
