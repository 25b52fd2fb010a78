import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Events come in groups: lists are read once for all of a group. */
const PAUSE_MILLISECONDS = 500;

/** Reads queries again a moment after `soon` was called, once for all calls of that moment. `stop`: not any more. */
export function rereadSoon(queryClient: QueryClient, queryKeys: readonly QueryKey[]): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
      }, PAUSE_MILLISECONDS);
    },
    stop: () => clearTimeout(timer),
  };
}
