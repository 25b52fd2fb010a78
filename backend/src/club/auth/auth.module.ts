import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ConsentsModule } from '../consents/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReferralsModule } from '../referrals/index.js';
import { UsersModule } from '../users/index.js';
import { AdminInvitations } from './admin-invitations.js';
import { ChoosePasswordMails } from './choose-password-mails.js';
import { ConfirmationMails } from './confirmation-mails.js';
import { ConfirmationService } from './confirmation.service.js';
import { CredentialsVerifier } from './credentials.js';
import { EmailChanges } from './email-changes.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { Confirmations } from './mfa/confirmations.js';
import { MfaModule } from './mfa/mfa.module.js';
import { PasskeySignIn } from './mfa/passkey-sign-in.js';
import { PasskeyStepUp } from './mfa/passkey-step-up.js';
import { StepUpService } from './mfa/step-up.service.js';
import { NewPasswords } from './new-passwords.js';
import { PasswordChange } from './password-change.service.js';
import { PasswordReset } from './password-reset.service.js';
import { PreparedAccess } from './prepared-access.js';
import { ProfileChanges } from './profile-changes.service.js';
import { SessionsModule } from './sessions.module.js';
import { SignInBrakes } from './sign-in-brakes.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignInNotices } from './sign-in-notices.js';
import { SignInService } from './sign-in.service.js';
import { SignInSettings } from './sign-in-settings.js';
import { SignUpRecords } from './sign-up-records.js';
import { SignUpReplacement } from './sign-up-replacement.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [AuditModule, ConsentsModule, MailModule, MfaModule, ReferralsModule, SessionsModule, UsersModule],
  providers: [
    AdminInvitations,
    MailTokenRepository,
    ConfirmationMails,
    ChoosePasswordMails,
    ConfirmationService,
    EmailChanges,
    NewPasswords,
    PreparedAccess,
    PasswordChange,
    PasswordReset,
    ProfileChanges,
    CredentialsVerifier,
    SignInBrakes,
    SignInLimits,
    SignInNotices,
    SignInSettings,
    SignInService,
    Confirmations,
    PasskeySignIn,
    PasskeyStepUp,
    StepUpService,
    SignUpRecords,
    SignUpReplacement,
    SignUpService,
  ],
  exports: [
    AdminInvitations,
    MfaModule,
    PasskeySignIn,
    PasskeyStepUp,
    StepUpService,
    MailTokenRepository,
    PasswordChange,
    PasswordReset,
    ProfileChanges,
    ChoosePasswordMails,
    ConfirmationMails,
    ConfirmationService,
    SignInService,
    SignUpService,
  ],
})
export class AuthModule {}
