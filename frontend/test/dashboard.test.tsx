import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from './support/api';
import { emptyWallet, jonas, rememberSession, sofia, wallet } from './support/people';
import { days, noPortfolio, portfolio } from './support/portfolio';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

// Queries read every kind of space as a plain one.
const THIN = ' ';

const answer = (data: unknown) => ({ body: { message: '', data } });

async function openAs(path: string, person: typeof sofia, routes: Parameters<typeof serve>[0] = {}) {
  rememberSession();
  const calls = serve({
    'GET /getuser': answer(person),
    'GET /wallet/*': { body: wallet },
    'GET /me/portfolio': answer(portfolio),
    'GET /me/portfolio/days': answer(days),
    ...routes,
  });
  await open(path);
  return calls;
}
const nothing = { 'GET /wallet/*': { body: emptyWallet }, 'GET /me/portfolio': answer(noPortfolio) };
const paid = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' } as const;
const sync = (keyState: string) => ({ 'GET /me/sync': answer({ keyState }) });

describe("a member's dashboard", () => {
  it('shows what the account is worth, how that has changed and what it consists of', async () => {
    await openAs('/hedge-dashboard', { ...jonas, kycStatus: 'approved', paymentStatus: 'approved' }, sync('valid'));
    expect(await screen.findByText(`48${THIN}213.77`)).toBeVisible();
    const change = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement;
    expect(change('Today')).toHaveTextContent('Today\u22120.25%\u2212120.50');
    expect(change('7 days')).toHaveTextContent('7 days+2.56%+1 204.11');
    expect(change('30 days')).toHaveTextContent('30 days–Unknown. The first known day is 30 October 2026.');
    const parts = within(screen.getByRole('heading', { name: 'What you hold' }).closest('section')!).getAllByRole('listitem');
    expect(parts.map((part) => part.textContent?.replaceAll('\u202f', THIN))).toEqual([
      `BTC31${THIN}900.120.3512 BTC65.22%`,
      `Futures wallet17${THIN}009.66With open profit34.78%`,
      `LUNC–1${THIN}200${THIN}000.00000001 LUNC–`,
    ]);
    expect(screen.getByText('Verified')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'All set' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Newest signals' })).toBeNull();
  });

  it.each([
    [null, null, nothing, ['Verify your account', 'Pay your subscription']],
    ['pending', 'pending', nothing, ['We are looking at your documents', 'We are checking your payment']],
    ['rejected', 'rejected', nothing, ['Verification not accepted', 'Payment not accepted']],
    ['approved', 'approved', { ...nothing, ...sync('valid') }, ['Your first sync is on its way']],
    ['approved', null, sync('valid'), ['Pay your subscription']],
    ['approved', 'approved', sync('invalid'), ['Your exchange key needs attention']],
    [
      'approved',
      'approved',
      { ...sync('valid'), 'GET /me/portfolio': answer({ ...portfolio, state: 'failed', failure: 'No prices.' }) },
      ['Your history is not up to date'],
    ],
    ['approved', 'approved', sync('valid'), ['All set']],
  ] as const)('names what comes next while verification is %s and payment %s', async (kycStatus, paymentStatus, routes, steps) => {
    await openAs('/trade-dashboard', { ...sofia, kycStatus, paymentStatus }, routes as Parameters<typeof serve>[0]);
    expect(await screen.findByRole('heading', { name: steps[0] })).toBeVisible();
    const card = screen.getByRole('heading', { name: 'Next steps' }).closest('section')!;
    expect(
      within(card)
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.textContent),
    ).toEqual(steps);
  });

  it('quotes the reason of a rejection', async () => {
    await openAs(
      '/trade-dashboard',
      { ...sofia, kycStatus: 'rejected' },
      {
        ...nothing,
        'GET /me/kyc': answer({
          kycStatus: 'rejected',
          reason: 'The picture is too dark',
          platform: 'binance',
          submittedAt: null,
          decidedAt: null,
        }),
      },
    );
    expect(await screen.findByText('“The picture is too dark” You can send your documents and key again.')).toBeVisible();
  });

  it('offers nothing to send again after a final rejection', async () => {
    await openAs(
      '/trade-dashboard',
      { ...sofia, kycStatus: 'rejected', paymentStatus: 'rejected' },
      {
        ...nothing,
        'GET /me/kyc': answer({
          kycStatus: 'rejected',
          reason: 'Not genuine',
          final: true,
          platform: 'binance',
          submittedAt: null,
          decidedAt: null,
        }),
        'GET /me/payment': answer({
          status: 'rejected',
          reason: 'Not genuine',
          final: true,
          amount: null,
          txid: null,
          submittedAt: null,
          decidedAt: null,
        }),
      },
    );
    expect(await screen.findByText(/“Not genuine” This decision is final/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Payment declined' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Send again' })).toBeNull();
  });

  it('shows a dash and not a zero before the first sync', async () => {
    await openAs('/trade-dashboard', sofia, nothing);
    expect(await screen.findByTitle('Nothing has been synced yet')).toHaveTextContent('–');
    expect(await screen.findByText('Not synced yet')).toBeVisible();
    expect(screen.getByText('No wallet fund')).toBeVisible();
    expect(screen.getByText('The curve begins once your verification is approved.')).toBeVisible();
  });

  it('shows the exchange\u2019s own estimate until the days are computed', async () => {
    await openAs('/trade-dashboard', paid, { ...sync('valid'), 'GET /me/portfolio': answer({ ...noPortfolio, state: 'computing' }) });
    expect(await screen.findByText(`48${THIN}213.77`)).toBeVisible();
    expect(screen.getByText(/Its history is being computed/)).toBeVisible();
    expect(screen.getByText('Building your history')).toBeVisible();
  });

  it('says what is wrong when the account can not be read', async () => {
    await openAs('/trade-dashboard', sofia, { 'GET /me/portfolio': { status: 403, body: { message: 'This account is not yours' } } });
    expect((await screen.findAllByText('This account is not yours'))[0]).toBeVisible();
  });

  it('shows what is exposed to the markets, and why that is unknown', async () => {
    const view = await openAs('/trade-dashboard', paid, sync('valid')).then(() => screen.findByRole('heading', { name: 'Exposure' }));
    const card = view.closest('section')!;
    await waitFor(() => expect(card).toHaveTextContent(/Net exposure\+43\.35%Leverage0\.89×Nearest liquidation18\.25%ETHUSDT, short/));
    expect(card).toHaveTextContent(/Long31 900\.12Short11 000\.00/);
  });

  it('says why the exposure is unknown', async () => {
    const unknown = { value: null, reason: 'JUP has no known price.' };
    const exposure = { long: unknown, short: unknown, net: unknown, leverage: unknown, nearest: null };
    await openAs('/trade-dashboard', paid, { ...sync('valid'), 'GET /me/portfolio': answer({ ...portfolio, exposure }) });
    const card = (await screen.findByRole('heading', { name: 'Exposure' })).closest('section')!;
    await waitFor(() => expect(card).toHaveTextContent(/Net exposure–Unknown\. JUP has no known price\.Leverage–/));
    expect(within(card).getByText('JUP has no known price.')).toBeVisible();
    expect(card).not.toHaveTextContent('0.00');
  });

  it('shows what made the result of the day, down to what is unknown', async () => {
    await openAs('/trade-dashboard', paid, sync('valid'));
    const table = await screen.findByRole('table', { name: 'Result of the day by asset' });
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('row')
          .map((row) => row.textContent?.replaceAll('\u202f', THIN)),
      ).toEqual([
        'AssetResult (USDT)',
        'ETHUSDT Futures\u2212150.75',
        'BTC Coin+30.50',
        'Other payments Futures wallet+1.25',
        'LUNC Coin–Unknown. LUNC has no known price.',
        'Assets without a result The sum of all assets shown with a dash\u22121.50',
      ]),
    );
    expect(table.closest('section')).toHaveTextContent('2 Nov 2026, since 00:00 UTC');
  });

  it('lists open positions and the newest trades of both markets', async () => {
    const position = {
      symbol: 'ETHUSDT',
      positionAmt: '-0.646',
      entryPrice: '3531.95',
      markPrice: '3482.87',
      liquidationPrice: '4179.444',
      unRealizedProfit: '31.71',
      leverage: '5',
      positionSide: 'BOTH',
      updateDate: '2026-11-02T14:00:00.000Z',
    };
    const trade = {
      qty: '0.1',
      quoteQty: '350',
      price: '3500',
      side: 'BUY',
      fee: '0',
      feeAsset: 'BNB',
      positionSide: 'BOTH',
      realizedPnl: '0',
    };
    await openAs('/trade-dashboard', paid, {
      'GET /open_position/u-1': { body: { message: '', data: [position] }, headers: { 'X-Total-Count': '1' } },
      'GET /spot_trade/u-1': { body: { message: '', data: [{ ...trade, symbol: 'OLDUSDT', date: '2026-10-01T00:00:00.000Z' }] } },
      'GET /trade_history/u-1': { body: { message: '', data: [{ ...trade, symbol: 'NEWUSDT', date: '2026-11-01T00:00:00.000Z' }] } },
    });
    const positions = await screen.findByRole('table', { name: 'Open positions' });
    await waitFor(() =>
      expect(within(positions).getAllByRole('row')[1]).toHaveTextContent(
        'ETHUSDT Short\u22120.6463 531.953 482.87mark, last sync4 179.44420.00% away+31.71at the last sync',
      ),
    );
    const trades = await screen.findByRole('table', { name: 'Last trades' });
    await waitFor(() =>
      expect(
        within(trades)
          .getAllByRole('row')
          .slice(1)
          .map((row) => row.querySelector('td')?.textContent),
      ).toEqual(['NEWUSDT', 'OLDUSDT']),
    );
  });

  it('asks for no signals for a member who has not paid, and says how to get them', async () => {
    const calls = await openAs('/trade-dashboard', { ...sofia, paymentStatus: 'pending' }, nothing);
    expect((await screen.findAllByText('To access trade signals, subscribe in your profile.'))[0]).toBeVisible();
    expect(calls.some(({ path }) => path === '/getsignal')).toBe(false);
  });

  it('shows the newest signals to trade club members who have paid', async () => {
    const signal = (id: string) => ({
      id,
      symbol: `${id}/USDT`,
      side: 'long',
      entryPrice: '100',
      stopLoss: '95',
      takeProfit1: '105',
      riskLevel: 'Low',
      recommendedPositionSize: '2%',
      publishedAt: '2026-11-02T12:00:00.000Z',
    });
    await openAs('/trade-dashboard', paid, { 'GET /getsignal': answer(['A', 'B', 'C', 'D'].map(signal)) });
    expect(await screen.findByText('C/USDT')).toBeVisible();
    expect(screen.queryByText('D/USDT')).toBeNull();
  });

  it('says on every screen when figures come from the sandbox', async () => {
    await openAs('/trade-dashboard', sofia, nothing);
    expect(await screen.findByRole('region', { name: 'Sandbox' })).toHaveTextContent(/Figures come from a practice exchange/);
  });
});

describe("a member's trade history", () => {
  const trade = (index: number) => ({
    symbol: 'BTCUSDT',
    price: '93125.10000000',
    qty: '0.00120000',
    quoteQty: '111.75',
    date: '2026-11-20T14:05:00.000Z',
    side: 'BUY',
    fee: '0.0000012',
    feeAsset: 'BTC',
    index,
  });

  it('pages through what the server has, in the address', async () => {
    const calls = await openAs(
      '/user-trade-history',
      { ...sofia, kycStatus: 'approved' },
      {
        'GET /spot_trade/u-1': (call) => ({
          body: { message: '', data: Array.from({ length: call.search.get('page') === '2' ? 5 : 25 }, (_, index) => trade(index)) },
          headers: { 'X-Total-Count': '30' },
        }),
      },
    );
    expect(await screen.findByText('Showing 1 to 25 of 30 entries')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Showing 26 to 30 of 30 entries')).toBeVisible();
    expect(currentPath()).toBe('/user-trade-history?page=2');
    expect(calls.filter((call) => call.path === '/spot_trade/u-1').map((call) => call.search.toString())).toEqual([
      'page=1&perPage=25',
      'page=2&perPage=25',
    ]);
  });

  it.each([
    ['Futures trades', '/trade_history/u-1'],
    ['Open orders', '/open_trade/u-1'],
    ['Positions', '/open_position/u-1'],
    ['Deposits', '/deposit_history/u-1'],
    ['Withdrawals', '/withdraw_history/u-1'],
  ])('reads %s from its own route', async (tab, route) => {
    const calls = await openAs(
      '/user-trade-history',
      { ...sofia, kycStatus: 'approved' },
      {
        'GET /spot_trade/u-1': { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
        [`GET ${route}`]: { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
      },
    );
    await userEvent.setup().click(await screen.findByRole('link', { name: tab }));
    await waitFor(() => expect(calls.some((call) => call.path === route)).toBe(true));
    expect(await screen.findByText('The last sync found none in your exchange account.')).toBeVisible();
  });

  it('shows gains and losses with their sign', async () => {
    const future = (realizedPnl: string) => ({
      symbol: 'BTCUSDT',
      price: '93000.1',
      qty: '0.01',
      quoteQty: '930',
      positionSide: 'BOTH',
      side: 'SELL',
      realizedPnl,
      date: '2026-11-20T14:05:00.000Z',
    });
    await openAs('/user-trade-history?tab=futures', sofia, {
      'GET /trade_history/u-1': {
        body: { message: '', data: [future('12.431'), future('-3.5'), future('0')] },
        headers: { 'X-Total-Count': '3' },
      },
    });
    expect(await screen.findByText('+12.43')).toBeVisible();
    expect(screen.getByText('\u22123.50')).toBeVisible();
    expect(screen.getByText('0.00')).toBeVisible();
  });
});
