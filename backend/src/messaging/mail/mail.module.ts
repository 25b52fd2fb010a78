import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ConsentsModule } from '../../club/consents/index.js';
import { BroadcastMail } from './broadcast-mail.service.js';
import { DeadLetterRepository } from './dead-letter.repository.js';
import { DeadLetters } from './dead-letters.service.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { MailOutbox } from './mail-outbox.service.js';
import { MailProbe } from './mail-probe.service.js';
import { MailPreferenceRepository } from './preferences/mail-preference.repository.js';
import { MailPreferences } from './preferences/mail-preferences.service.js';
import { SignalReaderRepository } from './preferences/signal-reader.repository.js';
import { UnsubscribeTokens } from './preferences/unsubscribe-tokens.service.js';

@Module({
  imports: [AuditModule, ConsentsModule],
  providers: [
    MailOutbox,
    MailDeliveryRepository,
    MailPreferences,
    MailPreferenceRepository,
    SignalReaderRepository,
    UnsubscribeTokens,
    BroadcastMail,
    DeadLetters,
    DeadLetterRepository,
    MailProbe,
  ],
  exports: [
    MailOutbox,
    MailDeliveryRepository,
    MailPreferences,
    SignalReaderRepository,
    UnsubscribeTokens,
    BroadcastMail,
    DeadLetters,
    MailProbe,
  ],
})
export class MailModule {}
