import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { HeadSignerService } from './head-signer.service.js';
import { LogBackfillService } from './log-backfill.service.js';
import { KeepLogHandler, SignFirstHead } from './log.handlers.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyJobsModule {
  /** `subjects` exports LogSubjects: the log is independent of what is logged. */
  static over(subjects: Type): DynamicModule {
    return {
      module: TransparencyJobsModule,
      imports: [AuditModule, TransparencyModule, subjects],
      providers: [HeadSignerService, LogBackfillService, KeepLogHandler, SignFirstHead],
    };
  }
}
