import { useGetList } from 'react-admin';
import type { RejectionReasonWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';

/** What reviewers choose from; the server's list, and it does not change while a page is open. */
export function useRejectionReasons(subject: ReviewType['name'], { enabled = true } = {}) {
  return useGetList<RejectionReasonWire>(
    'rejection-reasons',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'position', order: 'ASC' }, filter: { subject } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
}
