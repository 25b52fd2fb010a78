import type { ReviewType } from '../reviews/index.js';

export const kycReviewConfig: ReviewType = {
  subject: 'KYC',
  record: 'KYC submission',
  name: 'kyc',
  table: 'kyc_submissions',
  statusColumn: 'kyc_status',
};
