export { ProfitShareHttpModule } from './profit-share-http.module.js';
export { ProfitShareJobsModule } from './profit-share-jobs.module.js';
