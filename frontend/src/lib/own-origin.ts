/**
 * The part of a file link that this origin serves. Links of the API may carry the public address of the club, while a
 * page opened under another name of the same server may only load from itself; a foreign address loads nothing.
 */
export function ownOrigin(link: string): string {
  const base = typeof location === 'undefined' ? 'http://localhost' : location.href;
  if (!URL.canParse(link, base)) return '';
  const url = new URL(link, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? `${url.pathname}${url.search}` : '';
}
