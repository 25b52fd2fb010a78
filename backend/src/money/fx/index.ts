export { FxJobsModule } from './fx-jobs.module.js';
