import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { MailModule } from '../mail/index.js';
import { ReferralsModule } from '../referrals/index.js';
import { UsersModule } from '../users/index.js';
import { ConfirmationMails } from './confirmation-mails.js';
import { ConfirmationService } from './confirmation.service.js';
import { CredentialsVerifier } from './credentials.js';
import { MailTokens } from './mail-tokens.js';
import { SessionsModule } from './sessions.module.js';
import { SignInService } from './sign-in.service.js';
import { SignUpRecords } from './sign-up-records.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [AuditModule, MailModule, ReferralsModule, SessionsModule, UsersModule],
  providers: [MailTokens, ConfirmationMails, ConfirmationService, CredentialsVerifier, SignInService, SignUpRecords, SignUpService],
  exports: [ConfirmationMails, ConfirmationService, SignInService, SignUpService],
})
export class AuthModule {}
