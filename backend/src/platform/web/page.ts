const NONCE = '__CSP_NONCE__';
const PUBLIC_URL = '__PUBLIC_URL__';
const PUBLIC_CONFIG = '__PUBLIC_CONFIG__';
/** Around the markup of the landing page, as frontend/build/prerender.ts writes it. */
const ROOT = '<div id="root">';
const END_OF_ROOT = '</div><!--site-content-->';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML and XML, attributes in quotes included. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Returns the site's URL without trailing slash, query, fragment and credentials. */
export function siteAddress(publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Settings of the site that are rendered into the page. */
export interface SiteFacts {
  publicUrl: string;
  /** Settings that the app would otherwise request, with a layout shift when they arrive. */
  publicConfig: unknown;
  /** false: the service worker of earlier visits removes itself; unset: it is served. */
  serviceWorker?: boolean;
}

/** The landing page as the console published it. */
export interface PublishedPage {
  /** Made by the web app's renderer, which escapes texts. */
  markup: string;
  /** What the markup was made of: the browser hydrates it with the same. */
  content: unknown;
}

/** Returns the published page by language; null: those of the build. The same map until something else is published. */
export interface PublishedPageSource {
  current(): ReadonlyMap<string, PublishedPage> | null;
}

/**
 * Returns a function that renders the page for a nonce; everything else in `html` is filled in once. Published texts are put in afterwards:
 * a placeholder in them stays as it is written.
 */
export function pageTemplate(html: string, facts: SiteFacts, published: PublishedPage | null = null): (nonce: string) => string {
  const [start, markup, end] = cut(html);
  const before = fillSite(start, facts);
  const rest = fillSite(
    end.replace(END_OF_ROOT, () => '</div>'),
    facts,
  );
  if (published === null) {
    const built = fillSite(markup, facts);
    return (nonce) => before.join(nonce) + built.join(nonce) + rest.join(nonce);
  }
  const content = `<data id="site-content" hidden value="${escapeMarkup(JSON.stringify(published.content))}"></data>`;
  const after = fillSite(end.replace(END_OF_ROOT, ''), facts);
  return (nonce) => `${before.join(nonce)}${published.markup}</div>${content}${after.join(nonce)}`;
}

/** Returns what comes before the markup of the landing page, the markup, and the rest. */
function cut(html: string): [string, string, string] {
  const start = html.indexOf(ROOT) + ROOT.length;
  const end = html.lastIndexOf(END_OF_ROOT);
  return end < start ? [html, '', ''] : [html.slice(0, start), html.slice(start, end), html.slice(end)];
}

/** Fills in what is the same for every request. Returns the parts between the places of the nonce. */
export const fillSite = (html: string, { publicUrl, publicConfig }: SiteFacts): string[] =>
  html
    .replaceAll(PUBLIC_URL, () => escapeMarkup(siteAddress(publicUrl)))
    .replaceAll(PUBLIC_CONFIG, () => escapeMarkup(JSON.stringify(publicConfig)))
    .split(NONCE);

/** The Content-Security-Policy of a document: our own files, no style that is added at run time, forms that ask for a page of ours. */
export const documentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Returns the page's Content-Security-Policy: our own files only; styles that the UI library adds at run time carry the page's nonce.
 * Frames are limited to our own PDF and the configured news page.
 */
export function pagePolicy(nonce: string, newsOrigin: string | null = null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src 'self'${newsOrigin === null ? '' : ` ${newsOrigin}`}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Trusted Types: none of our code turns a text into script or markup, and nothing else may.
    "require-trusted-types-for 'script'",
    // One policy: frontend/src/lib/service-worker.ts makes the one address of the service worker with it.
    'trusted-types service-worker',
  ].join('; ');
}
