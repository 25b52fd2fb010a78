export { SignalPracticeHttpModule } from './signal-practice-http.module.js';
export { SignalPracticeJobsModule } from './signal-practice-jobs.module.js';
