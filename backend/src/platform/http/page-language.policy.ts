const SOURCE = 'en';
const COOKIE = /(?:^|;\s*)tidemark_language=([\w-]{2,20})(?:;|$)/;

interface Asked {
  /** `language` of the query: the links of search engines. */
  parameter: unknown;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/**
 * Returns the language of the page to send: the one of the address, else the one chosen in this browser, else the best match of
 * Accept-Language (RFC 9110, 12.5.4; `es-MX` takes `es`), else English.
 */
export function pageLanguage({ parameter, cookie = '', acceptLanguage = '' }: Asked, available: ReadonlySet<string>): string {
  const chosen = [parameter, COOKIE.exec(cookie)?.[1]].find((id): id is string => typeof id === 'string' && available.has(id));
  return chosen ?? byPreference(acceptLanguage).find((id) => available.has(id)) ?? SOURCE;
}

/** Lists the languages of the header, best first, each region followed by its language alone. */
function byPreference(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag: tag.toLowerCase(), quality: Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .flatMap(({ tag }) => [tag, tag.split('-')[0]!]);
}

const MAX_RANGES = 20;
