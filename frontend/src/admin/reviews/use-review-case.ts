import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { listenLive } from '../../lib/live';
import type { ReviewType } from './review-kinds';

/** Links to documents live five minutes, and somebody else may decide: the record is read anew well before. */
const REFRESH_MILLISECONDS = 60_000;

/** One case with everything around it; read again at once when somebody decides it. */
export function useReviewCase<R extends RaRecord>({ resource, name }: ReviewType, id: string) {
  const queryClient = useQueryClient();
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
  // A list keeps its rows for `useGetOne`, which would be taken for the whole record: `meta` tells the two apart.
  const { data, error, refetch } = useGetOne<R>(resource, { id, meta: { whole: true } }, { refetchInterval: REFRESH_MILLISECONDS });
  return { review: data, error, refetch };
}
