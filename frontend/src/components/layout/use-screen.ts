import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * What every screen does when it opens: names the browser's tab, starts at its top and takes focus, so that a reader
 * hears the new screen instead of silence. The returned ref belongs on the main region (tabIndex -1).
 */
export function useScreen(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  // Together with the heading, and not a moment after it.
  useLayoutEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  useEffect(() => {
    // At once: a smooth scroll is for links within a page.
    scrollTo({ top: 0, behavior: 'instant' });
    // A screen with one field to fill has given focus to that already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, []);
  return main;
}
