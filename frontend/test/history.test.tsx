import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Routes, serve } from './support/api';
import { emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);
afterEach(() => void jest.restoreAllMocks());

const trade = {
  symbol: 'BTCUSDT',
  price: '93000.1',
  qty: '0.01',
  quoteQty: '930',
  date: '2026-11-20T14:05:00.000Z',
  side: 'SELL',
  fee: '0.1',
  feeAsset: 'BNB',
};
const trades = (count: number, total: number, more: Record<string, string> = {}) => ({
  body: { message: '', data: Array.from({ length: count }, () => trade) },
  headers: { 'X-Total-Count': String(total), ...more },
});
const routes: Routes = {
  'GET /getuser': { body: { message: '', data: { ...sofia, kycStatus: 'approved' } } },
  'GET /wallet/*': { body: emptyWallet },
  'GET /spot_trade/u-1': trades(25, 1000),
  'GET /me/history/spot-trades/names': { body: { message: '', data: ['BTCUSDT', 'ETHUSDT'] } },
};
const asked = (calls: readonly Call[], path = '/spot_trade/u-1') =>
  calls.filter((call) => call.path === path).map(({ search }) => search.toString());
const table = () => screen.findByRole('table', { name: 'Spot trades' });

describe('a history', () => {
  it('is sorted by the columns that the server can sort by, in the address', async () => {
    const calls = serve(routes);
    await open('/user-trade-history');
    const user = userEvent.setup({ delay: null });
    const header = async (name: string) => within(await table()).getByRole('columnheader', { name });
    expect(await header('Date')).toHaveAttribute('aria-sort', 'descending');
    expect(await header('Symbol')).not.toHaveAttribute('aria-sort');
    expect(within(await header('Price')).queryByRole('button')).toBeNull();
    await user.click(within(await header('Symbol')).getByRole('button'));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&sort=symbol&order=asc'));
    expect(await header('Symbol')).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(await header('Symbol')).getByRole('button'));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&sort=symbol&order=desc'));
    expect(currentPath()).toBe('/user-trade-history?sort=symbol&order=desc');
    await user.click(within(await header('Date')).getByRole('button'));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25'));
  });

  it('is filtered by symbol and days, says so, and begins at the first page', async () => {
    const calls = serve(routes);
    await open('/user-trade-history?page=7');
    const user = userEvent.setup({ delay: null });
    await table();
    await user.type(screen.getByLabelText('Symbol'), 'ethusdt');
    await user.type(screen.getByLabelText('From (UTC)'), '2026-02-01');
    await user.type(screen.getByLabelText('To (UTC)'), '2026-02-03');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&symbol=ETHUSDT&from=2026-02-01&to=2026-02-03'));
    expect(currentPath()).toBe('/user-trade-history?symbol=ETHUSDT&from=2026-02-01&to=2026-02-03');
    const chips = screen.getByRole('list', { name: 'Filters' });
    expect(chips).toHaveTextContent('ETHUSDT');
    expect(chips).toHaveTextContent('1 Feb 2026 to 3 Feb 2026');
    await user.click(within(chips).getByRole('button', { name: 'Clear 1 Feb 2026 to 3 Feb 2026' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&symbol=ETHUSDT'));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(currentPath()).toBe('/user-trade-history'));
    expect(screen.getByLabelText('Symbol')).toHaveValue('');
  });

  it('opens filtered from a copied link, and leaves out what such a link cannot mean', async () => {
    const calls = serve(routes);
    await open('/user-trade-history?symbol=BTCUSDT&from=2026-02-01&to=yesterday&sort=password&order=up&page=2');
    await table();
    expect(asked(calls)).toEqual(['page=2&perPage=25&symbol=BTCUSDT&from=2026-02-01']);
    expect(screen.getByLabelText('Symbol')).toHaveValue('BTCUSDT');
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('From 1 Feb 2026');
  });

  it('asks nobody for days that end before they begin', async () => {
    const calls = serve(routes);
    await open('/user-trade-history');
    const user = userEvent.setup({ delay: null });
    await table();
    await user.type(screen.getByLabelText('From (UTC)'), '2026-02-03');
    await user.type(screen.getByLabelText('To (UTC)'), '2026-02-01');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('The last day is before the first')).toBeVisible();
    expect(asked(calls)).toHaveLength(1);
  });

  it('tells an empty filter from an empty account, and shows the way back', async () => {
    serve({ ...routes, 'GET /spot_trade/u-1': (call) => (call.search.has('symbol') ? trades(0, 0) : trades(25, 1000)) });
    await open('/user-trade-history?symbol=NOPE');
    expect(await screen.findByText('No spot trades for this filter')).toBeVisible();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Showing 1 to 25 of 1 000 entries')).toBeVisible();
  });

  it('goes to its last page, to its first, and to a page by its number', async () => {
    const calls = serve(routes);
    await open('/user-trade-history');
    const user = userEvent.setup({ delay: null });
    await table();
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=40&perPage=25'));
    await user.clear(screen.getByLabelText('Page'));
    await user.type(screen.getByLabelText('Page'), '17{Enter}');
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=17&perPage=25'));
    await user.clear(screen.getByLabelText('Page'));
    await user.type(screen.getByLabelText('Page'), '4000{Enter}');
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=40&perPage=25'));
    await user.click(screen.getByRole('button', { name: 'First page' }));
    await waitFor(() => expect(currentPath()).toBe('/user-trade-history?page=1'));
  });

  it('says that there are more than it counted, and still goes on', async () => {
    const calls = serve({ ...routes, 'GET /spot_trade/u-1': trades(25, 10_001, { 'X-Total-Capped': '10000' }) });
    await open('/user-trade-history?from=2020-01-01&page=400');
    expect(await screen.findByText('Showing 9 976 to 10 000 of 10 000+ entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Last page' })).toBeDisabled();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=401&perPage=25&from=2020-01-01'));
  });

  it('counts on where the server keeps the figure and does not cap it', async () => {
    serve({ ...routes, 'GET /spot_trade/u-1': trades(25, 120_000, { 'X-Total-Capped': '10000' }) });
    await open('/user-trade-history');
    expect(await screen.findByText('Showing 1 to 25 of 120 000 entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Last page' })).toBeEnabled();
  });

  it('offers the symbols that the member has traded', async () => {
    serve(routes);
    await open('/user-trade-history');
    await waitFor(() =>
      expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual([
        'BTCUSDT',
        'ETHUSDT',
      ]),
    );
  });

  it('offers no days for what happened on none, and coins for deposits', async () => {
    serve({ ...routes, 'GET /open_position/u-1': trades(0, 0), 'GET /deposit_history/u-1': trades(0, 0) });
    await open('/user-trade-history?tab=positions');
    expect(await screen.findByText('No open positions')).toBeVisible();
    expect(screen.queryByLabelText('From (UTC)')).toBeNull();
    await userEvent.setup({ delay: null }).click(screen.getByRole('link', { name: 'Deposits' }));
    expect(await screen.findByLabelText('Coin')).toBeVisible();
  });
});

describe('a history on a phone', () => {
  beforeEach(() => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (media) =>
          ({ matches: true, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
      );
  });

  it('keeps its filter behind a button, and sorts by a list', async () => {
    const calls = serve(routes);
    await open('/user-trade-history');
    const user = userEvent.setup({ delay: null });
    await screen.findByRole('list', { name: 'Spot trades' });
    expect(screen.getByLabelText('Symbol')).not.toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Filter', expanded: false }));
    expect(screen.getByLabelText('Symbol')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Symbol');
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&sort=symbol&order=asc'));
    await user.click(screen.getByRole('button', { name: 'Ascending' }));
    await waitFor(() => expect(asked(calls).at(-1)).toBe('page=1&perPage=25&sort=symbol&order=desc'));
  });
});

describe('the file of a history', () => {
  const saved: string[] = [];
  /** The browser's own part: what it would save, and under which name. */
  function watchSaving(blob: () => Promise<Blob>) {
    saved.length = 0;
    const inner = globalThis.fetch;
    globalThis.fetch = (async (...call: Parameters<typeof fetch>) => ({ ...(await inner(...call)), blob })) as typeof fetch;
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  }
  const csv = {
    body: 'Time (UTC)\r\n',
    headers: { 'Content-Disposition': 'attachment; filename="tidemark-spot-trades-20261122T040500Z.csv"' },
  };

  it('holds what the table shows, under the server’s name for it', async () => {
    const calls = serve({ ...routes, 'GET /me/history/spot-trades.csv': csv });
    watchSaving(async () => new Blob(['Time (UTC)\r\n']));
    await open('/user-trade-history?symbol=BTCUSDT&sort=symbol&order=asc&page=3');
    await table();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toEqual(['tidemark-spot-trades-20261122T040500Z.csv']));
    const call = calls.find(({ path }) => path === '/me/history/spot-trades.csv');
    expect([call?.search.toString(), call?.authorization]).toEqual(['sort=symbol&order=asc&symbol=BTCUSDT', expect.any(String)]);
  });

  it('is not offered where there is nothing to save', async () => {
    serve({ ...routes, 'GET /spot_trade/u-1': trades(0, 0) });
    await open('/user-trade-history');
    expect(await screen.findByText('No spot trades')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });

  it('is not saved by halves, and a refusal is told', async () => {
    serve({ ...routes, 'GET /me/history/spot-trades.csv': csv });
    watchSaving(() => Promise.reject(new TypeError('network error')));
    await open('/user-trade-history');
    await table();
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/The download was interrupted/)).toBeInTheDocument();
    serve({
      ...routes,
      'GET /me/history/spot-trades.csv': {
        status: 429,
        body: { statusCode: 429, message: 'Too many tries. Please try again later' },
        headers: { 'Retry-After': '120' },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Too many tries. Please try again in 2 minutes')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });
});
