export { KycDecisionsService } from './kyc-decisions.service.js';
export { readKycForm, type KycForm } from './kyc.form.js';
export { KycHttpModule } from './kyc-http.module.js';
export { KycModule } from './kyc.module.js';
export { KycRevealsService, type RevealedKey } from './kyc-reveals.service.js';
export { KycReviewsService } from './kyc-reviews.service.js';
export { KycService, type KycDocuments, type KycMember } from './kyc.service.js';
export { KycSubmission, KycSubmissionSchema } from './kyc-submission.entity.js';
