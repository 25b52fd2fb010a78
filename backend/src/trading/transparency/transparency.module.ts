import { Module } from '@nestjs/common';
import { LogKeysService } from './log-keys.service.js';
import { LogReceiptsService } from './log-receipts.service.js';
import { TransparencyLogService } from './transparency-log.service.js';

/** The log, independent of what is logged. */
@Module({
  providers: [TransparencyLogService, LogKeysService, LogReceiptsService],
  exports: [TransparencyLogService, LogKeysService, LogReceiptsService],
})
export class TransparencyModule {}
