export { BackupExpiryService, type Expiry } from './backup-expiry.service.js';
export { BackupModule } from './backup.module.js';
export { BackupsService, type MadeBackup } from './backups.service.js';
export { RestoreRecordService } from './restore-record.service.js';
export { RestoredChecksService, type RestoredReport } from './restored-checks.service.js';
export { RestoresService } from './restores.service.js';
