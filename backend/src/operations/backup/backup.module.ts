import { Module } from '@nestjs/common';
import { AuditChainModule, AuditModule } from '../audit/index.js';
import { SignalLogModule } from '../../trading/signals/index.js';
import { TransparencyCheckModule, TransparencyModule } from '../../trading/transparency/index.js';
import { BackupExpiryService } from './backup-expiry.service.js';
import { BackupsService } from './backups.service.js';
import { RestoreRecordService } from './restore-record.service.js';
import { RestoredChecksService } from './restored-checks.service.js';
import { RestoresService } from './restores.service.js';

/** For the command line: no process of the product makes or restores backups by itself. */
@Module({
  imports: [AuditModule, AuditChainModule, TransparencyModule, TransparencyCheckModule.over(SignalLogModule)],
  providers: [BackupExpiryService, BackupsService, RestoreRecordService, RestoredChecksService, RestoresService],
  exports: [BackupExpiryService, BackupsService, RestoreRecordService, RestoredChecksService, RestoresService],
})
export class BackupModule {}
