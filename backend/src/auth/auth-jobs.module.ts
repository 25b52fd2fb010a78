import { Module } from '@nestjs/common';
import { AuthModule } from './auth.module.js';
import { ResendConfirmation } from './resend-confirmation.js';

@Module({ imports: [AuthModule], providers: [ResendConfirmation] })
export class AuthJobsModule {}
