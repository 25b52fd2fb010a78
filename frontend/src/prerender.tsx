import { loadEntryTexts } from 'virtual:entry-texts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { AnalysisDocumentContent } from './features/analysis/analysis-document';
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

/**
 * Renders an analysis or the feed in a language, for the server alone: backend/src/club/analysis/http/analysis-documents.service.ts. One
 * call after the other, as above.
 */
export async function renderAnalysisPage(language: string, content: AnalysisDocumentContent, search: string) {
  setLanguage(language);
  const [{ renderAnalysis }] = await Promise.all([import('./analysis-document'), loadEntryTexts()]);
  return renderAnalysis(content, search);
}
