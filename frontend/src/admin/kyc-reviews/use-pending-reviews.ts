import { useGetList } from 'react-admin';
import type { KycReviewWire } from '../../lib/wire/types';

/** Links to documents live five minutes; the list is read anew well before. */
export const REVIEW_REFRESH_MILLISECONDS = 60_000;

export const pendingReviews = { filter: { status: 'pending' }, sort: { field: 'submittedAt', order: 'ASC' } } as const;

/** The submissions that wait for a decision, oldest first. */
export function usePendingReviews(perPage: number) {
  return useGetList<KycReviewWire>(
    'kyc-reviews',
    { pagination: { page: 1, perPage }, ...pendingReviews },
    { refetchInterval: REVIEW_REFRESH_MILLISECONDS },
  );
}
