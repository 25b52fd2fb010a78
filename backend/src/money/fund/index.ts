export { FundHttpModule } from './fund-http.module.js';
export { FundJobsModule } from './fund-jobs.module.js';
