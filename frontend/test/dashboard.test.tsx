import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from './support/api';
import { emptyWallet, jonas, rememberSession, sofia, wallet } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(60_000);

// Queries read every kind of space as a plain one.
const THIN = ' ';

async function openAs(path: string, person: typeof sofia, answer: unknown = wallet, more: Parameters<typeof serve>[0] = {}) {
  rememberSession();
  const calls = serve({ 'GET /getuser': { body: { message: '', data: person } }, 'GET /wallet/*': { body: answer }, ...more });
  await open(path);
  return calls;
}

describe("a member's dashboard", () => {
  it('shows the synced wallet, wallet by wallet and coin by coin', async () => {
    await openAs('/hedge-dashboard', { ...jonas, kycStatus: 'approved' });
    expect(await screen.findByText(`48${THIN}213.77`)).toBeVisible();
    expect(screen.getByText(`31${THIN}204.11`)).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'Assets' })).getAllByRole('row').slice(1);
    expect(rows[0]).toHaveTextContent(`BTC0.34120.0131${THIN}900.1266.16%`);
    expect(rows[1]).toHaveTextContent(`LUNC1${THIN}200${THIN}000.000000010––`);
    expect(screen.getByText('Verified')).toBeVisible();
  });

  it.each([
    [null, emptyWallet, 'Verify your account', 'Unverified'],
    ['pending', emptyWallet, 'We are looking at your documents', 'Unverified'],
    ['rejected', emptyWallet, 'Verification not accepted', 'Unverified'],
    ['approved', emptyWallet, 'Your first sync is on its way', 'Verified'],
    ['approved', wallet, 'All set', 'Verified'],
  ] as const)('names the next step while the verification is %s', async (kycStatus, answer, step, badge) => {
    await openAs('/trade-dashboard', { ...sofia, kycStatus }, answer);
    expect(await screen.findByRole('heading', { name: step })).toBeVisible();
    expect(screen.getByText(badge)).toBeVisible();
  });

  it('quotes the reason of a rejection', async () => {
    await openAs('/trade-dashboard', { ...sofia, kycStatus: 'rejected' }, emptyWallet, { 'GET /me/kyc': { body: { message: '', data: { kycStatus: 'rejected', reason: 'The picture is too dark', platform: 'binance', submittedAt: null, decidedAt: null } } } });
    expect(await screen.findByText('“The picture is too dark” You can send your documents and key again.')).toBeVisible();
  });

  it('shows a dash and not a zero before the first sync', async () => {
    await openAs('/trade-dashboard', sofia, emptyWallet);
    expect(await screen.findByTitle('Nothing has been synced yet')).toHaveTextContent('–');
    expect(screen.getByText('No wallet fund')).toBeVisible();
  });

  it('says what is wrong when the wallet can not be read', async () => {
    await openAs('/trade-dashboard', sofia, null, { 'GET /wallet/*': { status: 403, body: { message: 'This wallet is not yours' } } });
    expect((await screen.findAllByText('This wallet is not yours'))[0]).toBeVisible();
  });

  it('says on every screen when figures come from the sandbox', async () => {
    await openAs('/trade-dashboard', sofia, emptyWallet);
    expect(await screen.findByRole('region', { name: 'Sandbox' })).toHaveTextContent(/Figures come from a practice exchange/);
  });
});

describe("a member's trade history", () => {
  const trade = (index: number) => ({ symbol: 'BTCUSDT', price: '93125.10000000', qty: '0.00120000', quoteQty: '111.75', date: '2026-11-20T14:05:00.000Z', side: 'BUY', fee: '0.0000012', feeAsset: 'BTC', index });

  it('pages through what the server has, in the address', async () => {
    const calls = await openAs('/user-trade-history', { ...sofia, kycStatus: 'approved' }, wallet, {
      'GET /spot_trade/u-1': (call) => ({ body: { message: '', data: Array.from({ length: call.search.get('page') === '2' ? 5 : 25 }, (_, index) => trade(index)) }, headers: { 'X-Total-Count': '30' } }),
    });
    expect(await screen.findByText('Showing 1 to 25 of 30 entries')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Showing 26 to 30 of 30 entries')).toBeVisible();
    expect(currentPath()).toBe('/user-trade-history?page=2');
    expect(calls.filter((call) => call.path === '/spot_trade/u-1').map((call) => call.search.toString())).toEqual(['page=1&perPage=25', 'page=2&perPage=25']);
  });

  it.each([
    ['Futures trades', '/trade_history/u-1'],
    ['Open orders', '/open_trade/u-1'],
    ['Positions', '/open_position/u-1'],
    ['Deposits', '/deposit_history/u-1'],
    ['Withdrawals', '/withdraw_history/u-1'],
  ])('reads %s from its own route', async (tab, route) => {
    const calls = await openAs('/user-trade-history', { ...sofia, kycStatus: 'approved' }, wallet, {
      'GET /spot_trade/u-1': { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
      [`GET ${route}`]: { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
    });
    await userEvent.setup().click(await screen.findByRole('link', { name: tab }));
    await waitFor(() => expect(calls.some((call) => call.path === route)).toBe(true));
    expect(await screen.findByText('The last sync found none in your exchange account.')).toBeVisible();
  });

  it('shows gains and losses with their sign', async () => {
    const future = (realizedPnl: string) => ({ symbol: 'BTCUSDT', price: '93000.1', qty: '0.01', quoteQty: '930', positionSide: 'BOTH', side: 'SELL', realizedPnl, date: '2026-11-20T14:05:00.000Z' });
    await openAs('/user-trade-history?tab=futures', sofia, wallet, { 'GET /trade_history/u-1': { body: { message: '', data: [future('12.431'), future('-3.5'), future('0')] }, headers: { 'X-Total-Count': '3' } } });
    expect(await screen.findByText('+12.43')).toBeVisible();
    expect(screen.getByText('\u22123.50')).toBeVisible();
    expect(screen.getByText('0.00')).toBeVisible();
  });
});
