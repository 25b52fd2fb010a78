import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, compileDomain, pseudoText, readDomains, readLanguages } from '../../build/texts/catalogue';
import { messageShape, shapeText } from '../../build/texts/message-shape';
import { replaceDynamicImports, usedDomains } from '../../build/texts/used-domains';

const src = join(import.meta.dirname, '../../src');

describe('the catalogues', () => {
  it('are found by their folders, English first, the pseudo-language on demand', () => {
    expect(readLanguages()[0]).toEqual({ id: 'en', name: 'English', direction: 'ltr' });
    expect(readLanguages().map(({ id }) => id)).not.toContain(PSEUDO_LANGUAGE);
    expect(readLanguages({ withPseudo: true }).at(-1)?.id).toBe(PSEUDO_LANGUAGE);
  });

  it('have every English id in each language', () => {
    for (const { id: language } of readLanguages({ withPseudo: true }))
      for (const domain of readDomains())
        expect(Object.keys(compileDomain(language, domain))).toEqual(Object.keys(compileDomain(SOURCE_LANGUAGE, domain)));
  });

  it('become a third longer in the pseudo-language, tags and values untouched', () => {
    expect(pseudoText('Sign <link>in</link>')).toBe('Šîĝñ·· <link>îñ·</link>');
    expect(pseudoText('A text that is longer than a line')).toMatch(/ļîñé·{8} ··$/);
    expect(compileDomain(PSEUDO_LANGUAGE, 'table')['table.pager.of']).toEqual([expect.stringMatching(/^öƒ·/), ['pages']]);
  });

  it('know what a message takes', () => {
    expect(shapeText(messageShape('{n, plural, one {<b>#</b> x} other {# {what}}} {k, select, a {1} other {2}}'))).toBe(
      '<b>, k: string, n: number, what: text',
    );
    expect(() => messageShape('{n')).toThrow();
    expect(shapeText(messageShape('Marked <moment/> by <b>{who}</b>'))).toBe('<b>, <moment>, who: text');
    expect(() => messageShape('You comment as <name>.')).toThrow('<name> is not closed');
  });

  it('are loaded with the code that names them', () => {
    expect(usedDomains(join(src, 'features/auth/register-page.tsx'), readDomains())).toEqual(expect.arrayContaining(['auth', 'common']));
    expect(usedDomains(join(src, 'lib/i18n/texts.ts'), readDomains())).toEqual([]);
    const app = join(src, 'app/app.tsx');
    const replaced = replaceDynamicImports("import('../features/kyc/kyc-page'), import('react'), typeof import('./app')", app, (_, file) =>
      file.slice(src.length),
    );
    expect(replaced).toBe("/features/kyc/kyc-page.tsx, import('react'), typeof import('./app')");
  });
});
