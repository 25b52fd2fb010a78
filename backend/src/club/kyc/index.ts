export { KycDecisions } from './kyc-decisions.service.js';
export { readKycForm, type KycForm } from './kyc-form.js';
export { KycHttpModule } from './kyc-http.module.js';
export { KycModule } from './kyc.module.js';
export { KycReveals, type RevealedKey } from './kyc-reveals.service.js';
export { KycReviews } from './kyc-reviews.service.js';
export { KycService, type KycDocuments, type KycMember } from './kyc.service.js';
export { KycSubmission, KycSubmissionSchema } from './kyc-submission.entity.js';
