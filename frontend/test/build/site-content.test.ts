import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadContent } from '../../content/load';
import { pieceModule, siteContent, translatedPieces } from '../../build/site-content';
import { usedContent } from '../../build/texts/used-domains';

const src = join(import.meta.dirname, '../../src');

interface LoadHook {
  handler: (this: { addWatchFile: (file: string) => void }, id: string) => string;
}

/** Returns the source that the build makes of a module, and the files it then watches. */
function built(id: string): { source: string; watched: string[] } {
  const watched: string[] = [];
  const { handler } = siteContent().load as unknown as LoadHook;
  const source = handler.call({ addWatchFile: (file) => watched.push(file.replace(/.*\//, '')) }, id);
  return { source, watched };
}

describe('the content in the build', () => {
  it('is a chunk for each piece and language, which the piece loads by the language of the page', () => {
    const { source } = built('\0virtual:content/landing');
    expect(source).toContain('export let landing;');
    for (const language of ['en', 'es', 'ar'])
      expect(source).toContain(`"${language}": () => import("virtual:translated/${language}/landing")`);
    expect(source).not.toContain(loadContent().landing.home.title);
  });

  it.each(['en', 'es', 'ar'])('has the texts of %s in its chunks, made anew when they are saved', (language) => {
    const { landing, site } = loadContent(language);
    const { source, watched } = built(pieceModule(language, 'landing'));
    expect(source).toBe(`export const landing = ${JSON.stringify(landing)};`);
    expect(watched).toEqual(language === 'en' ? ['site.yaml'] : ['site.yaml', `site.${language}.yaml`]);
    const start = built(pieceModule(language, 'landing-start')).source;
    expect(start).toContain(JSON.stringify(landing.menu));
    expect(start).toContain(JSON.stringify(site.meta.title));
    expect(start).not.toContain(landing.home.title);
  });

  it('is English in a language without a translation, and the documents are in every language', () => {
    expect(pieceModule('en-XA', 'landing')).toBe(pieceModule('en', 'landing'));
    const { terms } = loadContent();
    expect(built('\0virtual:content/terms').source).toBe(`export const terms = ${JSON.stringify(terms)};`);
    expect(() => built('\0virtual:content/surprise')).toThrow('site.yaml has no part surprise');
  });

  it('is accented in a build with the pseudo-language, addresses and names of files as they are', () => {
    process.env['PSEUDO_LANGUAGE'] = 'true';
    try {
      expect(built('\0virtual:content/landing').source).toContain('"en-XA": () => import("virtual:translated/en-XA/landing")');
      const { source } = built(pieceModule('en-XA', 'landing'));
      const { landing } = loadContent();
      expect(source).not.toContain(landing.home.title);
      expect(source).toContain(`"link":"${landing.home.actions[0]!.link}"`);
      expect(source).toContain(`"picture":"${landing.events.items[0]!.picture}"`);
    } finally {
      delete process.env['PSEUDO_LANGUAGE'];
    }
  });

  it('is loaded with the code that shows it', () => {
    const used = (file: string) => usedContent(join(src, file), translatedPieces);
    expect(used('main.tsx')).toEqual(['landing-start']);
    expect(used('features/landing/landing-sections.tsx')).toEqual(['landing', 'site']);
    expect(used('features/auth/register-page.tsx')).toEqual(['landing-start', 'site', 'membership']);
  });
});
