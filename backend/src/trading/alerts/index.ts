export { AlertsHttpModule } from './alerts-http.module.js';
export { AlertsJobsModule } from './alerts-jobs.module.js';
