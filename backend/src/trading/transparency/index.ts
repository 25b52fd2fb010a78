export { LogKeys } from './log-keys.js';
export { LogSubjects, RevealPolicy, type LogContent, type LogSubject } from './log-subjects.js';
export { LogReceipts, type OpenedLeaf } from './log-receipts.js';
export { TransparencyLog, type LogEntry } from './transparency-log.js';
export { LogVerifier, type LogReport } from './log-verifier.js';
export { TransparencyCheckModule } from './transparency-check.module.js';
export { TransparencyHttpModule } from './transparency-http.module.js';
export { TransparencyJobsModule } from './transparency-jobs.module.js';
export { TransparencyModule } from './transparency.module.js';
