import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { candles, chart, item, picture, post } from './support/analysis';
import { serve, type Call, type Routes } from './support/api';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);
const answer = (data: unknown) => ({ body: { message: '', data } });
const feed = (posts: unknown[], next: string | null = null) => answer({ posts, next });
/** Thin spaces between the digits are spaces. */
const spaced = { normalizer: (text: string) => text.replaceAll(/\s/g, ' ') };
const asked = (calls: Call[], path: string) => calls.filter((call) => call.path === path);

async function read(body: string | null, more: object = {}) {
  serve({ 'GET /analysis/the-range': answer(post(body, more)) });
  await open('/analysis/the-range');
  await screen.findByRole('heading', { level: 1, name: 'The range' });
  return screen.findByRole('article', { name: 'The range' });
}

describe('the feed of analyses', () => {
  it('is open to visitors, with its name in the tab, and goes on on demand', async () => {
    const calls = serve({
      'GET /analysis': ({ search }) => (search.has('before') ? feed([{ ...item, slug: 'older', title: 'Older' }]) : feed([item], '1-a')),
    });
    await open('/analysis');
    expect(await screen.findByRole('link', { name: 'The range' })).toHaveAttribute('href', '#/analysis/the-range');
    expect(document.title).toBe('Market analysis · Tidemark');
    expect(screen.getByText('2 minutes to read')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Atom feed of public analyses' })).toHaveAttribute('href', '/api/v1/analysis.atom');
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByRole('link', { name: 'Older' })).toBeVisible();
    expect(asked(calls, '/analysis').map(({ authorization }) => authorization)).toEqual([null, null]);
  });

  it('is searched and filtered by the address', async () => {
    const calls = serve({ 'GET /analysis': ({ search }) => (search.has('q') ? feed([]) : feed([item])) });
    await open('/analysis');
    await userEvent.click(await screen.findByRole('link', { name: 'BTC/USDT' }));
    await waitFor(() => expect(currentPath()).toBe('/analysis?pair=BTC%2FUSDT'));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove pair BTC/USDT' }));
    await waitFor(() => expect(currentPath()).toBe('/analysis'));
    await userEvent.type(screen.getByLabelText('Search'), 'halving');
    expect(await screen.findByText('No analysis matches')).toBeVisible();
    expect(asked(calls, '/analysis').map(({ search }) => search.toString())).toEqual(['', 'pair=BTC%2FUSDT', '', 'q=halving']);
  });

  it('says that there is nothing, and that it could not be loaded', async () => {
    serve({ 'GET /analysis': feed([]) });
    const { unmount } = await open('/analysis');
    expect(await screen.findByText('No analysis yet')).toBeVisible();
    unmount();
    serve({ 'GET /analysis?q=x': { status: 500, body: {} }, 'GET /analysis': { status: 500, body: { message: 'x' } } });
    await open('/analysis?q=x');
    expect(await screen.findByText('The analyses could not be loaded')).toBeVisible();
  });
});

describe('the text of an analysis', () => {
  it('has headings in order, lists, tables and links that lead out without a trace', async () => {
    const article = await read(
      '### First\n\n##### Deeper\n\n# Second\n\n1. one\n   - inner **bold**\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n' +
        '[page](https://example.com) &amp; `x<y`',
    );
    const headings = await within(article).findAllByRole('heading');
    expect(headings.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H2', 'First'],
      ['H3', 'Deeper'],
      ['H2', 'Second'],
    ]);
    expect(within(article).getByRole('cell', { name: '2' })).toBeVisible();
    expect(within(article).getByText('bold').tagName).toBe('STRONG');
    const link = within(article).getByRole('link', { name: 'page' });
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://example.com',
      'noopener noreferrer nofollow',
      null,
    ]);
    expect(article).toHaveTextContent('page & x<y');
  });

  it.each([
    ['<script>window.hit = 1</script>', '<script>window.hit = 1</script>'],
    ['<img src=x onerror="window.hit=1">', '<img src=x onerror="window.hit=1">'],
    ['Hello <b onclick="hit()">there</b>', '<b onclick="hit()">'],
    ['[press](javascript:window.hit=1)', 'press'],
    ['[press](JAVASCRIPT:window.hit=1)', 'press'],
    ['[press](data:text/html,<script>1</script>)', 'press'],
    ['![shown](data:image/svg+xml,x)', 'shown'],
    ['![shown](https://example.com/x.png)', 'shown'],
    ['<javascript:window.hit=1>', 'javascript:window.hit=1'],
    ['[press][x]\n\n[x]: vbscript:x', 'press'],
    ['<iframe src="https://example.com"></iframe>\n\n<style>*{display:none}</style>', '<iframe'],
    ['&lt;script&gt;1&lt;/script&gt;', '<script>1</script>'],
    ['> '.repeat(3000) + 'deep', 'deep'],
    ['x'.repeat(20_000), 'xxx'],
  ])('shows %# as words, and runs nothing', async (body, shown) => {
    const article = await read(body);
    await waitFor(() => expect(article.textContent).toContain(shown));
    expect(article.querySelectorAll('script, img, iframe, style, object, embed, svg, a, [onclick], [onerror]')).toHaveLength(0);
    expect('hit' in window).toBe(false);
  });

  it('for members shows visitors the summary and a way to join', async () => {
    serve({ 'GET /analysis/the-range': answer(post(null, { audience: 'members' })) });
    await open('/analysis/the-range');
    expect(await screen.findByText('The full text is for members')).toBeVisible();
    expect(screen.getByText('Why 64,100 matters.')).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Join Us' })).toHaveAttribute('href', '#/register');
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('that does not exist says so', async () => {
    serve({ 'GET /analysis/gone': { status: 404, body: { message: 'There is no such analysis' } } });
    await open('/analysis/gone');
    expect(await screen.findByText('This analysis does not exist')).toBeVisible();
  });
});

describe('a picture in an analysis', () => {
  const named = `![A close above the range](picture:${picture.id})`;

  it('has its size, its description below it, and opens larger', async () => {
    const article = await read(`Look:\n\n${named}`, { pictures: [picture] });
    const image = await within(article).findByRole('img', { name: 'A close above the range' });
    const attribute = (name: string) => image.getAttribute(name);
    expect(['src', 'width', 'height', 'loading'].map(attribute)).toEqual([picture.url, '1200', '600', 'lazy']);
    expect(within(article).getByText('A close above the range', { selector: 'figcaption' })).toBeVisible();
    expect(image.closest('p')).toBeNull();
    await userEvent.click(within(article).getByRole('button', { name: 'A close above the range' }));
    expect(within(await screen.findByRole('dialog', { name: 'Picture' })).getByRole('img')).toHaveAttribute('src', picture.url);
  });

  it('that the server does not know is its description, and of another site nothing is loaded', async () => {
    const article = await read(named, { pictures: [] });
    expect(await within(article).findByText('– Picture not available: A close above the range')).toBeVisible();
    expect(article.querySelector('img')).toBeNull();
  });

  it('for members gets a new link once its own has expired, and not again and again', async () => {
    rememberSession();
    const calls = serve({
      'GET /getuser': answer({ ...sofia, paymentStatus: 'approved' }),
      'GET /me/analysis/the-range': answer(post(named, { audience: 'members', pictures: [{ ...picture, url: `${picture.url}?sig=x` }] })),
      'GET /me/notifications/unread': answer({ unread: 0 }),
    });
    await open('/analysis/the-range');
    const image = await screen.findByRole('img', { name: 'A close above the range' });
    fireEvent.error(image);
    fireEvent.error(image);
    await waitFor(() => expect(asked(calls, '/me/analysis/the-range')).toHaveLength(2));
  });
});

describe('a chart in an analysis', () => {
  const block = `\`\`\`chart\n${chart.source}\n\`\`\``;
  const readChart = async (data: object, more: object = {}) => {
    const calls = serve({
      'GET /analysis/the-range': answer(post(block, { charts: [chart], ...more })),
      [`GET /analysis/the-range/charts/${chart.id}`]: answer(data),
    });
    await open('/analysis/the-range');
    return { calls, article: await screen.findByRole('article', { name: 'The range' }) };
  };

  it('says its figures, levels and source in words', async () => {
    const { article } = await readChart(candles);
    const figure = await within(article).findByRole('figure', { name: 'Chart of BTC/USDT, 4-hour candles, 1 Nov 2026 to 2 Nov 2026' });
    expect(await within(figure).findByText('Open 64 000.10, high 65 100.50, low 63 800.25, close 65 000.00.', spaced)).toBeVisible();
    expect(within(figure).getByRole('list', { name: 'Levels of BTC/USDT' })).toHaveTextContent(/Range high 68.000/);
    expect(figure).toHaveTextContent('Source: Binance, spot, 4-hour candles, UTC.');
    expect(figure).not.toHaveTextContent('Candles are missing');
  });

  it('says where candles are missing, and is a dash with a reason where there are none', async () => {
    const { article } = await readChart({ ...candles, complete: false });
    expect(await within(article).findByText('Candles are missing for part of these days.')).toBeVisible();
  });

  it('is a dash with a reason where there are no candles', async () => {
    const { article } = await readChart({ ...candles, candles: [], complete: false });
    expect(await within(article).findByText('– No candles of these days are stored.')).toBeVisible();
    expect(article).not.toHaveTextContent('Open');
  });

  it('that the server does not know stays the text that it is', async () => {
    const { article, calls } = await readChart(candles, { charts: [] });
    expect(await within(article).findByText(/level 68000 Range high/, { selector: 'code' })).toBeVisible();
    expect(asked(calls, `/analysis/the-range/charts/${chart.id}`)).toEqual([]);
  });
});

describe('a member', () => {
  const routes = (body: string | null): Routes => ({
    'GET /getuser': answer({ ...sofia, paymentStatus: body === null ? null : 'approved' }),
    'GET /me/analysis/the-range': answer(post(body, { audience: 'members' })),
    'GET /me/notifications/unread': answer({ unread: 0 }),
  });

  it('reads it within the shell', async () => {
    rememberSession();
    serve(routes('For **members**'));
    await open('/analysis/the-range');
    expect(await screen.findByText('members')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Market analysis' }).length).toBeGreaterThan(0);
    expect(screen.queryByText('The full text is for members')).toBeNull();
  });

  it('who has not paid is led to the subscription', async () => {
    rememberSession();
    serve(routes(null));
    await open('/analysis/the-range');
    expect(await screen.findByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '#/subscriptionpayment');
  });
});
