import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claimOf } from '../src/components/exchange/coverage';
import type { CoverageWire, ExchangeKeyWire, MemberDetailWire, MySyncWire, ReconciliationWire } from '../src/lib/wire/types';
import { type Routes, config, list, serve } from './support/api';
import { amara, emptyWallet, member, rememberSession, sofia, wallet } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';
import { fakeUploads } from './support/uploads';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const spot: CoverageWire = {
  dataset: 'spot_trades',
  completeFrom: '2017-07-01T00:00:00.000Z',
  completeTo: '2026-11-20T13:50:00.000Z',
  horizon: null,
  gaps: [],
  gapCount: 0,
  symbols: { done: 5, reading: 0, gone: [], wanted: [] },
};
const futures: CoverageWire = {
  ...spot,
  dataset: 'futures_trades',
  completeFrom: '2026-05-24T00:00:00.000Z',
  horizon: '2026-05-24T00:00:00.000Z',
  gaps: [{ from: '2026-06-01T00:00:00.000Z', to: '2026-06-03T00:00:00.000Z', reason: 'unread' }],
  gapCount: 1,
};
const sync: MySyncWire = {
  venue: 'binance',
  keyState: 'valid',
  keyHint: '••••9fQ2',
  state: 'current',
  lastSyncedAt: '2026-11-20T14:05:00.000Z',
  nextSyncAt: null,
  lag: 60,
  gaps: 1,
  warnings: 0,
  futuresAvailable: true,
  unsearched: 0,
  complete: false,
  lastRun: null,
  coverage: [spot, futures],
};
const key: ExchangeKeyWire = {
  venue: 'binance',
  hint: '••••••••9fQ2',
  state: 'valid',
  rights: [],
  restrictedByAddress: true,
  checkedAt: '2026-11-20T14:05:00.000Z',
  refusedAt: null,
  expiresAt: null,
  futuresAvailable: true,
  egressAddress: null,
  lastSyncedAt: '2026-11-20T14:05:00.000Z',
  warnings: [],
};
const okx = { id: 'okx', name: 'OKX', passphrase: true };
const bothVenues = {
  body: {
    message: '',
    data: {
      ...(config.body as { data: { platforms: object[] } }).data,
      platforms: [{ id: 'binance', name: 'Binance', passphrase: false }, okx],
    },
  },
};
const routes: Routes = {
  'GET /getuser': { body: { message: '', data: { ...sofia, kycStatus: 'approved' } } },
  'GET /wallet/*': { body: emptyWallet },
  'GET /public/config': bothVenues,
  'GET /me/exchange-key': { body: { message: '', data: key } },
  'GET /me/sync': { body: { message: '', data: sync } },
};

describe('what a screen may claim', () => {
  it('is what is proven: from, to, gaps, and what the exchange no longer tells', () => {
    expect(claimOf(spot)).toBe('Complete from 1 Jul 2017 to 20 Nov 2026, 13:50 UTC.');
    expect(claimOf(futures)).toBe(
      'Complete from 24 May 2026 to 20 Nov 2026, 13:50 UTC, except for one gap. The exchange does not provide older data.',
    );
    expect(claimOf({ ...spot, completeFrom: null, completeTo: null })).toBe('Nothing is proven to be complete yet.');
    expect(claimOf({ ...spot, symbols: { ...spot.symbols, gone: ['ANCUSDT'] } })).toContain('One symbol is no longer listed');
  });

  it('stands under the member’s history', async () => {
    serve({ ...routes, 'GET /spot_trade/*': { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } } });
    await open('/user-trade-history');
    expect(await screen.findByText('Complete from 1 Jul 2017 to 20 Nov 2026, 13:50 UTC.')).toBeVisible();
  });
});

describe('the exchange account of a member', () => {
  it('shows the key’s end and what it may do, and how far the account is read', async () => {
    serve(routes);
    await open('/exchange-key');
    expect(await screen.findByText('••••••••9fQ2')).toBeVisible();
    expect(screen.getByText('Listed addresses only')).toBeVisible();
    const table = await screen.findByRole('table', { name: text('exchange.coverage.title') });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).getByText(/1 Jun 2026 – 3 Jun 2026: will be read/)).toBeInTheDocument();
  });

  it('says what is wrong with a key that may do too much, and checks it again', async () => {
    let state: ExchangeKeyWire = { ...key, state: 'too_powerful', rights: ['withdrawals'] };
    const calls = serve({
      ...routes,
      'GET /me/exchange-key': () => ({ body: { message: '', data: state } }),
      'POST /me/exchange-key/check': () => {
        state = key;
        return { body: { message: 'The key reads and does no more', data: key } };
      },
    });
    await open('/exchange-key');
    expect(await screen.findByText(/can do more than read: withdrawals/)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.queryByText(/can do more than read/)).toBeNull());
    expect(calls.filter((call) => call.path === '/me/exchange-key/check')).toHaveLength(1);
  });

  it('replaces the key with one of another exchange, whose third part it asks for', async () => {
    const calls = serve({
      ...routes,
      'PUT /me/exchange-key': { body: { message: 'Your key was replaced', data: { ...key, venue: 'okx' } } },
    });
    await open('/exchange-key');
    const user = userEvent.setup({ delay: null });
    const exchange = await screen.findByLabelText('Exchange');
    expect(screen.queryByLabelText('Passphrase of the key')).toBeNull();
    await user.selectOptions(exchange, 'okx');
    expect(screen.getByRole('heading', { name: 'A read-only key at OKX' })).toBeVisible();
    await user.type(screen.getByLabelText('API key'), 'a-new-key');
    await user.type(screen.getByLabelText('Secret key'), 'a-new-secret');
    await user.click(screen.getByRole('button', { name: 'Verify and save key' }));
    expect(await screen.findByText('Enter the passphrase of the key')).toBeVisible();
    await user.type(screen.getByLabelText('Passphrase of the key'), ' with spaces ');
    await user.click(screen.getByRole('button', { name: 'Verify and save key' }));
    expect(await screen.findByText('Your key was replaced')).toBeInTheDocument();
    expect(calls.find((call) => call.method === 'PUT')?.json).toEqual({
      venue: 'okx',
      apiKey: 'a-new-key',
      secretKey: 'a-new-secret',
      passphrase: ' with spaces ',
    });
  });

  it('puts a refusal beside the field it is about and forgets nothing that was typed', async () => {
    serve({
      ...routes,
      'PUT /me/exchange-key': {
        status: 400,
        body: { statusCode: 400, message: 'x', errors: [{ field: 'apiKey', message: 'This key may do more than read: withdrawals' }] },
      },
    });
    await open('/exchange-key');
    const user = userEvent.setup({ delay: null });
    await user.type(await screen.findByLabelText('API key'), 'a-strong-key');
    await user.type(screen.getByLabelText('Secret key'), 'a-secret');
    await user.click(screen.getByRole('button', { name: 'Verify and save key' }));
    expect(await screen.findByText('This key may do more than read: withdrawals')).toBeVisible();
    expect(screen.getByLabelText('API key')).toHaveValue('a-strong-key');
  });
});

describe('the verification form', () => {
  it('asks for the passphrase where the chosen exchange has one, and sends it', async () => {
    const uploads = fakeUploads();
    serve({ ...routes, 'GET /getuser': { body: { message: '', data: sofia } } });
    await open('/kycverification');
    const user = userEvent.setup({ delay: null, applyAccept: false });
    await user.selectOptions(await screen.findByLabelText('Exchange'), 'okx');
    await user.upload(screen.getByLabelText('Identity document'), new File([new Uint8Array(4)], 'passport.png', { type: 'image/png' }));
    await user.upload(screen.getByLabelText('Proof of address'), new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' }));
    await user.type(screen.getByLabelText('Full address'), 'Storgatan 1, 111 22 Stockholm');
    await user.type(screen.getByLabelText('API key'), 'k');
    await user.type(screen.getByLabelText('Secret key'), 's');
    await user.type(screen.getByLabelText('Passphrase of the key'), 'p');
    await user.click(screen.getByRole('button', { name: 'Send for review' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect([uploads[0]!.form.get('platform'), uploads[0]!.form.get('passphrase')]).toEqual(['okx', 'p']);
  });
});

describe('a member in the console', () => {
  const detail: MemberDetailWire = { ...member, complete: false, gaps: 1, coverage: [spot, futures] };
  const reconciliation: ReconciliationWire = {
    userId: member.id,
    venue: 'binance',
    readAt: '2026-11-20T14:05:00.000Z',
    reconciledAt: '2026-11-20T14:05:10.000Z',
    counts: { balanced: 1, explained: 0, open: 1, unavailable: 0 },
    notes: [],
    days: [],
    assets: [
      {
        id: 'a:spot:BTC',
        userId: member.id,
        kind: 'spot',
        asset: 'BTC',
        opening: '0',
        buys: '1.5',
        sells: '-0.5',
        fees: '0',
        deposits: '0',
        withdrawals: '-0.1',
        transfers: '0',
        converts: null,
        dust: null,
        dividends: null,
        earn: '0',
        realizedPnl: '0',
        funding: '0',
        other: '0',
        expected: '0.9',
        reported: '0.95',
        residual: '0.05',
        residualWorth: '4700.12',
        status: 'open',
        reasons: [],
        hints: [{ code: 'gap', text: 'Deposits before 2024 are not read yet' }],
        income: {},
        fundingWallet: '0',
        openingAt: null,
        checkedSince: null,
        residualSince: null,
        readAt: '2026-11-20T14:05:00.000Z',
        methodologyVersion: 1,
      },
    ],
  };
  const console: Routes = {
    'GET /getuser': { body: { message: '', data: amara } },
    'GET /admin/kyc-reviews': list('kyc-reviews', []),
    'GET /admin/payments': list('payments', []),
    'GET /admin/members': list('members', [detail]),
    'GET /admin/members/u-1': { body: detail },
    'GET /admin/sync-runs': list('sync-runs', []),
    'GET /wallet/*': { body: wallet },
  };

  it('shows in the list that something is missing', async () => {
    serve(console);
    await open('/kyc');
    expect(await screen.findByText('1 gap')).toBeVisible();
  });

  it('shows coverage with its gaps, and takes a symbol by hand', async () => {
    const calls = serve({ ...console, 'POST /admin/members/u-1/symbols': { status: 201, body: { message: 'ok', data: {} } } });
    await open('/admin/members/u-1/sync');
    expect(await screen.findByRole('table', { name: text('exchange.coverage.title') })).toBeVisible();
    const user = userEvent.setup({ delay: null });
    await user.selectOptions(screen.getByLabelText('Market'), 'futures');
    await user.type(screen.getByLabelText('Symbol'), 'lunausdt');
    await user.click(screen.getByRole('button', { name: 'Add symbol' }));
    expect(await screen.findByText('LUNAUSDT will be read at the next sync')).toBeInTheDocument();
    expect(calls.find((call) => call.method === 'POST')?.json).toEqual({ market: 'futures', symbol: 'LUNAUSDT' });
  });

  it('never hides a residual', async () => {
    serve({ ...console, 'GET /admin/members/u-1/reconciliation': { body: { message: '', data: reconciliation } } });
    await open('/admin/members/u-1/reconciliation');
    const table = await screen.findByRole('table', { name: 'Spot balances' });
    await within(table).findByText('BTC');
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/BTC.*Unexplained.*0\.9.*0\.95.*0\.05.*4.700\.12/);
    expect(within(table).getByText('Deposits before 2024 are not read yet')).toBeInTheDocument();
    // Columns of zeros are left out; what the exchange does not provide is a dash and stays.
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Asset',
      'Status',
      'Withdrawals',
      'Buys',
      'Sells',
      'Conversions',
      'Small balances',
      'Dividends',
      'Expected',
      'Reported',
      'Residual',
      'Residual (USDT)',
    ]);
  });
});
