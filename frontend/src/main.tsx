import 'virtual:tokens.css';
import { loadEntryTexts } from 'virtual:entry-texts';
import './theme/fonts.css';
import './theme/base.css';
import './theme/first-paint.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isApp } from './app-address';
import { loadSections, waitForVisitor } from './landing';
import { directionOf, pageLanguage, setLanguage } from './lib/i18n/language';
import { Root } from './root';
import { restoreColorMode } from './theme/color-mode';

const page = (
  <StrictMode>
    <Root />
  </StrictMode>
);

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const { documentElement } = document;
  const language = pageLanguage();
  // The server could not know what was chosen where its cookie is gone.
  const isPrerendered = container.hasChildNodes() && documentElement.lang === language;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
  setLanguage(language);
  restoreColorMode();
  await Promise.all([loadEntryTexts(), !isApp() && !isPrerendered && loadSections()]);
  if (isApp() || !isPrerendered) {
    container.replaceChildren();
    delete documentElement.dataset['screen'];
    createRoot(container).render(page);
  } else {
    // As a transition it is done in slices: a phone scrolls and answers meanwhile. A markup that differs from what the browser renders is
    // reported as an error of the page, which is React's default.
    waitForVisitor();
    startTransition(() => {
      hydrateRoot(container, page);
    });
  }
}

void start();
