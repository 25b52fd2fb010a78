import { useQuery } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { SearchHitWire } from '../../lib/wire/types';

/** The server refuses less, and more. */
const MIN_LENGTH = 2;
export const MAX_LENGTH = 100;
const PAUSE_MILLISECONDS = 250;

/** Looks for records once nothing more is typed. What another text found is never shown: Enter would open it. */
export function useRecordSearch(q: string) {
  const asked = usePaused(q, PAUSE_MILLISECONDS);
  const isEnough = q.length >= MIN_LENGTH;
  const { data, error, refetch } = useQuery({
    queryKey: ['console-search', asked],
    queryFn: ({ signal }) => fetchData<SearchHitWire[]>(`/admin/search?q=${encodeURIComponent(asked)}`, { signal }),
    enabled: isEnough && asked.length >= MIN_LENGTH,
    gcTime: 0,
  });
  const isCurrent = isEnough && asked === q;
  return {
    hits: isCurrent ? data : undefined,
    error: isCurrent && data === undefined ? error : null,
    isSearching: isEnough && !(isCurrent && (data !== undefined || error !== null)),
    retry: () => void refetch(),
  };
}
