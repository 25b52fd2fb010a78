import type { LiveEvent } from './live-event.messages.js';

/** What has changed about a case that admins may have open. What holds now is read from the record. */
export interface ReviewChange {
  review: 'kyc' | 'payment';
  /** Of the submission. */
  id: string;
  /** `presence`: somebody has come to look at it, or left. */
  change: 'presence' | 'decided' | 'reopened';
}

export const reviewChanged = ({ review, id, change }: ReviewChange): LiveEvent => ({
  topic: 'reviews',
  userId: null,
  data: { review, id, change },
});
