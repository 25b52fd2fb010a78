import { describe, expect, it } from '@jest/globals';
import { loadContent } from '../../content/load';
import { siteHead, translateHead } from '../../build/site-head';

interface Tag {
  tag: string;
  attrs?: Record<string, string>;
  children?: string;
}

/** The head as Vite writes it. */
function english(): string {
  const { handler } = siteHead().transformIndexHtml as unknown as { handler: (html: string, context: object) => Tag[] };
  return handler('', {})
    .map(({ tag, attrs = {}, children }) => {
      const written = Object.entries(attrs).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${written.join('')}>${children === undefined ? '' : `${children}</${tag}>`}`;
    })
    .join('');
}

const contents = (page: string, key: string) => new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(page)?.[1];

describe('the head of the page', () => {
  it.each(['es', 'ar'])('is in %s, with its own address', (language) => {
    const { title, description, imageAlt } = loadContent(language).site.meta;
    const page = translateHead(english(), language);
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toContain(`<link rel="canonical" href="__PUBLIC_URL__/?language=${language}">`);
    expect(contents(page, 'og:url')).toBe(`__PUBLIC_URL__/?language=${language}`);
    for (const key of ['description', 'og:description', 'twitter:description']) expect(contents(page, key)).toBe(description);
    for (const key of ['og:title', 'twitter:title']) expect(contents(page, key)).toBe(title);
    for (const key of ['og:image:alt', 'twitter:image:alt']) expect(contents(page, key)).toBe(imageAlt);
  });

  it('names the address of every language in every language', () => {
    for (const language of ['en', 'es', 'ar'])
      expect(translateHead(english(), language).match(/hreflang="[\w-]+" href="[^"]*"/g)).toEqual([
        'hreflang="x-default" href="__PUBLIC_URL__/"',
        'hreflang="en" href="__PUBLIC_URL__/"',
        'hreflang="ar" href="__PUBLIC_URL__/?language=ar"',
        'hreflang="es" href="__PUBLIC_URL__/?language=es"',
      ]);
  });

  it('stays as it is in English, and has no part that is left out', () => {
    expect(translateHead(english(), 'en')).toBe(english());
    expect(() => translateHead('<title></title>', 'es')).toThrow(/index\.html has no /);
  });
});
