import { loadEntryTexts } from 'virtual:entry-texts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Landing, loadSections } from './landing';
import { setLanguage } from './lib/i18n/language';

/** Returns the landing page as markup in a language; main.tsx hydrates it. Run when the web app is built, by build/prerender.ts. */
export async function renderPage(language: string): Promise<string> {
  setLanguage(language);
  await Promise.all([loadEntryTexts(), loadSections()]);
  return renderToString(
    <StrictMode>
      <Landing />
    </StrictMode>,
  );
}
