import type { ReviewKind } from '../reviews/index.js';

export const paymentReview: ReviewKind = {
  subject: 'payment',
  record: 'payment',
  name: 'payment',
  table: 'payments',
  statusColumn: 'payment_status',
};
