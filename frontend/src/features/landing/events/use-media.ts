import { useCallback, useSyncExternalStore } from 'react';
import { BREAKPOINTS, itemsPerView, upToQuery } from './positions';

const matches = (query: string) => matchMedia(query).matches;

function subscribeTo(queries: readonly string[], listener: () => void): () => void {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Whether a media query holds, also when that changes. False on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => subscribeTo([query], listener), [query]);
  return useSyncExternalStore(
    subscribe,
    () => matches(query),
    () => false,
  );
}

const widths = BREAKPOINTS.map(({ upTo }) => upToQuery(upTo));
const subscribeToWidths = (listener: () => void) => subscribeTo(widths, listener);

/** How many items the window has room for; null while only the style sheet knows, on the server and until hydrated. */
export function useItemsPerView(): number | null {
  return useSyncExternalStore(
    subscribeToWidths,
    () => itemsPerView(matches),
    () => null,
  );
}
