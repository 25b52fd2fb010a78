import { useQuery } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import type { CalendarEffectsWire } from '../../lib/wire/types';

/** Whom a change would reach now. */
export function CalendarEffects({ id, sentence }: { id: string; sentence: (effects: CalendarEffectsWire) => string }) {
  const { data, error } = useQuery({
    queryKey: ['calendar', 'effects', id],
    queryFn: ({ signal }) => fetchData<CalendarEffectsWire>(`/admin/calendar/${encodeURIComponent(id)}/effects`, { signal }),
    staleTime: 0,
  });
  if (data) return <>{sentence(data)}</>;
  return <>{error ? 'The number of members could not be counted.' : 'Counting members…'}</>;
}
