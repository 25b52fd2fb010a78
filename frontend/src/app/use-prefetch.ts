import { useEffect } from 'react';
import { prefetchScreen } from './member-screens';

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
