export { accountableBody, rejectionBody, reviewFilters, submittingMember, visitBody } from './http/review.dto.js';
export { presentCase, presentDecision, presentViewers, presentWatch } from './http/review.presenter.js';
export { rejectionOf, type RejectionRequest } from './rejections.js';
export { dateOrNull, decisionSelection, toDecision } from './decision.query.js';
export type { Decision } from './review-decision.js';
export { ReviewDesk, type CaseSurroundings } from './review-desk.js';
export type { ReviewType } from './review-kind.js';
export {
  ReviewMachine,
  type Consequences,
  type Decided,
  type DecidedSubmission,
  type Opening,
  type StoredSubmission,
} from './review-machine.js';
export { ReviewPresences, type Viewer } from './review-presences.js';
export { MemberInRejectedList, SubmissionClosed } from './reviews.errors.js';
export { ReviewsModule } from './reviews.module.js';
