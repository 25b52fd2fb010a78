import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../lib/live';

/**
 * Lists that a change of somebody's account may change: a submission, a decision, a key, a mandate, a redemption, a dispute, a request for
 * erasure.
 */
const OF_ACCOUNTS = [
  'users',
  'rejected-users',
  'members',
  'kyc-reviews',
  'payments',
  'chain-transfers',
  'erasure-requests',
  'fund-mandates',
  'fund-book',
  'fund-redemptions',
  'share-disputes',
  'inbox',
  'dashboard',
] as const;
/** Many accounts may change at once: so long is waited for the next one before anything is read again. */
const PAUSE_MILLISECONDS = 500;

/** While the console is open: a decision made elsewhere and a new submission show in its lists and counts without a reload. */
export function useLiveLists(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer = undefined;
      void Promise.all(OF_ACCOUNTS.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })));
    };
    const soon = () => {
      timer ??= setTimeout(readAgain, PAUSE_MILLISECONDS);
    };
    const stop = listenLive({
      topic: 'account',
      // No list of the console shows what a computation changes, and every night there is one for each member.
      onEvent: (data) => {
        if (data?.changed !== 'club-share' || data.state !== 'computed') soon();
      },
      onResync: soon,
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient]);
}
