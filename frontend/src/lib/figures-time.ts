import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** When the oldest of the member's figures on this screen was read, as an ISO moment; null where the screen shows none. */
export function useFiguresTime(): string | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const oldest = useSyncExternalStore(subscribe, () => {
    const times = cache
      .findAll({ type: 'active', predicate: ({ meta, state }) => meta?.['keep'] === true && state.data !== undefined })
      .map(({ state }) => state.dataUpdatedAt);
    return times.length === 0 ? null : Math.min(...times);
  });
  return oldest === null ? null : new Date(oldest).toISOString();
}
