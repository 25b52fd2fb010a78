export { PrivacyHttpModule } from './privacy-http.module.js';
export { PrivacyJobsModule } from './privacy-jobs.module.js';
export { PrivacyDeskModule } from './privacy-desk.module.js';
export { ErasureDecisions } from './erasure/erasure-decisions.js';
export { ErasurePreviews, type ErasurePreview } from './erasure/erasure-preview.js';
export { Erasures } from './erasure/erasures.service.js';
export { keptOf } from './erasure/retention.js';
export { OperatorExport } from './export/operator-export.js';
