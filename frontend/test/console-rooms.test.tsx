import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Routes, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { emptyConsole } from './support/empty-console';
import { chooseFilter, filterInAddress, listAt, loadedTable, sortsBy } from './support/lists';
import { amara, member, rememberSession, wallet } from './support/people';
import { days } from './support/portfolio';
import { lines } from './support/drawn-charts';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

beforeEach(rememberSession);

const detail = { ...member, coverage: [] };
const answer = (data: unknown) => ({ body: { message: '', data } });
const start: Routes = {
  'GET /getuser': answer(amara),
  'GET /admin/*': emptyConsole,
  'GET /admin/members': list('members', [member]),
  'GET /admin/members/u-1': { body: detail },
  'GET /admin/portfolios/u-1/days': answer([]),
  'GET /wallet/u-1': { body: wallet },
};
const asked = (calls: readonly Call[], path: string) => {
  const search = calls.filter((call) => call.method === 'GET' && call.path === path).at(-1)?.search;
  return [search?.get('filter'), search?.get('sort'), search?.get('range')];
};

describe('the API feedback', () => {
  it('shows who is read, and leads to their wallet', async () => {
    serve(start);
    await open('/user-list');
    expect(await screen.findByRole('heading', { level: 1, name: 'API feedback' })).toBeVisible();
    const table = await loadedTable('Members');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Full name', 'User type', 'Created date', 'Key', 'Last run', 'Last synced', 'Complete', 'Reported (USDT)', 'Action']);
    await userEvent.setup().click(await within(table).findByRole('link', { name: 'Lindqvist Sofia' }));
    expect(currentPath()).toBe('/admin/members/u-1');
  });

  it('is filtered, searched and sorted by the server, in the address', async () => {
    const calls = serve(start);
    await open('/admin/members');
    const user = userEvent.setup({ delay: null });
    await screen.findByRole('link', { name: 'Lindqvist Sofia' });
    expect(asked(calls, '/admin/members')).toEqual(['{}', '["createdDate","DESC"]', '[0,24]']);
    await chooseFilter(user, 'Sync', 'Behind');
    await chooseFilter(user, 'Key', 'Refused');
    await chooseFilter(user, 'User type', 'Hedge fund');
    await waitFor(() => expect(asked(calls, '/admin/members')[0]).toContain('"userType"'));
    await user.click(screen.getByRole('button', sortsBy('Full name')));
    await waitFor(() => expect(asked(calls, '/admin/members').slice(1)).toEqual(['["fullName","ASC"]', '[0,24]']));
    expect(JSON.parse(asked(calls, '/admin/members')[0]!)).toEqual({ userType: 'hedge fund', state: 'behind', keyState: 'invalid' });
    expect(filterInAddress(currentPath())).toEqual({ userType: 'hedge fund', state: 'behind', keyState: 'invalid' });
    expect(currentPath()).toMatch(/order=ASC.*sort=fullName/);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked(calls, '/admin/members')[0]).toBe('{}'));
  });

  it('marks a refused key with its time, an account that lags and a member who asked to be erased', async () => {
    serve({
      ...start,
      'GET /admin/members': list('members', [
        { ...member, keyState: 'invalid', keyRefusedAt: '2026-09-20T10:00:00.000Z', state: 'behind', restricted: true },
      ]),
    });
    await open('/admin/members');
    const row = (await screen.findByRole('link', { name: 'Lindqvist Sofia' })).closest('tr')!;
    expect(row).toHaveTextContent('RefusedSince 20 Sep 2026, 10:00 UTCErasure requested');
    expect(within(row).getByText('Behind')).toBeVisible();
  });

  it('says why nobody is listed', async () => {
    serve({ ...start, 'GET /admin/members': list('members', []) });
    await open(listAt('/admin/members', { state: 'none' }));
    expect(await screen.findByText('No member matches')).toBeVisible();
  });
});

describe('the wallet page of a member', () => {
  it('draws the member’s own days over the span that is chosen', async () => {
    const calls = serve({
      ...start,
      'GET /admin/portfolios/u-1/days': answer(
        Array.from({ length: 40 }, (_, at) => ({
          ...days[1]!,
          day: new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10),
          equity: String(1000 + at),
        })),
      ),
    });
    await open('/user-trade-history/u-1');
    const drawn = () => lines()[0] ?? [];
    await waitFor(() => expect(drawn()).toHaveLength(30));
    const user = userEvent.setup({ delay: null });
    for (const [name, count] of [
      ['1W', 7],
      ['3M', 40],
      ['6M', 40],
      ['1M', 30],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() =>
        expect([screen.getByRole('button', { name }).getAttribute('aria-pressed'), drawn().length, drawn().at(-1)?.[1]]).toEqual([
          'true',
          count,
          1039,
        ]),
      );
    }
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('table', { name: 'Equity day by day, in USDT' })).toHaveTextContent('1 039.00 USDT');
    expect(calls.filter(({ path }) => path.endsWith('/days'))).toHaveLength(1);
  });

  it('leads to every history by the names of the specification', async () => {
    serve(start);
    await open('/user-trade-history/u-1');
    const pages = await screen.findByRole('navigation', { name: 'Pages of this member' });
    expect(
      within(pages)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Wallet', 'Spot', 'Futures', 'Deposit history', 'Withdraw history', 'Sync', 'Reconciliation']);
    expect(await screen.findByText('Estimated balance')).toBeVisible();
  });

  it('says that the member asked to be erased', async () => {
    serve({ ...start, 'GET /admin/members/u-1': { body: { ...detail, restricted: true } } });
    await open('/user-trade-history/u-1');
    expect(await screen.findByText('This member requested erasure')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the request' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/erasure-requests', { userId: 'u-1' })}`,
    );
  });

  it('says why somebody has no room, and leads to what is known of them', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/members/u-9': { status: 404, body: { statusCode: 404, message: 'There is no such member' } } });
    await open('/user-trade-history/u-9');
    expect(await screen.findByText('There is no such member')).toBeVisible();
    expect(screen.getByRole('link', { name: 'About this user' })).toHaveAttribute('href', '#/admin/users/u-9');
    expect(refused).toEqual(['There is no such member']);
  });
});

describe('the histories of a member', () => {
  const trade = {
    id: 't-1',
    userId: 'u-1',
    symbol: 'BTCUSDT',
    price: '93000.1',
    qty: '0.01',
    quoteQty: '930',
    date: '2026-11-20T14:05:00.000Z',
    side: 'SELL',
    fee: '0.1',
    feeAsset: 'BNB',
  };
  const spot: Routes = {
    ...start,
    'GET /admin/spot-trades': list('spot-trades', [trade], 40),
    'GET /admin/members/u-1/history/spot-trades/names': answer(['BTCUSDT', 'ETHUSDT']),
  };

  it('are sorted and filtered as the member’s own, over their resource', async () => {
    const calls = serve(spot);
    await open('/spot-history/u-1');
    const user = userEvent.setup({ delay: null });
    const table = await loadedTable('Spot history');
    await within(table).findByRole('cell', { name: 'BTCUSDT' });
    expect(asked(calls, '/admin/spot-trades')).toEqual(['{"userId":"u-1"}', null, '[0,24]']);
    await user.click(within(table).getByRole('button', { name: 'Symbol' }));
    await user.type(screen.getByLabelText('Symbol', { selector: 'input' }), 'ethusdt');
    await user.type(screen.getByLabelText('From (UTC)'), '2026-02-01');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(asked(calls, '/admin/spot-trades')).toEqual([
        '{"userId":"u-1","symbol":"ETHUSDT","from":"2026-02-01"}',
        '["symbol","ASC"]',
        '[0,24]',
      ]),
    );
    expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual(['BTCUSDT', 'ETHUSDT']);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked(calls, '/admin/spot-trades')[2]).toBe('[25,49]'));
  });

  it('are saved as the table shows them, after a confirmation where the server wants one', async () => {
    const calls = serve({
      ...spot,
      'GET /admin/members/u-1/history/spot-trades.csv': {
        status: 403,
        body: { statusCode: 403, message: 'Please confirm that it is you', stepUp: true },
      },
    });
    await open('/admin/members/u-1/spot?symbol=BTCUSDT');
    await screen.findByRole('cell', { name: 'BTCUSDT' });
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('.csv'))?.search.toString()).toBe('symbol=BTCUSDT');
  });

  it.each([
    ['/spot-history/u-1', 'No spot trades'],
    ['/deposit-history/u-1', 'No deposits'],
    ['/withdraw-history/u-1', 'No withdrawals'],
    ['/future-history/u-1', 'No open orders'],
    ['/future-history/u-1?tab=open_position', 'No open positions'],
  ])('at %s say that there is nothing, and why', async (path, words) => {
    serve(start);
    await open(path.startsWith('/future') && path.includes('?') ? '/admin/members/u-1/futures?tab=open_position' : path);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText('The last sync found none in this exchange account.')).toBeVisible();
  });
});
