import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import type { BroadcastAudienceWire } from '../../lib/wire/types';

/** Audiences and how many mails would leave now, of one person too where `person` is an id. */
export function useAudiences(person: string) {
  return useQuery({
    queryKey: ['broadcast-audiences', person],
    queryFn: ({ signal }) =>
      fetchData<BroadcastAudienceWire[]>(`/admin/broadcasts/audiences${person === '' ? '' : `?user=${encodeURIComponent(person)}`}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
