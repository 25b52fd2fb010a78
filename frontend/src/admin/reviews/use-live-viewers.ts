import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../../lib/live';
import { rereadSoon } from '../reread-soon';
import type { ReviewType } from './review-kinds';

/** A list of what waits is read again when somebody opens, claims or leaves a case of it. */
export function useLiveViewers({ resource, name }: ReviewType): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { soon, stop } = rereadSoon(
      queryClient,
      ['getList', 'counts'].map((part) => [resource, part]),
    );
    const stopListening = listenLive({
      topic: 'reviews',
      onEvent(event) {
        // What is decided is told as a change of the account as well.
        if (event === null || (event['review'] === name && event['change'] !== 'decided')) soon();
      },
      onResync: soon,
    });
    return () => {
      stop();
      stopListening();
    };
  }, [queryClient, resource, name]);
}
