import { escapeMarkup, siteAddress } from './page.js';

/** Disallows crawlers the API and what only development has. */
export const robots = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api\nDisallow: /dev\n\nSitemap: ${siteAddress(publicUrl)}/sitemap.xml\n`;

/** Lists the one page: screens behind `#/` share its address. */
export const sitemap = (publicUrl: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  ` +
  `<url><loc>${escapeMarkup(siteAddress(publicUrl))}/</loc></url>\n</urlset>\n`;
