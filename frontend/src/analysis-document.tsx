import { renderToStaticMarkup } from 'react-dom/server';
import { type Navigator, Router } from 'react-router';
import { CONTENT_ID } from './components/layout/skip-link';
import { paths } from './config/routes';
import { AnalysisDocument, titleOf, type AnalysisDocumentContent } from './features/analysis/analysis-document';

export interface RenderedAnalysis {
  markup: string;
  title: string;
  description: string;
}

/** Analyses have addresses of their own; every other page is a screen of the app, behind `#`. */
const addressOf = (path: string): string => (path.startsWith(paths.analysis) ? path : `/#${path}`);

const refuse = () => {
  throw new Error('a document that is sent does not navigate');
};
const navigator: Navigator = {
  createHref: (to) => addressOf(typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`),
  go: refuse,
  push: refuse,
  replace: refuse,
};

/** Links of the public header and footer are hashes of the app's one page. */
const OWN_HASH = new RegExp(` href="#(?!${CONTENT_ID}")`, 'g');

/** Returns an analysis, or the feed, in the language of the page. `search`: the query of its address. */
export function renderAnalysis(content: AnalysisDocumentContent, search: string): RenderedAnalysis {
  const markup = renderToStaticMarkup(
    <Router location={{ pathname: paths.analysis, search }} navigator={navigator} static>
      <AnalysisDocument content={content} />
    </Router>,
  );
  // No text of a person is in an attribute with this name: links of texts lead to pages and mailboxes.
  return { markup: markup.replaceAll(OWN_HASH, ' href="/#'), ...titleOf(content) };
}
