import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { ConsentsModule } from '../consents/index.js';
import { BroadcastMail } from './broadcast-mail.js';
import { DeadLetters } from './dead-letters.js';
import { MailOutbox } from './mail-outbox.js';
import { MailProbe } from './mail-probe.js';
import { MailPreferences } from './preferences/mail-preferences.js';
import { SignalReaders } from './preferences/signal-readers.js';
import { UnsubscribeTokens } from './preferences/unsubscribe-tokens.js';

@Module({
  imports: [AuditModule, ConsentsModule],
  providers: [MailOutbox, MailPreferences, SignalReaders, UnsubscribeTokens, BroadcastMail, DeadLetters, MailProbe],
  exports: [MailOutbox, MailPreferences, SignalReaders, UnsubscribeTokens, BroadcastMail, DeadLetters, MailProbe],
})
export class MailModule {}
