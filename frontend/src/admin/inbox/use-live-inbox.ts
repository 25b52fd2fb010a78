import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../../lib/live';
import { useMay } from '../access/allowed';

/** Several assignments may change at once: so long is waited for the next one. */
const PAUSE_MILLISECONDS = 500;

/** The inbox is read again when somebody assigns an item, or opens or decides a case. */
export function useLiveInbox(): void {
  const queryClient = useQueryClient();
  const may = useMay();
  const hearsOfCases = may('kyc.read') || may('payments.read');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ['inbox'] });
      }, PAUSE_MILLISECONDS);
    };
    const topics = hearsOfCases ? ['inbox', 'reviews'] : ['inbox'];
    const stops = topics.map((topic) => listenLive({ topic, onEvent: soon, onResync: soon }));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, hearsOfCases]);
}
