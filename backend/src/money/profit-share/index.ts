export { ProfitShareHttpModule } from './profit-share-http.module.js';
export { ProfitShareJobsModule } from './profit-share-jobs.module.js';
export { ProfitShareModule } from './profit-share.module.js';
export { isDollar } from './fill-fees.service.js';
export { ShareFillsRepository, type ShareAccount } from './share-fills.repository.js';
export { entryUntil } from './share-signals.repository.js';
