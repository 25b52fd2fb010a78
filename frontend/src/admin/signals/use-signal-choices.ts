import { useQuery } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import type { SignalChoicesWire } from '../../lib/wire/types';

/** What the server offers for a signal; it stays the same until the next release. */
export function useSignalChoices() {
  return useQuery({
    queryKey: ['signal-choices'],
    queryFn: ({ signal }) => fetchData<SignalChoicesWire>('/admin/signals/choices', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
