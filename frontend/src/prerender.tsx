import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Landing } from './landing';

/** The landing page as markup; main.tsx takes it over. Run when the web app is built, by build/prerender.ts. */
export const renderPage = (): string =>
  renderToString(
    <StrictMode>
      <Landing />
    </StrictMode>,
  );
