import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, SignalChoicesWire } from '../../lib/wire/types';

/** What the server offers for a signal; it stays the same until the next release. */
export function useSignalChoices() {
  return useQuery({
    queryKey: ['signal-choices'],
    queryFn: async ({ signal }) => (await request<Answer<SignalChoicesWire>>('/admin/signals/choices', { signal })).body.data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
