import { useEffect } from 'react';
import { queryClient } from './query-client';

const IDLE_TIMEOUT = 4000;
const PAUSE_MILLISECONDS = 300;

interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** Somebody who pays by the megabyte, or waits for each one, loads what they open and nothing else. */
function isSparing(): boolean {
  const network = (navigator as Navigator & { connection?: Network }).connection;
  return network?.saveData === true || (network?.effectiveType ?? '').endsWith('2g');
}

const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_TIMEOUT / 2);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
};

/** Loads code that is likely to be needed next, one piece after the other, while the page is idle. Another list starts afresh. */
export function useIdlePrefetch(loads: readonly (() => Promise<void>)[]): void {
  useEffect(() => {
    if (isSparing()) return;
    let cancel = () => {};
    const rest = [...loads];
    const next = () => {
      if (queryClient.isFetching() > 0) return wait();
      void rest.shift()?.().then(later);
    };
    const later = () => {
      if (rest.length > 0) cancel = whenIdle(next);
    };
    // The page is left alone until its own figures are here.
    const wait = () => {
      const timer = setTimeout(later, PAUSE_MILLISECONDS);
      cancel = () => clearTimeout(timer);
    };
    if (document.readyState === 'complete') later();
    else addEventListener('load', later, { once: true });
    return () => {
      cancel();
      rest.length = 0;
      removeEventListener('load', later);
    };
  }, [loads]);
}
