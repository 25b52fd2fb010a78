import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ConsentsModule } from '../consents/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReferralsModule } from '../referrals/index.js';
import { UsersModule } from '../users/index.js';
import { AccountRepository } from './account.repository.js';
import { AdminInvitationService } from './admin-invitation.service.js';
import { MailLinkService } from './mail-link.service.js';
import { ConfirmationService } from './confirmation.service.js';
import { CredentialsService } from './credentials.service.js';
import { EmailChangeService } from './email-change.service.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { StepUpGrantService } from './mfa/step-up-grant.service.js';
import { MfaModule } from './mfa/mfa.module.js';
import { PasskeySignInService } from './mfa/passkey-sign-in.service.js';
import { PasskeyStepUpService } from './mfa/passkey-step-up.service.js';
import { StepUpService } from './mfa/step-up.service.js';
import { NewPasswordService } from './new-password.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { PreparedAccessService } from './prepared-access.service.js';
import { ProfileChangeService } from './profile-change.service.js';
import { SessionsModule } from './sessions.module.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';
import { SignInLimitsService } from './sign-in-limits.service.js';
import { SignInNoticeService } from './sign-in-notice.service.js';
import { SignInService } from './sign-in.service.js';
import { SignInSettings } from './sign-in.settings.js';
import { SignUpWriter } from './sign-up.writer.js';
import { SignUpReplacementService } from './sign-up-replacement.service.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [AuditModule, ConsentsModule, MailModule, MfaModule, ReferralsModule, SessionsModule, UsersModule],
  providers: [
    AccountRepository,
    AdminInvitationService,
    MailTokenRepository,
    MailLinkService,
    ConfirmationService,
    EmailChangeService,
    NewPasswordService,
    PreparedAccessService,
    PasswordChangeService,
    PasswordResetService,
    ProfileChangeService,
    CredentialsService,
    SignInThrottleService,
    SignInLimitsService,
    SignInNoticeService,
    SignInSettings,
    SignInService,
    StepUpGrantService,
    PasskeySignInService,
    PasskeyStepUpService,
    StepUpService,
    SignUpWriter,
    SignUpReplacementService,
    SignUpService,
  ],
  exports: [
    AdminInvitationService,
    MfaModule,
    PasskeySignInService,
    PasskeyStepUpService,
    StepUpService,
    AccountRepository,
    MailTokenRepository,
    PasswordChangeService,
    PasswordResetService,
    ProfileChangeService,
    MailLinkService,
    ConfirmationService,
    SignInService,
    SignUpService,
  ],
})
export class AuthModule {}
