export {
  accountableBody,
  checkBody,
  claimBody,
  consoleDecisionBody,
  rejectionBody,
  reviewFilters,
  submittingMember,
  visitBody,
} from './http/review.dto.js';
export { presentCase, presentClaim, presentClaimed, presentDecision, presentViewers, presentWatch } from './http/review.presenter.js';
export { notCompleted, rejectionIn, rejectionOf, reviewDocuments, type RejectionRequest, type ReviewDocument } from './rejection.rules.js';
export { openRequest } from './document-request.query.js';
export { isScheduled } from './scheduled-decision.query.js';
export type { DocumentRequestRecord, OpenRequest } from './document-request.repository.js';
export { DocumentRequestsService, type DocumentWish } from './document-requests.service.js';
export type { CheckedField } from './review-check.entity.js';
export { ReviewChecksService } from './review-checks.service.js';
export { dateOrNull, decisionSelection, toDecision } from './decision.query.js';
export type { Decision } from './review-decision.types.js';
export { carryOutKind, ScheduledDecisionsService, UNDO_SECONDS, type Scheduled } from './scheduled-decisions.service.js';
export { FirstApprovalsService } from './first-approvals.service.js';
export { ReviewClaimsService, type Claim, type ClaimedCase } from './review-claims.service.js';
export { ReviewCaseReader, type CaseSurroundings } from './review-case.reader.js';
export type { ReviewType } from './review.types.js';
export {
  ReviewTransitionsService,
  type Consequences,
  type Decided,
  type DecidedSubmission,
  type Opening,
  type StoredSubmission,
} from './review-transitions.service.js';
export { ReviewViewersService, type Viewer } from './review-viewers.service.js';
export { AnotherReviewerNeeded, DocumentsNotOpened, MemberInRejectedList, SubmissionClosed } from './reviews.errors.js';
export { ReviewsModule } from './reviews.module.js';
