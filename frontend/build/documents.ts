import type { Rolldown } from 'vite';

/** Where the server puts a document (backend/src/platform/web/document.messages.ts). */
const HEAD = '<!--document-head-->';
const MARKUP = '<!--document-->';
/** What the head of the landing page says about that page alone. */
const ABOUT_LANDING =
  /<title>[^<]*<\/title>|<link rel="(?:canonical|alternate|modulepreload)"[^>]*>|<meta (?:name|property)="(?:description|og:(?:type|title|description|url)|twitter:(?:title|description)|csp-nonce|public-config)"[^>]*>/g;
const MODULE_SCRIPT = /<script type="module"[^>]*><\/script>/g;
const NO_SCRIPT = /<noscript>(<link[^>]*>)<\/noscript>/;
const EMPTY_ROOT = '<div id="root"></div>';
/** What documents show: their style sheets are those of these chunks. */
const SCREENS = [
  'features/analysis/analysis-page.tsx',
  'features/analysis/analysis-post-page.tsx',
  'components/markdown/markdown.tsx',
  'components/analysis/post-chart.tsx',
  'components/analysis/post-picture.tsx',
];

/**
 * Returns the page that the server fills with an analysis: the head of the app's page without its scripts, with the style sheets that the
 * screens of analyses have. `html` has the head in the document's language and an empty root.
 */
export function documentPage(html: string, bundle: Rolldown.OutputBundle, stylesOf: (fileName: string) => string[]): string {
  const files = new Set(SCREENS.flatMap((screen) => stylesOf(chunkOf(bundle, screen))));
  for (const needed of [MODULE_SCRIPT, NO_SCRIPT]) if (html.search(needed) < 0) throw new Error(`index.html has no ${needed.source}`);
  const links = [...files]
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  return html
    .replaceAll(ABOUT_LANDING, '')
    .replaceAll(MODULE_SCRIPT, '')
    .replace(NO_SCRIPT, '')
    .replace('</head>', `${links.join('')}<link rel="stylesheet" href="/no-script.css">${HEAD}</head>`)
    .replace(EMPTY_ROOT, `<div id="root" data-document>${MARKUP}</div>`);
}

/** Returns the name of the chunk with the code of a screen. */
function chunkOf(bundle: Rolldown.OutputBundle, screen: string): string {
  const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(screen)));
  if (!chunk) throw new Error(`${screen} is in no chunk`);
  return chunk.fileName;
}
