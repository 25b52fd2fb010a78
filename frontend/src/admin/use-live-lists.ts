import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../lib/live';
import { rereadSoon } from './reread-soon';

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
/** While the console is open: a decision made elsewhere and a new submission show in its lists and counts without a reload. */
export function useLiveLists(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { soon, stop } = rereadSoon(
      queryClient,
      OF_ACCOUNTS.map((resource) => [resource]),
    );
    const stopListening = listenLive({
      topic: 'account',
      // No list of the console shows what a computation changes, and every night there is one for each member.
      onEvent: (data) => {
        if (data?.changed !== 'club-share' || data.state !== 'computed') soon();
      },
      onResync: soon,
    });
    return () => {
      stop();
      stopListening();
    };
  }, [queryClient]);
}
