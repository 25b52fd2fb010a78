import { type RefObject, useLayoutEffect, useRef } from 'react';

const isDisabled = (element: Element) => element instanceof HTMLButtonElement && element.disabled;

/**
 * Keeps the focus within a region whose controls come and go. When the control that had it is replaced, the region's heading gets it; when
 * the control was only disabled for a while, the control itself; when the whole region goes, the page's main part.
 */
export function useKeptFocus<R extends HTMLElement>(heading: RefObject<HTMLElement | null>): RefObject<R | null> {
  const region = useRef<R>(null);
  const last = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    const onBlur = ({ target }: FocusEvent) => {
      // What is removed or disabled has not been left by the person.
      if (target instanceof HTMLElement && target.isConnected && !isDisabled(target)) last.current = null;
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
      if (element.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => {
    const held = last.current;
    if (held === null || (document.activeElement !== document.body && document.activeElement !== null)) return;
    if (!held.isConnected) heading.current?.focus({ preventScroll: true });
    else if (!isDisabled(held)) held.focus({ preventScroll: true });
  });
  return region;
}
