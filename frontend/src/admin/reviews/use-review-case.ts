import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { listenLive } from '../../lib/live';
import type { ReviewType } from './review-kinds';

/** Links to documents live five minutes, and somebody else may decide: the record is read anew well before. */
const REFRESH_MILLISECONDS = 60_000;

/** One case with everything around it; read again at once when somebody decides or claims it. */
export function useReviewCase<R extends RaRecord>(kind: ReviewType, id: string) {
  const queryClient = useQueryClient();
  const { resource, name } = kind;
  useEffect(() => {
    const read = () => void queryClient.invalidateQueries({ queryKey: [resource] });
    return listenLive({
      topic: 'reviews',
      onEvent(event) {
        if (event === null || (event['review'] === name && event['change'] !== 'presence')) read();
      },
      onResync: read,
    });
  }, [queryClient, resource, name]);
  const { data, error, refetch } = useReviewRecord<R>(kind, id);
  return { review: data, error, refetch };
}

/** The record of one case. A list keeps its rows for `useGetOne`, which would be taken for the whole: `meta` tells the two apart. */
export const useReviewRecord = <R extends RaRecord>({ resource }: ReviewType, id: string) =>
  useGetOne<R>(resource, { id, meta: { whole: true } }, { refetchInterval: REFRESH_MILLISECONDS });
