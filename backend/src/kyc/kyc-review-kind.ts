import type { ReviewKind } from '../reviews/index.js';

export const kycReview: ReviewKind = {
  subject: 'KYC',
  record: 'KYC submission',
  name: 'kyc',
  table: 'kyc_submissions',
  statusColumn: 'kyc_status',
};
