import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { countedSections, inlineLinks } from '../test/support/documents';
import { isPublicPath } from '../src/config/public-paths';
import { contentFile, loadContent, readContent } from './load';

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
