import { defineEntity, p } from '@mikro-orm/core';

/** A backup that was made whole. API and worker measure its age here, wherever the folder of the backup is. */
export const BackupRunSchema = defineEntity({
  name: 'BackupRun',
  tableName: 'backup_runs',
  properties: {
    /** As in the backup's manifest. */
    id: p.uuid().primary(),
    /** Of the snapshot. */
    at: p.datetime(),
    finishedAt: p.datetime().defaultRaw('now()'),
    rows: p.bigint(),
    files: p.integer(),
    bytes: p.bigint(),
  },
  indexes: [{ name: 'backup_runs_at_index', properties: ['at'] }],
});
