import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { loadChunk } from '../../lib/chunk';
import { ErrorBoundary } from './error-boundary';
import { ScreenError } from './screen-error';

export interface ScreenChunk<P extends object = object> {
  /** Loads the code ahead of the first render; a failure is reported by the render that needs it. */
  prefetch: () => Promise<void>;
  Screen: ComponentType<P>;
}

/**
 * A screen in a chunk of its own. Once loaded it is drawn without a placeholder. A chunk that failed is asked for again when the screen is
 * rendered anew. `eachPath`: another path of the same route is another screen. The placeholder is not one of Suspense: React would hold
 * the screen back behind it for 300 ms, by a timer.
 */
export function screenChunk<P extends object>(
  placeholder: ReactNode,
  fetchScreen: () => Promise<ComponentType<P>>,
  { eachPath = true }: { eachPath?: boolean } = {},
): ScreenChunk<P> {
  let loaded: ComponentType<P> | null = null;
  let pending: Promise<ComponentType<P>> | null = null;
  const load = async (): Promise<ComponentType<P>> =>
    loaded ??
    (pending ??= loadChunk(fetchScreen)
      .then((screen) => (loaded = screen))
      .finally(() => (pending = null)));

  function Loaded(props: P) {
    const [Drawn, setDrawn] = useState<ComponentType<P> | null>(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Drawn) return;
      let left = false;
      load().then(
        (screen) => !left && setDrawn(() => screen),
        (error: unknown) => !left && setFailure({ error }),
      );
      return () => {
        left = true;
      };
    }, [Drawn]);
    if (failure) throw failure.error;
    return Drawn ? <Drawn {...props} /> : placeholder;
  }

  function Screen(props: P) {
    const { pathname } = useLocation();
    return (
      <ErrorBoundary
        key={eachPath ? pathname : ''}
        path={pathname}
        fallback={(error, retry) => <ScreenError error={error} onRetry={retry} />}
      >
        <Loaded {...props} />
      </ErrorBoundary>
    );
  }

  return {
    Screen,
    prefetch: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
  };
}
