export { FundHttpModule } from './fund-http.module.js';
export { FundJobsModule } from './fund-jobs.module.js';
export { FundModule } from './fund.module.js';
export { StatementVerifierService } from './statement-verifier.service.js';
