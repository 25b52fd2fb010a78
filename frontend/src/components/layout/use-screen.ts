import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Whether the focus is on the button of an open menu, or within the menu: the person opened it while the screen was loading. */
function hasFocusInOpenMenu(): boolean {
  const buttons = document.querySelectorAll('[aria-expanded="true"][aria-controls]');
  return [...buttons].some((button) => {
    const menu = document.getElementById(button.getAttribute('aria-controls') ?? '');
    return button === document.activeElement || menu?.contains(document.activeElement) === true;
  });
}

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
    // A screen with one field to fill has given focus to that already. A menu that loses focus closes.
    if (main.current?.contains(document.activeElement) || hasFocusInOpenMenu()) return;
    main.current?.focus({ preventScroll: true });
  }, []);
  return main;
}
