export { BackupExpiry, type Expiry } from './backup-expiry.js';
export { BackupModule } from './backup.module.js';
export { Backups, type MadeBackup } from './backups.js';
export { RestoreRecord } from './restore-record.js';
export { RestoredChecks, type RestoredReport } from './restored-checks.js';
export { Restores } from './restores.js';
