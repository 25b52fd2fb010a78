import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { title } from 'virtual:content/landing-start';

const never = () => () => undefined;

/** The section that the address names, ready to take focus. */
function namedSection(): HTMLElement | null {
  const section = document.getElementById(location.hash.slice(1));
  if (section) section.tabIndex = -1;
  return section;
}

/**
 * Names the browser's tab, and lets focus follow a link to a section, so that keyboards and readers go on from there. Who comes from a
 * screen of the app starts at the main region, as on every other screen. Scrolling is done elsewhere: within the page by the browser,
 * between landing page and app by root.tsx. `main` belongs on the main region (tabIndex -1); `onSections` is called once the sections are
 * drawn, which on a slow line is after the page opened: the section that a link named is reached then.
 */
export function useArrival(): { main: RefObject<HTMLElement | null>; onSections: () => void } {
  const main = useRef<HTMLElement>(null);
  const isExpected = useRef(false);
  // True while the browser takes over the markup from the server: that is a page being loaded, and no change of screen.
  const isLoading = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const wasLoaded = useRef(isLoading);
  useEffect(() => {
    document.title = title;
    const section = namedSection();
    if (section) section.focus({ preventScroll: true });
    else {
      isExpected.current = location.hash.length > 1;
      if (!wasLoaded.current) main.current?.focus({ preventScroll: true });
    }
    const onHash = () => namedSection()?.focus({ preventScroll: true });
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  const onSections = useCallback(() => {
    if (!isExpected.current) return;
    isExpected.current = false;
    const section = namedSection();
    section?.scrollIntoView({ behavior: 'instant' });
    section?.focus({ preventScroll: true });
  }, []);
  return { main, onSections };
}
