export { ReconciliationHttpModule } from './reconciliation-http.module.js';
export { ReconciliationJobsModule } from './reconciliation-jobs.module.js';
export { ReconciliationModule } from './reconciliation.module.js';
export { ReconciliationService, type ReconcileOptions } from './reconciliation.service.js';
