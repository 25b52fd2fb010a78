export { FxHttpModule } from './fx-http.module.js';
export { FxJobsModule } from './fx-jobs.module.js';
