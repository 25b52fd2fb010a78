import { Module } from '@nestjs/common';
import { AuditChainModule, AuditModule } from '../audit/index.js';
import { SignalLogModule } from '../../trading/signals/index.js';
import { TransparencyCheckModule, TransparencyModule } from '../../trading/transparency/index.js';
import { BackupExpiry } from './backup-expiry.service.js';
import { Backups } from './backups.service.js';
import { RestoreRecord } from './restore-record.service.js';
import { RestoredChecks } from './restored-checks.service.js';
import { Restores } from './restores.service.js';

/** For the command line: no process of the product makes or restores backups by itself. */
@Module({
  imports: [AuditModule, AuditChainModule, TransparencyModule, TransparencyCheckModule.over(SignalLogModule)],
  providers: [BackupExpiry, Backups, RestoreRecord, RestoredChecks, Restores],
  exports: [BackupExpiry, Backups, RestoreRecord, RestoredChecks, Restores],
})
export class BackupModule {}
