import { useEffect } from 'react';
import { likelyPaths, prefetchScreen } from './member-screens';

/** The page is left alone until its own figures are here. */
const IDLE_TIMEOUT = 4000;

interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** A member who pays by the megabyte, or waits for each one, loads what they open and nothing else. */
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

/** Loads the code behind a link as soon as it is pointed at or has focus. */
export function usePrefetchOfLinks(): void {
  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const href = target instanceof Element ? target.closest('a[href^="#/"]')?.getAttribute('href') : null;
      if (href) void prefetchScreen(href.slice(1));
    };
    document.addEventListener('pointerover', onIntent, { passive: true });
    document.addEventListener('focusin', onIntent);
    return () => {
      document.removeEventListener('pointerover', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, []);
}

/** Loads the code of the member's other screens, one after the other, while the page is idle. */
export function usePrefetchWhenIdle(): void {
  useEffect(() => {
    if (isSparing()) return;
    let cancel = () => {};
    const rest = [...likelyPaths];
    const next = () => {
      const path = rest.shift();
      if (path === undefined) return;
      cancel = whenIdle(() => void prefetchScreen(path).then(next));
    };
    const start = () => {
      cancel = whenIdle(next);
    };
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => {
      cancel();
      cancel = () => {};
      rest.length = 0;
      removeEventListener('load', start);
    };
  }, []);
}
