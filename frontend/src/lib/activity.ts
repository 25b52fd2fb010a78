import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  running += by;
  for (const listener of listeners) listener();
}

/** Notes that the page waits for something; the returned function notes its end. */
export function beginActivity(): () => void {
  let ended = false;
  change(1);
  return () => {
    if (!ended) change(-1);
    ended = true;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page waits for code or for the session. */
export const useActivity = (): boolean => useSyncExternalStore(subscribe, () => running > 0);
