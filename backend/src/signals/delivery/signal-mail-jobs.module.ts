import { Module } from '@nestjs/common';
import { MailModule } from '../../mail/index.js';
import { SignalsModule } from '../signals.module.js';
import { SignalMailPump } from './signal-mail-pump.js';
import { SignalMailings } from './signal-mailings.js';

/** The worker's side of signals by mail. */
@Module({ imports: [SignalsModule, MailModule], providers: [SignalMailings, SignalMailPump] })
export class SignalMailJobsModule {}
