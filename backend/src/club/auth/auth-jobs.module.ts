import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuthModule } from './auth.module.js';
import { ResetLetters } from './reset-letters.js';
import { ResendConfirmation } from './resend-confirmation.js';

@Module({ imports: [AuthModule, MailModule], providers: [ResendConfirmation, ResetLetters] })
export class AuthJobsModule {}
