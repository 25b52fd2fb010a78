import 'virtual:tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import './theme/first-paint.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isApp } from './app-address';
import { Root } from './root';
import { restoreColorMode } from './theme/color-mode';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const page = (
  <StrictMode>
    <Root />
  </StrictMode>
);

restoreColorMode();
if (isApp() || !container.hasChildNodes()) {
  container.replaceChildren();
  delete document.documentElement.dataset['screen'];
  createRoot(container).render(page);
} else {
  // As a transition it is done in slices: a phone scrolls and answers meanwhile. A markup that differs from what the browser renders is
  // reported as an error of the page, which is React's default.
  startTransition(() => {
    hydrateRoot(container, page);
  });
}
