const NONCE = '__CSP_NONCE__';
const PUBLIC_URL = '__PUBLIC_URL__';
const PUBLIC_CONFIG = '__PUBLIC_CONFIG__';

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

/** Returns a function that renders the page for a nonce; everything else in `html` is filled in once. */
export function pageTemplate(html: string, { publicUrl, publicConfig }: SiteFacts): (nonce: string) => string {
  const pieces = html
    .replaceAll(PUBLIC_URL, () => escapeMarkup(siteAddress(publicUrl)))
    .replaceAll(PUBLIC_CONFIG, () => escapeMarkup(JSON.stringify(publicConfig)))
    .split(NONCE);
  return (nonce) => pieces.join(nonce);
}

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
