import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../../lib/live';
import type { ReviewType } from './review-kinds';

/** An admin who goes from case to case leaves one and opens the next: so long is waited for the second word. */
const PAUSE_MILLISECONDS = 500;

/** A list of what waits is read again when somebody opens, claims or leaves a case of it. */
export function useLiveViewers({ resource, name }: ReviewType): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const part of ['getList', 'counts']) void queryClient.invalidateQueries({ queryKey: [resource, part] });
      }, PAUSE_MILLISECONDS);
    };
    const stop = listenLive({
      topic: 'reviews',
      onEvent(event) {
        // What is decided is told as a change of the account as well.
        if (event === null || (event['review'] === name && event['change'] !== 'decided')) soon();
      },
      onResync: soon,
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient, resource, name]);
}
