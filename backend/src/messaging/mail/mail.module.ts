import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { NoticesModule } from '../notices/index.js';
import { PreferencesModule } from '../preferences/index.js';
import { BroadcastMail } from './broadcast-mail.service.js';
import { BroadcastUnsubscribeRepository } from './broadcast-unsubscribe.repository.js';
import { DeadLetterRepository } from './dead-letter.repository.js';
import { DeadLetters } from './dead-letters.service.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { MailOutbox } from './mail-outbox.service.js';
import { MailProbe } from './mail-probe.service.js';
import { SignalReaderRepository } from './signal-reader.repository.js';

@Module({
  imports: [AuditModule, NoticesModule, PreferencesModule],
  providers: [
    MailOutbox,
    MailDeliveryRepository,
    SignalReaderRepository,
    BroadcastMail,
    BroadcastUnsubscribeRepository,
    DeadLetters,
    DeadLetterRepository,
    MailProbe,
  ],
  exports: [
    MailOutbox,
    MailDeliveryRepository,
    PreferencesModule,
    SignalReaderRepository,
    BroadcastMail,
    BroadcastUnsubscribeRepository,
    DeadLetters,
    MailProbe,
  ],
})
export class MailModule {}
