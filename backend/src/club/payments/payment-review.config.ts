import type { ReviewType } from '../reviews/index.js';

export const paymentReviewConfig: ReviewType = {
  subject: 'payment',
  record: 'payment',
  name: 'payment',
  table: 'payments',
  statusColumn: 'payment_status',
};
