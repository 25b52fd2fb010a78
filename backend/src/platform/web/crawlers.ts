import { escapeMarkup, siteAddress } from './page.js';

/** Disallows crawlers the API and what only development has. */
export const robots = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api\nDisallow: /dev\n\nSitemap: ${siteAddress(publicUrl)}/sitemap.xml\n`;

interface Address {
  path: string;
  changedAt?: Date;
}

/** Lists the landing page and the documents. Screens behind `#/` share the address of the landing page. */
export function sitemap(publicUrl: string, documents: readonly Address[]): string {
  const entry = ({ path, changedAt }: Address) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `  <url><loc>${escapeMarkup(siteAddress(publicUrl) + path)}</loc>${changed}</url>\n`;
  };
  const entries = [{ path: '/' }, ...documents].map(entry).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}
