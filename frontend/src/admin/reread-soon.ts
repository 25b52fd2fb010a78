import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Several accounts change at once, and who goes from case to case leaves one and opens the next: so long is waited for the next event. */
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
