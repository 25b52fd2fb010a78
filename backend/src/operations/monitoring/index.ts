export { HeartbeatService, SILENT_SECONDS } from './heartbeat.service.js';
export { OperationsHttpModule } from './operations-http.module.js';
export { OperationsJobsModule } from './operations-jobs.module.js';
export { logStart } from './start-line.js';
export { ProcessBeatSchema } from './process-beat.entity.js';
export { productVersion } from './product-version.js';
export {
  contextIn,
  countByKey,
  keyOf,
  keyUseIn,
  sealedColumns,
  sealedPlaces,
  type SealedColumn,
  type SealedPlace,
} from './sealed-columns.sql.js';
