import 'virtual:tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import { StrictMode, Suspense, lazy, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { LandingPage } from './features/landing/landing-page';
import { restoreColorMode } from './theme/color-mode';

const App = lazy(async () => ({ default: (await import('./app/app')).App }));

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** "#/" and in-page anchors belong to the landing page, which needs no router; every other "#/…" to the app. */
const isApp = () => location.hash.startsWith('#/') && location.hash !== '#/';

function Root() {
  const app = useSyncExternalStore(subscribe, isApp);
  if (!app) return <LandingPage />;
  return (
    <Suspense fallback={null}>
      <App />
    </Suspense>
  );
}

restoreColorMode();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
