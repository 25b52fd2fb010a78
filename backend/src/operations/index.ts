export { Heartbeat } from './heartbeat.js';
export { OperationsHttpModule } from './operations-http.module.js';
export { OperationsJobsModule } from './operations-jobs.module.js';
export { ProcessBeatSchema } from './process-beat.entity.js';
