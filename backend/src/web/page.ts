const NONCE = '__CSP_NONCE__';
const PUBLIC_URL = '__PUBLIC_URL__';
const PUBLIC_CONFIG = '__PUBLIC_CONFIG__';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Fit for the text or a quoted attribute of HTML and XML. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** The site's address as it is written into pages and files: without a slash at the end, a query, a fragment or somebody's password. */
export function siteAddress(publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** What a page says of the site it belongs to. */
export interface SiteFacts {
  publicUrl: string;
  /** Settings that the app would ask for otherwise, and move when they come. */
  publicConfig: unknown;
}

/** Gives the page for a nonce; everything else in `html` is filled in once. */
export function pageTemplate(html: string, { publicUrl, publicConfig }: SiteFacts): (nonce: string) => string {
  const pieces = html
    .replaceAll(PUBLIC_URL, () => escapeMarkup(siteAddress(publicUrl)))
    .replaceAll(PUBLIC_CONFIG, () => escapeMarkup(JSON.stringify(publicConfig)))
    .split(NONCE);
  return (nonce) => pieces.join(nonce);
}

/**
 * The page's policy: our own files only; styles that the UI library writes at run time carry the nonce of the page. Framed are our own PDF, and
 * the one other origin that shows news, where there is one.
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
    `frame-src 'self'${newsOrigin === null ? '' : ` ${newsOrigin}`}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Nothing of ours turns a text into script or markup; whatever would, stops here.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
