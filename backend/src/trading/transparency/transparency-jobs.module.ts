import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { HeadSigner } from './head-signer.js';
import { LogBackfill } from './log-backfill.js';
import { KeepLogHandler, SignFirstHead } from './log.handlers.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyJobsModule {
  /** `subjects` exports LogSubjects: the log itself knows nothing of what it is about. */
  static over(subjects: Type): DynamicModule {
    return {
      module: TransparencyJobsModule,
      imports: [AuditModule, TransparencyModule, subjects],
      providers: [HeadSigner, LogBackfill, KeepLogHandler, SignFirstHead],
    };
  }
}
