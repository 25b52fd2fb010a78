import { describe, expect, it } from '@jest/globals';
import { pageLanguage } from './page-language.policy.js';

const available = new Set(['en', 'es', 'ar']);
const choose = (asked: Partial<Parameters<typeof pageLanguage>[0]>) =>
  pageLanguage({ parameter: undefined, cookie: undefined, acceptLanguage: undefined, ...asked }, available);

describe('the language of the page', () => {
  it('is English where nothing else fits', () => {
    for (const asked of [
      {},
      { acceptLanguage: 'de, fr;q=0.5' },
      { acceptLanguage: ';;q=x,,' },
      { parameter: 'xx', cookie: 'tidemark_language=xx' },
    ])
      expect(choose(asked)).toBe('en');
  });

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['de;q=0.9, AR-EG;q=0.7, en;q=0.5', 'ar'],
    ['en;q=0.1, es;q=0, ar;q=0.2', 'ar'],
  ])('follows %j to %s', (acceptLanguage, id) => {
    expect(choose({ acceptLanguage })).toBe(id);
  });

  it('prefers the cookie to the header, and the address to both', () => {
    expect(choose({ cookie: 'a=1; tidemark_language=ar', acceptLanguage: 'es' })).toBe('ar');
    expect(choose({ parameter: 'es', cookie: 'tidemark_language=ar' })).toBe('es');
    expect(choose({ parameter: ['es', 'ar'], cookie: 'not_tidemark_language=ar' })).toBe('en');
  });
});
