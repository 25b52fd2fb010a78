import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { countedSections, inlineLinks } from '../test/support/documents';
import { isPublicPath } from '../src/config/public-paths';
import { contentFile, loadContent, readContent, translateContent, translatedLanguages } from './load';

const source = readFileSync(contentFile, 'utf8');
const content = loadContent();
const documents = [
  { name: 'terms', document: content.terms },
  { name: 'disclaimer', document: content.disclaimer },
  { name: 'primer', document: content.primer },
];

/** The content with something put in the place of what stands there. */
function changed(place: string, value: unknown): string {
  const raw = parse(source) as Record<string, unknown>;
  const steps = place.split('.');
  const last = steps.pop()!;
  const holder = steps.reduce((at, step) => at[step] as Record<string, unknown>, raw);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return stringify(raw);
}

describe('the content of the site', () => {
  it('fits', () => expect(readContent(source)).toEqual(content));

  it.each([
    ['landing.home.title', '', /landing\.home\.title/],
    ['landing.faqs', undefined, /landing\.faqs/],
    ['landing.surprise', 'more', /landing: .*surprise/],
    ['terms.updated', 'yesterday', /terms\.updated/],
    ['terms.sections.0.id', 'Not An Id', /terms\.sections\.0\.id/],
    ['disclaimer.sections', [], /disclaimer\.sections/],
    ['primer.join.action.link', 'javascript:alert(1)', /primer\.join\.action\.link: is an anchor/],
    ['membership.risk', 5, /membership\.risk/],
    ['membership.risk', 'You lose {{everything}}', /membership\.risk quotes \{\{everything\}\}, which figures does not have/],
    ['site.contact.email', 'nobody', /site\.contact\.email/],
    ['landing.events.items.0.picture', 'no-such-picture.svg', /pictures\/ does not have: no-such-picture\.svg/],
  ])('is refused with the place when %s is %p', (place, value, words) => {
    expect(() => readContent(changed(place, value))).toThrow(words);
  });

  it('names every place that does not fit at once', () => {
    const twice = readContent.bind(null, stringify({ ...(parse(source) as object), terms: null, primer: null }));
    expect(twice).toThrow(/terms: [^]*primer: /);
  });
});

describe('a translation of the content', () => {
  const translated = (texts: object) => translateContent(content, stringify(texts), 'site.xx.yaml');

  it('takes the place of the texts it has, and leaves the others English', () => {
    const { landing, ...rest } = translated({
      landing: { home: { title: 'Título' }, performance: { claims: [null, null, { note: 'Dos años' }, {}, {}, {}] } },
    });
    expect(landing.home).toEqual({ ...content.landing.home, title: 'Título' });
    expect(landing.performance.claims).toEqual(
      content.landing.performance.claims.map((claim, index) => (index === 2 ? { ...claim, note: 'Dos años' } : claim)),
    );
    expect(rest).toEqual({ ...content, landing: undefined });
  });

  it('may be empty, and then everything is English', () => expect(translateContent(content, '', 'site.xx.yaml')).toEqual(content));

  it('quotes the figures of site.yaml', () => {
    const figure = String(content.figures['noticeDays']);
    expect(translated({ membership: { risk: 'En {{noticeDays}} días' } }).membership.risk).toBe(`En ${figure} días`);
    expect(() => translated({ membership: { risk: '{{surprise}}' } })).toThrow(/^site\.xx\.yaml: membership\.risk quotes {{surprise}}/);
  });

  it.each([
    [{ landing: { home: { titel: 'x' } } }, /landing\.home\.titel: is not in site\.yaml/],
    [{ surprise: {} }, /surprise: is not in site\.yaml/],
    [{ landing: { menu: [{ label: 'Inicio' }] } }, /landing\.menu: has 1 entries, and 6 in site\.yaml/],
    [{ landing: { menu: 'Inicio' } }, /landing\.menu: is a list in site\.yaml/],
    [{ landing: { home: 'Inicio' } }, /landing\.home: has parts of its own in site\.yaml/],
    [{ landing: { home: { title: ['x'] } } }, /landing\.home\.title: is a text in site\.yaml/],
    [{ landing: { performance: { claims: [{ note: 'x' }, {}, {}, {}, {}, {}] } } }, /claims\.0\.note: is empty in site\.yaml/],
    [{ landing: { home: { title: '' } } }, /landing\.home\.title: /],
    [{ site: { meta: { title: 'x'.repeat(61) } } }, /site\.meta\.title: /],
    [{ figures: { noticeDays: 1 } }, /figures: is not translated/],
    [{ terms: { title: 'Condiciones' }, primer: {} }, /terms: is not translated[^]*primer: is not translated/],
  ])('is refused with file and place when it has %j', (texts, words) => {
    expect(() => translated(texts)).toThrow(/^site\.xx\.yaml does not fit:/);
    expect(() => translated(texts)).toThrow(words);
  });

  it('is found by the name of its file, which must be that of a language of the web app', () => {
    expect(translatedLanguages(['site.yaml', 'site.es.yaml', 'site.ar.yaml', 'pictures'])).toEqual(['es', 'ar']);
    expect(() => translatedLanguages(['site.xx.yaml'])).toThrow('site.xx.yaml: there is no language xx');
    expect(() => translatedLanguages(['site.en.yaml'])).toThrow('site.en.yaml: the content in English is site.yaml');
  });

  it.each(['es', 'ar'])('in %s has every text that a visitor reads, and nothing else', (language) => {
    const own = loadContent(language);
    const kept = /\.(link|icon|picture|photo|date|network|email)$|^site\.name$|^site\.contact\.address|^landing\.team\.members\.\d+\.name$/;
    const english: string[] = [];
    const compare = (source: unknown, other: unknown, place: string): void => {
      const isText = typeof source === 'string' && /[a-z]{3}/.test(source) && !source.includes('Example ');
      if (isText && source === other && !kept.test(place)) english.push(place);
      if (source !== null && typeof source === 'object')
        for (const [key, one] of Object.entries(source)) compare(one, (other as Record<string, unknown>)[key], `${place}.${key}`);
    };
    for (const part of ['site', 'landing', 'membership'] as const) compare(content[part], own[part], part);
    expect(english).toEqual([]);
    for (const part of ['figures', 'terms', 'disclaimer', 'primer'] as const) expect(own[part]).toEqual(content[part]);
  });
});

describe('the documents', () => {
  it.each(documents)('of the $name have sections that can be told apart', ({ document: { sections } }) => {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
  });

  it.each(documents)('of the $name link to screens that there are, and to the sections they name', ({ document }) => {
    for (const { words, link } of inlineLinks(document)) {
      const [path = '', search] = link.slice(1).split('?');
      expect(link.startsWith('#/') && isPublicPath(path)).toBe(true);
      const number = /^section (\d+)$/.exec(words)?.[1];
      if (number !== undefined) expect(countedSections(content.terms)[Number(number)]).toBe(new URLSearchParams(search).get('section'));
    }
  });

  it('quote every fee and limit of the terms from the figures', () => {
    const other = {
      commitmentFee: '$51',
      fundSubscription: '$21',
      clubProfitShare: '16%',
      managementFee: '2.6%',
      fundProfitShare: '31%',
      minimumFunding: '$10,001',
      noticeDays: 31,
      minimumAge: 19,
    };
    const { terms } = readContent(changed('figures', { ...(parse(source) as { figures: object }).figures, ...other }));
    const text = JSON.stringify(terms);
    for (const figure of Object.values(other)) expect(text).toContain(String(figure));
    for (const figure of ['$50', '$20', '15%', '2.5%', '30%', '$10,000']) expect(text).not.toContain(figure);
  });
});
