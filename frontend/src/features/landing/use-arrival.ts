import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { title } from 'virtual:content/landing-start';

const never = () => () => undefined;

/** The address names something that is not drawn yet. */
let isExpected = false;

/** Gives focus to the section that the address names, without scrolling. Returns null where there is none. */
function focusSection(): HTMLElement | null {
  const section = document.getElementById(location.hash.slice(1));
  if (section) {
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }
  return section;
}

/** Reaches the section that the address names where the sections come after the page opened, as on a slow line. */
export function reachLateSection(): void {
  if (isExpected) focusSection()?.scrollIntoView({ behavior: 'instant' });
  isExpected = false;
}

/**
 * Names the browser's tab, and lets focus follow a link to a section, so that keyboards and readers go on from there. Who comes from a
 * screen of the app starts at the main region, as on every other screen. Scrolling is done elsewhere: within the page by the browser,
 * between landing page and app by root.tsx. The returned ref belongs on the main region (tabIndex -1).
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  // True while the browser takes over the markup from the server: that is a page being loaded, and no change of screen.
  const isLoading = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const wasLoaded = useRef(isLoading);
  useEffect(() => {
    document.title = title;
    const section = focusSection();
    isExpected = !section && location.hash.length > 1;
    if (!section && !wasLoaded.current) main.current?.focus({ preventScroll: true });
    addEventListener('hashchange', focusSection);
    return () => removeEventListener('hashchange', focusSection);
  }, []);
  return main;
}
