import { useQueryClient } from '@tanstack/react-query';
import { useLiveRuns } from '../../lib/live-runs';

const LISTS = ['members', 'sync-runs'] as const;
const HISTORIES = ['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals'] as const;

/**
 * The runs under way; the console's lists of members and runs are read again when one begins or ends, and so is the history of that member
 * that is open.
 */
export function useMemberRuns() {
  const queryClient = useQueryClient();
  return useLiveRuns((userId) => {
    const histories = HISTORIES.map((resource) => (userId === null ? [resource] : [resource, 'history', userId]));
    void Promise.all([...LISTS.map((resource) => [resource]), ...histories].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  });
}
