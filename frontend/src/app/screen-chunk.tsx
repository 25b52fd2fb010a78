import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense, lazy, useState } from 'react';
import { useLocation } from 'react-router';
import { loadChunk } from '../lib/chunk';
import { ErrorBoundary } from './error-boundary';
import { ScreenError } from './screen-error';

export interface ScreenChunk<P extends object = object> {
  /** Loads the code ahead of the first render; a failure is reported by the render that needs it. */
  prefetch: () => Promise<void>;
  Screen: ComponentType<P>;
}

/**
 * A screen in a chunk of its own. Once loaded it is drawn without a placeholder. A chunk that failed is asked for again when the screen is
 * rendered anew: React keeps the failure of a lazy component for ever. `eachPath`: another path of the same route is another screen.
 */
export function screenChunk<P extends object>(
  placeholder: ReactNode,
  fetchScreen: () => Promise<ComponentType<P>>,
  { eachPath = true }: { eachPath?: boolean } = {},
): ScreenChunk<P> {
  let loaded: ComponentType<P> | null = null;
  let pending: Promise<ComponentType<P>> | null = null;
  let waiting: LazyExoticComponent<ComponentType<P>> | null = null;
  const load = () =>
    (pending ??= loadChunk(fetchScreen)
      .then((screen) => (loaded = screen))
      .finally(() => {
        pending = null;
        if (!loaded) waiting = null;
      }));
  const drawn = (): ComponentType<P> => loaded ?? ((waiting ??= lazy(async () => ({ default: await load() }))) as ComponentType<P>);

  function Loaded(props: P) {
    // Chosen once: changing from one to the other would throw away what was typed.
    const [Drawn] = useState<ComponentType<P>>(drawn);
    return <Drawn {...props} />;
  }

  function Screen(props: P) {
    const { pathname } = useLocation();
    return (
      <ErrorBoundary key={eachPath ? pathname : ''} fallback={(error, retry) => <ScreenError error={error} onRetry={retry} />}>
        <Suspense fallback={placeholder}>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  return {
    Screen,
    prefetch: () =>
      loaded
        ? Promise.resolve()
        : load().then(
            () => undefined,
            () => undefined,
          ),
  };
}
