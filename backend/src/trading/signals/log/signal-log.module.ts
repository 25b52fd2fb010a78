import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { LogSubjects, RevealPolicy, TransparencyModule } from '../../transparency/index.js';
import { SignalEventsModule } from '../delivery/signal-events.module.js';
import { SignalJournalService } from './signal-journal.service.js';
import { SignalLogRepository } from './signal-log.repository.js';

/** Connects signals with the transparency log. */
@Module({
  imports: [AuditModule, TransparencyModule, SignalEventsModule],
  providers: [
    SignalJournalService,
    SignalLogRepository,
    { provide: LogSubjects, useExisting: SignalLogRepository },
    { provide: RevealPolicy, useExisting: SignalLogRepository },
  ],
  exports: [SignalJournalService, LogSubjects, RevealPolicy],
})
export class SignalLogModule {}
