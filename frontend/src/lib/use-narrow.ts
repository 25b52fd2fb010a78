import { useCallback, useSyncExternalStore } from 'react';

/** Under this width tables become cards and the navigation moves to the bottom; the style sheets use the same figure. */
export const PHONE = 768;

/** Whether the window is narrower than so many pixels. */
export function useNarrow(below: number): boolean {
  const query = `(max-width: ${below - 0.02}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
