import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, KycQueueCountsWire } from '../../lib/wire/types';

type Values = Readonly<Record<string, unknown>>;

/** How many submissions wait, by the values of each filter. `filter`: of the list, without what is empty. */
export function useQueueCounts(filter: Values) {
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  return useQuery({
    queryKey: ['kyc-reviews', 'counts', filter],
    queryFn: async () => (await request<Answer<KycQueueCountsWire>>(`/admin/kyc-reviews/counts?${search}`)).body.data,
    // The counts are beside the point of the list: it is shown without them.
    retry: false,
    placeholderData: (before) => before,
  });
}
