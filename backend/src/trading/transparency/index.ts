export { LogKeysService } from './log-keys.service.js';
export { LogSubjects, RevealPolicy, type LogContent, type LogSubject } from './log-subjects.port.js';
export { LogReceiptsService, type OpenedLeaf } from './log-receipts.service.js';
export { TransparencyLogService, type LogEntry } from './transparency-log.service.js';
export { LogVerifierService, type LogReport } from './log-verifier.service.js';
export { TransparencyCheckModule } from './transparency-check.module.js';
export { TransparencyHttpModule } from './transparency-http.module.js';
export { TransparencyJobsModule } from './transparency-jobs.module.js';
export { TransparencyModule } from './transparency.module.js';
