import { type RefObject, useLayoutEffect } from 'react';

/** A fraction of a pixel is no column. */
const SLACK = 1;

/**
 * Writes on which sides of a scroller there is more than one sees: `data-more` of `frame` is "start", "end" or both, for the style sheet.
 * An attribute instead of state: scrolling renders nothing.
 */
export function useSideways(frame: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [outer, box] = [frame.current, scroller.current];
    if (!outer || !box) return;
    const look = () => {
      const hidden = box.scrollWidth - box.clientWidth;
      // Negative where text runs from right to left.
      const scrolled = Math.abs(box.scrollLeft);
      const sides = hidden <= SLACK ? [] : [scrolled > SLACK && 'start', scrolled < hidden - SLACK && 'end'].filter(Boolean);
      if (sides.length === 0) outer.removeAttribute('data-more');
      else outer.setAttribute('data-more', sides.join(' '));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    // The rows may need more room than those before them.
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [frame, scroller]);
}
