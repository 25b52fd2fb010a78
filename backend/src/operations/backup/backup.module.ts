import { Module } from '@nestjs/common';
import { AuditChainModule, AuditModule } from '../audit/index.js';
import { SignalLogModule } from '../../trading/signals/index.js';
import { TransparencyCheckModule, TransparencyModule } from '../../trading/transparency/index.js';
import { BackupExpiry } from './backup-expiry.js';
import { Backups } from './backups.js';
import { RestoreRecord } from './restore-record.js';
import { RestoredChecks } from './restored-checks.js';
import { Restores } from './restores.js';

/** For the command line: no process of the product makes or restores backups by itself. */
@Module({
  imports: [AuditModule, AuditChainModule, TransparencyModule, TransparencyCheckModule.over(SignalLogModule)],
  providers: [BackupExpiry, Backups, RestoreRecord, RestoredChecks, Restores],
  exports: [BackupExpiry, Backups, RestoreRecord, RestoredChecks, Restores],
})
export class BackupModule {}
