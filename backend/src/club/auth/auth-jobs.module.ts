import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuthModule } from './auth.module.js';
import { ResetPasswordMailHandler } from './reset-password-mail.handler.js';
import { ResendConfirmationHandler } from './resend-confirmation.handler.js';

@Module({ imports: [AuthModule, MailModule], providers: [ResendConfirmationHandler, ResetPasswordMailHandler] })
export class AuthJobsModule {}
