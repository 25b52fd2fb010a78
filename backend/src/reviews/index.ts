export { rejectionBody, reviewFilters, submittingMember } from './http/review.dto.js';
export type { ReviewKind } from './review-kind.js';
export { ReviewMachine, type Consequences, type Decided, type DecidedSubmission, type Opening, type StoredSubmission } from './review-machine.js';
export { MemberInRejectedList } from './reviews.errors.js';
export { ReviewsModule } from './reviews.module.js';
