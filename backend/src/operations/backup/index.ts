export { BackupExpiry, type Expiry } from './backup-expiry.service.js';
export { BackupModule } from './backup.module.js';
export { Backups, type MadeBackup } from './backups.service.js';
export { RestoreRecord } from './restore-record.service.js';
export { RestoredChecks, type RestoredReport } from './restored-checks.service.js';
export { Restores } from './restores.service.js';
