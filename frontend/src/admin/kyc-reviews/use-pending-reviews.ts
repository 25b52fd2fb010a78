import { useGetList } from 'react-admin';
import type { KycReviewWire } from '../../lib/wire/types';

/** Links to documents live five minutes; the list is read anew well before. */
export const REVIEW_REFRESH_MILLISECONDS = 60_000;

export const pendingReviews = { filter: { status: 'pending' }, sort: { field: 'submittedAt', order: 'ASC' } } as const;

/** The submissions that wait for a decision, oldest first. Not requested where they are not `enabled`. */
export function usePendingReviews(perPage: number, enabled: boolean) {
  return useGetList<KycReviewWire>(
    'kyc-reviews',
    { pagination: { page: 1, perPage }, ...pendingReviews },
    { enabled, refetchInterval: REVIEW_REFRESH_MILLISECONDS },
  );
}
