import { loadEntryTexts } from 'virtual:entry-texts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Landing, loadSections, type PublishedContent, setPublishedContent } from './landing';
import { setLanguage } from './lib/i18n/language';

/**
 * Returns the landing page as markup in a language; main.tsx hydrates it. Run when the web app is built, by build/prerender.ts, and by the
 * server when the console has published something (backend/src/club/site-content/site-build.reader.ts). One call after the other: there is
 * one language at a time.
 */
export async function renderPage(language: string, published: PublishedContent = {}): Promise<string> {
  setLanguage(language);
  setPublishedContent(published);
  await Promise.all([loadEntryTexts(), loadSections()]);
  return renderToString(
    <StrictMode>
      <Landing />
    </StrictMode>,
  );
}
