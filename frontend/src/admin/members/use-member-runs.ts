import { useQueryClient } from '@tanstack/react-query';
import { useLiveRuns } from '../../lib/live-runs';

const RESOURCES = ['members', 'sync-runs'] as const;

/** The runs under way; the console's lists of members and runs are read again when one begins or ends. */
export function useMemberRuns() {
  const queryClient = useQueryClient();
  return useLiveRuns(() => void Promise.all(RESOURCES.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] }))));
}
