import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../../lib/live';
import { useMay } from '../access/allowed';
import { rereadSoon } from '../reread-soon';

/** The inbox is read again when somebody assigns an item, or opens or decides a case. */
export function useLiveInbox(): void {
  const queryClient = useQueryClient();
  const may = useMay();
  const hearsOfCases = may('kyc.read') || may('payments.read');
  useEffect(() => {
    const { soon, stop } = rereadSoon(queryClient, [['inbox']]);
    const topics = hearsOfCases ? ['inbox', 'reviews'] : ['inbox'];
    const stops = topics.map((topic) => listenLive({ topic, onEvent: soon, onResync: soon }));
    return () => {
      stop();
      for (const stopListening of stops) stopListening();
    };
  }, [queryClient, hearsOfCases]);
}
