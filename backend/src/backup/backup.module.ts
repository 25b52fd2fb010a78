import { Module } from '@nestjs/common';
import { AuditChainModule, AuditModule } from '../audit/index.js';
import { SignalLogModule } from '../signals/index.js';
import { TransparencyCheckModule, TransparencyModule } from '../transparency/index.js';
import { Backups } from './backups.js';
import { RestoredChecks } from './restored-checks.js';
import { Restores } from './restores.js';

/** For the command line: no process of the product makes or restores backups by itself. */
@Module({
  imports: [AuditModule, AuditChainModule, TransparencyModule, TransparencyCheckModule.over(SignalLogModule)],
  providers: [Backups, RestoredChecks, Restores],
  exports: [Backups, RestoredChecks, Restores],
})
export class BackupModule {}
