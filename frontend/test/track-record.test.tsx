import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordedSignal } from '../src/features/track-record/api/get-track-record';
import { CheckedFigure } from '../src/features/landing/checked-figure';
import { later, serve, serveNothing, type Routes } from './support/api';
import { lost, missed, noRecord, record, running } from './support/track-record';
import { lines } from './support/drawn-charts';
import { currentPath, open } from './support/render-app';

const answer = (data: unknown) => ({ body: { message: '', data } });
const listed = (rows: readonly RecordedSignal[], total = rows.length) => ({ ...answer(rows), headers: { 'X-Total-Count': String(total) } });

async function openPage(routes: Routes = {}, path = '/track-record') {
  const calls = serve({ 'GET /track-record': answer(record), 'GET /track-record/signals': listed([running, lost, missed]), ...routes });
  await open(path);
  return calls;
}
const tile = (name: string) => screen.getByText(name).parentElement!;
const asked = (calls: { path: string; search: URLSearchParams }[]) =>
  calls.filter(({ path }) => path === '/track-record/signals').map(({ search }) => search.toString());

describe('the public track record', () => {
  it('is open to visitors, who need no session, and has its name in the tab', async () => {
    const calls = await openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Track record' })).toBeVisible();
    expect(document.title).toBe('Track record · Tidemark');
    await screen.findByText('Win rate');
    expect(calls.filter(({ authorization }) => authorization !== null)).toEqual([]);
    expect(currentPath()).toBe('/track-record');
  });

  it('tells each figure with how many it counts, its period and its interval', async () => {
    await openPage();
    expect(await screen.findByText('+0.31 R')).toBeVisible();
    expect(screen.getByText(/^n = 10 closed signals, 3 Aug 2026 to 20 Nov 2026, UTC\. After trading fees/)).toBeVisible();
    expect(
      screen.getByText(/In 1 of them one minute does not show what came first; had all of these gone well, the average would be \+0\.41 R/),
    ).toBeVisible();
    expect(tile('Win rate')).toHaveTextContent('70.0%7 of 10, 95% confidence interval 39.7% to 89.2%');
    expect(tile('Median result')).toHaveTextContent('\u22120.20 RHalf did better, half worse; n = 10');
    expect(tile('Profit factor')).toHaveTextContent('1.60R won for each R lost; n = 10');
    expect(tile('Reached take profit 1')).toHaveTextContent('80.0%8 of 10, 95% confidence interval 49.0% to 94.3%');
    expect(tile('Reached take profit 3')).toHaveTextContent('20.0%2 of 10');
    expect(tile('Fill rate')).toHaveTextContent('76.9%10 of 13');
    expect(tile('Model, 1% risked each')).toHaveTextContent('+3.12%Since the first signal, not per year; n = 10; best case 4.1%');
    expect(tile('Model’s deepest drawdown')).toHaveTextContent('\u22122.03%');
    expect(tile('Model’s worst month')).toHaveTextContent('+0.98%Sep 2026, n = 4');
    expect(tile('Longest open')).toHaveTextContent('3 d 5 h');
    for (const [name, value] of [
      ['Published', '15'],
      ['Missed', '2'],
      ['Never filled', '1'],
      ['Still running', '2'],
    ] as const)
      expect(screen.getAllByText(name).map((term) => term.nextSibling?.textContent)).toContain(value);
    expect(screen.getByText('10 signals are too few to judge by')).toBeVisible();
  });

  it('draws the model from the eve of its first end, with days on which nothing ended as they were', async () => {
    await openPage();
    await screen.findByRole('slider', { name: /Change of the model’s equity/ });
    await waitFor(() => expect(lines()).toHaveLength(1));
    const [drawn] = lines();
    expect(drawn).toHaveLength(82);
    expect(drawn!.slice(0, 5)).toEqual([
      ['08-31', 0],
      ['09-01', 0.02],
      ['09-02', 0.02],
      ['09-03', 0.0098],
      ['09-04', 0.0098],
    ]);
    expect(drawn!.at(-1)).toEqual(['11-20', 0.0312]);
  });

  it('leaves a month without an end a gap', async () => {
    await openPage();
    const months = await screen.findByRole('table', { name: 'Change of the model’s equity in each month' });
    const cells = within(months)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect([cells[7], cells[8], cells[9], cells[10], cells[11]]).toEqual([
      '',
      '+0.98%n , signals: 4',
      '–no signal ended',
      '+2.12%n , signals: 6',
      '',
    ]);
  });

  it('spreads the results from the worst that happened to the best, as a table', async () => {
    await openPage();
    const rows = within(await screen.findByRole('table', { name: 'How many signals had which result' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(['\u22121.5 to \u221213', '\u22121 to \u22120.50', '\u22120.5 to 00', '0 to 0.57']);
  });

  it('lists every signal, and of one that runs nothing but that it does', async () => {
    await openPage();
    const rows = within(await screen.findByRole('table', { name: 'Every signal' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Shown once it has endedRunning–21 Nov 2026, 10:00 UTC–––#14');
    expect(within(rows[1]!).queryByRole('button')).toBeNull();
    expect(rows[2]).toHaveTextContent('ETH/USDTLongLost\u22120.03 R19 Nov 2026, 10:00 UTC3 0002 900Take profit 1, Stop#13Details');
    expect(rows[3]).toHaveTextContent('SOL/USDTShortMissed–');
  });

  it('opens a signal that has ended to what it said, what came of it, and with what that is checked', async () => {
    await openPage();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Details of ETH/USDT, long, leaf 13' }));
    const dialog = within(screen.getByRole('dialog', { name: 'ETH/USDT, long' }));
    const fact = (name: string) => dialog.getByText(name).nextSibling;
    expect(fact('Take profit 3')).toHaveTextContent('3 400');
    expect(fact('1. Stop moved to 2 950')).toHaveTextContent('19 Nov 2026, 12:00 UTC');
    expect(dialog.getAllByText('Stop').at(-1)!.nextSibling).toHaveTextContent('2 950, 20 Nov 2026, 08:00 UTC');
    expect(fact('Best case')).toHaveTextContent('+0.90 R');
    expect(fact('Minutes without a candle')).toHaveTextContent('2');
    expect(fact('Funding paid')).toHaveTextContent('0.0042 R');
    expect(dialog.getByText('ASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8=')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Check the log' })).toHaveAttribute('href', '#/verify');
    expect(dialog.getByRole('link', { name: 'With its candles (JSON)' })).toHaveAttribute(
      'href',
      `/api/v1/track-record/signals/${lost.id}/case`,
    );
  });

  it('keeps filters and pages in the address, and asks the server for those', async () => {
    const calls = await openPage({ 'GET /track-record/signals': listed([lost], 60) });
    const user = userEvent.setup();
    await screen.findByRole('table', { name: 'Every signal' });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=2&perPage=25'));
    await user.selectOptions(screen.getByLabelText('Outcome'), 'Lost');
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&outcome=lost'));
    await user.selectOptions(screen.getByLabelText('Direction'), 'Long');
    await user.type(screen.getByLabelText('Pair'), 'eth');
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&outcome=lost&side=long&q=eth'));
    expect(currentPath()).toBe('/track-record?outcome=lost&side=long&q=eth');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(currentPath()).toBe('/track-record'));
    expect(screen.getByLabelText('Pair')).toHaveValue('');
  });

  it('takes what the address asks for, and nothing that is no filter', async () => {
    const calls = await openPage({}, '/track-record?outcome=open&side=up&q=btc');
    await screen.findByRole('table', { name: 'Every signal' });
    expect(asked(calls)).toEqual(['page=1&perPage=25&q=btc']);
  });

  it('says that nothing fits, and the way back', async () => {
    await openPage(
      { 'GET /track-record/signals': (call) => (call.search.has('side') ? listed([]) : listed([lost])) },
      '/track-record?side=short',
    );
    expect(await screen.findByText('No signal matches')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all signals' }));
    expect(await screen.findByRole('table', { name: 'Every signal' })).toBeVisible();
  });

  it('offers the list, and each month in its parts', async () => {
    await openPage();
    expect(await screen.findByRole('link', { name: 'All signals (CSV)' })).toHaveAttribute('href', '/api/v1/track-record/signals.csv');
    expect(screen.getByRole('link', { name: 'Nov 2026, file 2 of 2' })).toHaveAttribute(
      'href',
      '/api/v1/track-record/download?month=2026-11&part=2',
    );
    expect(screen.getByRole('link', { name: 'Download Sep 2026' })).toHaveAttribute(
      'href',
      '/api/v1/track-record/download?month=2026-09&part=1',
    );
  });

  it('has no figure before the first signal has ended, and says when there will be one', async () => {
    await openPage({ 'GET /track-record': answer(noRecord), 'GET /track-record/signals': listed([running]) });
    expect(await screen.findByText('No signal has ended yet')).toBeVisible();
    expect(screen.getByText('2 are running. Figures appear with the first that ends.')).toBeVisible();
    expect(screen.queryByText('Win rate')).toBeNull();
    expect(await screen.findByText('Shown once it has ended')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'How this is computed' })).toBeVisible();
  });

  it('shows a dash with its reason where nothing that ended was filled', async () => {
    await openPage({
      'GET /track-record': answer({
        ...noRecord,
        ended: 1,
        missed: 1,
        fillRate: { hits: 0, n: 1, rate: '0', low: '0.000000', high: '0.793451' },
      }),
    });
    expect(await screen.findByText('Win rate')).toBeVisible();
    expect(tile('Win rate')).toHaveTextContent('–Unknown. No signal that was filled has ended yet.nothing to count yet');
    expect(tile('Fill rate')).toHaveTextContent('0.0%0 of 1, 95% confidence interval 0.0% to 79.3%');
    expect(screen.getByText('No curve yet')).toBeVisible();
    expect(screen.getByText(/^Months appear once/)).toBeVisible();
  });

  it('shows its shape while it waits, and what failed with a way to try again', async () => {
    const { reply, answer: tell } = later();
    let tries = 0;
    await openPage({ 'GET /track-record': () => (++tries === 1 ? reply : answer(record)) });
    expect(await screen.findByText('Average result of a signal')).toBeVisible();
    expect(screen.queryByText('Win rate')).toBeNull();
    tell({ status: 429, body: { statusCode: 429, message: 'Too many requests. Please try again later.' } });
    expect(await screen.findByText('The figures could not be loaded')).toBeVisible();
    expect(await screen.findByRole('table', { name: 'Every signal' })).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('+0.31 R')).toBeVisible();
  });
});

describe('the figure on the landing page', () => {
  const { period, published, ended, closed, meanR, winRate } = record;

  it('has its count, its period and its interval beside it', async () => {
    serve({ 'GET /track-record/summary': answer({ period, published, ended, closed, meanR, winRate }) });
    render(<CheckedFigure />);
    expect(await screen.findByText('+0.31 R')).toBeVisible();
    expect(
      screen.getByText(
        /^Average result of the 10 closed signals, 3 Aug 2026 to 20 Nov 2026, after trading fees\..* 7 of 10 won\. With so few signals, the long-run win rate could plausibly be anywhere from 40% to 89% \(95% confidence interval\)\./,
      ),
    ).toBeVisible();
  });

  it.each([
    [{ n: 3, hits: 0, rate: '0', low: '0', high: '0.561497' }, /0 of 3 won\. With so few signals, the long-run .* from 0% to 56% \(95% /],
    [
      { n: 100, hits: 70, rate: '0.7', low: '0.604', high: '0.781' },
      /70 of 100 won\. The long-run win rate could .* from 60% to 78% \(95% /,
    ],
  ])('says what the interval means for %j', async (share, sentence) => {
    serve({ 'GET /track-record/summary': answer({ period, published, ended, closed: share.n, meanR, winRate: share }) });
    render(<CheckedFigure />);
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it.each([
    ['no signal has ended', { ...answer({ ...noRecord, meanR: null }) }],
    ['the server refuses', { status: 429, body: { statusCode: 429, message: 'Too many requests' } }],
    ['the answer is none', { body: '<html>' }],
  ])('is absent where %s', async (_, reply) => {
    const calls = serve({ 'GET /track-record/summary': reply });
    const { container } = render(<CheckedFigure />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(container).toBeEmptyDOMElement();
  });

  it('is absent where nobody answers', async () => {
    serveNothing();
    const { container } = render(<CheckedFigure />);
    await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledTimes(1));
    expect(container).toBeEmptyDOMElement();
  });
});
