import { Module } from '@nestjs/common';
import { MailModule } from '../../../messaging/mail/index.js';
import { SignalsModule } from '../signals.module.js';
import { SignalMailSenderLoop } from './signal-mail-sender.loop.js';
import { SignalDigestsService } from './signal-digests.service.js';
import { SignalMailingsService } from './signal-mailings.service.js';

/** The worker's side of signals by mail. */
@Module({ imports: [SignalsModule, MailModule], providers: [SignalMailingsService, SignalDigestsService, SignalMailSenderLoop] })
export class SignalMailJobsModule {}
