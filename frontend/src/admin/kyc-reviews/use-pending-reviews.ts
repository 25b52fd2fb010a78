import { useGetList } from 'react-admin';
import type { KycReviewWire } from '../../lib/wire/types';

/** Not for its member, who is asked for a document again. */
export const QUEUED = { waitsFor: 'reviewer' } as const;

/** Links to documents live five minutes; the list is read anew well before. */
export const REVIEW_REFRESH_MILLISECONDS = 60_000;

const oldestFirst = { field: 'submittedAt', order: 'ASC' } as const;
/** What has no decision, and at the start what waits for a reviewer. */
export const pendingReviews = { filter: { status: 'pending' }, startingFilter: QUEUED, sort: oldestFirst };

/** The submissions that wait for a reviewer, oldest first. Not requested where they are not `enabled`. */
export function usePendingReviews(perPage: number, enabled: boolean) {
  return useGetList<KycReviewWire>(
    'kyc-reviews',
    { pagination: { page: 1, perPage }, filter: { status: 'pending', ...QUEUED }, sort: oldestFirst },
    { enabled, refetchInterval: REVIEW_REFRESH_MILLISECONDS },
  );
}
