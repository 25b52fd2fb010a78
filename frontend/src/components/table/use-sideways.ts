import { type RefObject, useLayoutEffect } from 'react';

/** A fraction of a pixel is no column. */
const SLACK = 1;

/**
 * Writes on which sides of a scroller there is more than one sees: `data-more` of `frame` is "start", "end" or both, and `data-fits` is set
 * where there is nothing more; a reader tabs to the scroller only if it scrolls. The header of a table that does not fit follows the page:
 * `--head-shift` is its distance from the top of the table. Attributes instead of state: scrolling renders nothing.
 */
export function useSideways(frame: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [outer, box] = [frame.current, scroller.current];
    if (!outer || !box) return;
    const look = () => {
      const hidden = box.scrollWidth - box.clientWidth;
      const fits = hidden <= SLACK;
      outer.toggleAttribute('data-fits', fits);
      if (fits) {
        box.removeAttribute('tabindex');
        box.style.removeProperty('--head-shift');
      } else box.tabIndex = 0;
      // Negative where text runs from right to left.
      const scrolled = Math.abs(box.scrollLeft);
      const sides = fits ? [] : [scrolled > SLACK && 'start', scrolled < hidden - SLACK && 'end'].filter(Boolean);
      if (sides.length === 0) outer.removeAttribute('data-more');
      else outer.setAttribute('data-more', sides.join(' '));
      follow();
    };
    const follow = () => {
      if (outer.hasAttribute('data-fits')) return;
      const { top, height } = box.getBoundingClientRect();
      const head = box.querySelector('thead')?.offsetHeight ?? 0;
      // Computed from `--sticky-top`, in pixels.
      const stop = parseFloat(getComputedStyle(box).scrollMarginTop) || 0;
      box.style.setProperty('--head-shift', `${Math.round(Math.min(Math.max(stop - top, 0), Math.max(height - 2 * head, 0)))}px`);
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    // The rows may need more room than those before them.
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    box.addEventListener('scroll', look, { passive: true });
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
      window.removeEventListener('scroll', follow);
    };
  }, [frame, scroller]);
}
