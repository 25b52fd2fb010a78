export { RequestSyncService } from './request-sync.service.js';
export { SyncHealthReader, type SyncHealth } from './sync-health.repository.js';
export { SyncHttpModule } from './sync-http.module.js';
export { SyncJobsModule } from './sync-jobs.module.js';
export { accountRead } from './sync.jobs.js';
export { SyncModule } from './sync.module.js';
