import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { LogSubjects, RevealPolicy, TransparencyModule } from '../../transparency/index.js';
import { SignalJournal } from './signal-journal.js';
import { SignalLogSubjects } from './signal-log-subjects.js';

/** What the log must know of signals, and what signals write into it. */
@Module({
  imports: [AuditModule, TransparencyModule],
  providers: [
    SignalJournal,
    SignalLogSubjects,
    { provide: LogSubjects, useExisting: SignalLogSubjects },
    { provide: RevealPolicy, useExisting: SignalLogSubjects },
  ],
  exports: [SignalJournal, LogSubjects, RevealPolicy],
})
export class SignalLogModule {}
