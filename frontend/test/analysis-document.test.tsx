import { describe, expect, it } from '@jest/globals';
import { within } from '@testing-library/react';
import { renderAnalysis } from '../src/analysis-document';
import { candles, chart, picture, post } from './support/analysis';
import { text } from './support/texts';

const BODY = `# Where it stands

See [the chart](https://example.com/chart), [bad](javascript:alert(1)) and <img src=x onerror=alert(1)>.

" href="#home`;

function page(...[content, search = '']: [Parameters<typeof renderAnalysis>[0], string?]) {
  const rendered = renderAnalysis(content, search);
  const container = document.createElement('div');
  container.innerHTML = rendered.markup;
  return { ...rendered, container, view: within(container) };
}
const feed = (next: string | null = null) => {
  const { body: _, pictures: __, charts: ___, ...item } = post('The text');
  return { posts: [item], next };
};

describe('a document', () => {
  it('of an analysis has its text, facts and ways on, without a script', () => {
    const { title, description, container, view } = page({ post: post(BODY), candles: {} });
    expect([title, description]).toEqual(['The range', post('').summary]);
    expect(view.getByRole('heading', { level: 1, name: 'The range' })).toBeTruthy();
    expect(view.getByRole('heading', { level: 2, name: 'Where it stands' })).toBeTruthy();
    expect(view.getByRole('link', { name: 'the chart' }).getAttribute('href')).toBe('https://example.com/chart');
    expect(container.querySelectorAll('article script, article img, [onerror], a[href^="javascript"]')).toHaveLength(0);
    expect(view.getByRole('link', { name: text('analysis.inApp') }).getAttribute('href')).toBe('/#/analysis/the-range');
    expect(view.getByRole('link', { name: text('analysis.all') }).getAttribute('href')).toBe('/analysis');
    expect(container.textContent).toContain('" href="#home');
  });

  it('shows pictures and charts without a script', () => {
    const body = `![The range](picture:${picture.id})\n\n\`\`\`chart\n${chart.source}\n\`\`\`\n`;
    const content = { post: post(body, { pictures: [picture], charts: [chart] }), candles: { [chart.id]: candles } };
    const { container, view } = page(content);
    expect(view.getByRole('img', { name: 'The range' }).getAttribute('src')).toBe(picture.url);
    const drawing = container.querySelector('svg[aria-label*="BTC/USDT"]')!;
    expect([...drawing.querySelectorAll('path')].every((path) => /^(M[-\d. MVHhvz]+)?$/.test(path.getAttribute('d') ?? ''))).toBe(true);
    expect(drawing.querySelectorAll('path')).toHaveLength(2 + chart.levels.length);
    expect(container.textContent).toContain('Source: Binance');
    expect(container.textContent).not.toContain('Lightweight');
    expect(container.querySelectorAll('article button')).toHaveLength(0);
  });

  it('leads to the screens of the app and to its own addresses, never to a hash of its own', () => {
    const { container } = page({ post: { ...post(''), body: null }, candles: {} });
    const addresses = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(addresses).toEqual(expect.arrayContaining(['/#home', '/#/login', '/#/register', '/analysis?pair=BTC%2FUSDT', '?language=es']));
    expect(addresses.filter((address) => address.startsWith('#'))).toEqual(['#content']);
  });

  it('of the list asks the server for a search and for older ones, with the filter of its address', () => {
    const { view } = page({ feed: feed('next-1'), q: 'low' }, '?q=low&tag=range');
    expect(view.getByRole('link', { name: 'The range' }).getAttribute('href')).toBe('/analysis/the-range');
    expect(view.getByRole('search').getAttribute('action')).toBe('/analysis');
    expect(view.getByRole('searchbox').getAttribute('value')).toBe('low');
    expect(view.getByRole('link', { name: text('analysis.more') }).getAttribute('href')).toBe('/analysis?q=low&tag=range&before=next-1');
  });

  it('says that there is none', () => {
    const nothing = page(null);
    expect([nothing.title, nothing.view.getByText(text('analysis.missing')).tagName]).toEqual([
      text('analysis.missing'),
      expect.any(String),
    ]);
    expect(page({ feed: { posts: [], next: null }, q: 'x' }, '?q=x').view.getByText(text('analysis.none'))).toBeTruthy();
    expect(page({ feed: { posts: [], next: null }, q: '' }).view.getByText(text('analysis.empty'))).toBeTruthy();
  });
});
