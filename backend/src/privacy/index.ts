export { PrivacyHttpModule } from './privacy-http.module.js';
export { PrivacyJobsModule } from './privacy-jobs.module.js';
