import { lazy, useDeferredValue, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isApp } from './app-address';
import { Landing, loadSections } from './landing';

const RETRY_MILLISECONDS = 3000;

/** Loads the app's code, again after a pause where that fails. Meanwhile the landing page stays, or the outline of the shell. */
async function loadApp(): Promise<typeof import('./app/app')> {
  try {
    return await import('./app/app');
  } catch {
    await new Promise((again) => setTimeout(again, RETRY_MILLISECONDS));
    return loadApp();
  }
}

const App = lazy(async () => {
  const { App: Loaded, loadFirstScreen } = await loadApp();
  await loadFirstScreen();
  // For the way back: the landing page is then rendered at once, and a link to one of its sections finds it.
  void loadSections().catch(() => undefined);
  return { default: Loaded };
});

/**
 * The router inside the app hears popstate, which comes before hashchange. Heard here first, by capture, an anchor is never shown as a
 * screen that isn't there.
 */
function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener, true);
  addEventListener('hashchange', listener, true);
  return () => {
    removeEventListener('popstate', listener, true);
    removeEventListener('hashchange', listener, true);
  };
}

/** The landing page or the app, by the address. The landing page stays until the app's code is there. */
export function Root() {
  const asked = useSyncExternalStore(subscribe, isApp, () => false);
  const app = useDeferredValue(asked) && asked;
  useScrollOnChange(app);
  if (!app) return <Landing />;
  // No Suspense around it: React would show its placeholder, and hold the app back behind it for 300 ms, by a timer.
  return <App />;
}

/** The browser scrolls within a page by itself. Between the two pages it can't: the other one is not there yet when the address changes. */
function useScrollOnChange(app: boolean): void {
  const shown = useRef(app);
  const leftLandingAt = useRef(0);
  useLayoutEffect(() => {
    if (shown.current === app) return;
    shown.current = app;
    if (app) {
      leftLandingAt.current = scrollY;
      scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const section = document.getElementById(location.hash.slice(1));
    if (section) section.scrollIntoView({ behavior: 'instant' });
    // No link leads to the bare address: whoever is there came back through the history.
    else scrollTo({ top: location.hash === '' ? leftLandingAt.current : 0, behavior: 'instant' });
  }, [app]);
}
