import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openSessionsQuery } from '../../lib/open-sessions';
import { secondFactorsQuery } from '../../lib/second-factor';

/** The person's second factors, and the way to read them again: every change of them ends the other sessions, too. */
export function useSecondFactors() {
  const queryClient = useQueryClient();
  const query = useQuery(secondFactorsQuery);
  const reload = () =>
    Promise.all([secondFactorsQuery, openSessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
  return { ...query, reload };
}
