import { escapeMarkup, fillSite, siteAddress, type SiteFacts } from './page.js';

/** Where a document's head and markup go, as frontend/build/documents.ts writes them. */
const HEAD = '<!--document-head-->';
const MARKUP = '<!--document-->';

/** A page of the site that has an address of its own, and is read without a script. */
export interface WebDocument {
  status: 200 | 404;
  title: string;
  description: string;
  /** Of its address, as the site links to it: with a slash at the beginning, and the query that belongs to it. */
  path: string;
  kind: 'website' | 'article';
  publishedAt: string | null;
  editedAt: string | null;
  /** Made by the web app's renderer, which escapes texts. */
  markup: string;
}

export interface DocumentRequest {
  /** Null: the list. */
  slug: string | null;
  query: unknown;
  language: string;
  /** Of the visitor. */
  ip: string;
}

/** Where documents come from. `find` throws TooMany (429). */
export interface DocumentSource {
  find(request: DocumentRequest): Promise<WebDocument>;
  /** Addresses for search engines, newest first, and when each last changed. */
  addresses(): Promise<{ path: string; changedAt: Date }[]>;
}

/** Returns a function that puts a document into the page that the build left for it. */
export function documentTemplate(html: string, facts: SiteFacts): (document: WebDocument) => string {
  const parts = html.split(new RegExp(`${HEAD}|${MARKUP}`));
  if (parts.length !== 3) throw new Error('the page of documents has a head and a markup to fill in');
  const [start, between, end] = parts.map((part) => fillSite(part, facts).join('')) as [string, string, string];
  return (document) => `${start}${headOf(document, siteAddress(facts.publicUrl))}${between}${document.markup}${end}`;
}

function headOf({ status, title, description, path, kind, publishedAt, editedAt }: WebDocument, site: string): string {
  const name = `${title} · Tidemark`;
  const address = site + path;
  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    `<meta ${attribute}="${key}" content="${escapeMarkup(content)}">`;
  const time = (key: string, at: string | null) => (at === null ? '' : meta('property', key, at));
  if (status === 404) return `<title>${escapeMarkup(name)}</title>${meta('name', 'robots', 'noindex')}`;
  return [
    `<title>${escapeMarkup(name)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeMarkup(address)}">`,
    `<link rel="alternate" type="application/atom+xml" href="${escapeMarkup(site)}/api/v1/analysis.atom">`,
    meta('property', 'og:type', kind),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    time('article:published_time', publishedAt),
    time('article:modified_time', editedAt),
  ].join('');
}
