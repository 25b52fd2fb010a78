import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycReviewWire } from '../src/lib/wire/types';
import { type Routes, later, list, serve } from './support/api';
import { emptyConsole } from './support/empty-console';
import { amara, member, rememberSession, review, wallet } from './support/people';
import { open } from './support/render-app';
import { loadedTable } from './support/lists';

jest.setTimeout(180_000);

const other: KycReviewWire = {
  ...review,
  id: 'k-2',
  userId: 'u-8',
  fullName: 'Weber Jonas',
  userType: 'hedge fund',
  apiKeyMasked: null,
  secretKeyMasked: null,
  exchangeLoginGiven: true,
  keyState: 'none',
  keyRights: [],
  may: ['approve', 'reject'],
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/kyc-reviews': list('kyc-reviews', [review, other]),
  'GET /admin/members': list('members', [member]),
  'GET /admin/sync-runs': list('sync-runs', []),
  'GET /admin/payments': list('payments', []),
  'GET /admin/*': emptyConsole,
};

beforeEach(rememberSession);

describe('the pending KYC list', () => {
  it('asks for the pending ones, oldest first, and shows the columns of the specification', async () => {
    const calls = serve(start);
    await open('/pendingkyc');
    const table = await loadedTable('Pending KYC');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['No', 'Name', 'Address', 'API key', 'Secret key', 'ID card', 'Address proof', 'Status', 'Action']);
    // Rows of the skeleton are rows as well.
    await within(table).findByText('Virtanen Hanna');
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/1Virtanen Hanna.*Mannerheimintie 12, HelsinkiBinance••••9fQ2Read-onlyenableReading••••x7Lp/);
    expect(second).toHaveTextContent(/Sign-in given/);
    const asked = calls.find((call) => call.path === '/admin/kyc-reviews' && call.search.get('range') === '[0,24]');
    expect(asked?.search.get('filter')).toBe('{"status":"pending","waitsFor":"reviewer"}');
    expect(asked?.search.get('sort')).toBe('["submittedAt","ASC"]');
    expect(asked?.authorization).toBe('a-session-token');
  });

  it('approves, says so while it runs, and reads the list again', async () => {
    const { reply, answer } = later();
    let pending = [review, other];
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews': () => list('kyc-reviews', pending),
      'POST /admin/kyc-reviews/k-1/decision': () => reply,
    });
    await open('/pendingkyc');
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Approve Virtanen Hanna' });
    await user.click(button);
    expect(button).toHaveTextContent('Approving…');
    expect(button).toBeDisabled();
    pending = [other];
    await act(async () => answer({ body: { message: 'ok', data: {} } }));
    await waitFor(() => expect(screen.queryByText('Virtanen Hanna')).toBeNull());
    expect(screen.getByText('Virtanen Hanna is approved.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(calls.filter((call) => call.method === 'POST')).toHaveLength(1);
  });

  it('rejects with a reason, which it asks for', async () => {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-2/decision': { body: { message: 'ok', data: {} } } });
    await open('/pendingkyc');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reject Weber Jonas' }));
    const dialog = screen.getByRole('dialog', { name: 'Reject Weber Jonas?' });
    const confirm = within(dialog).getByRole('button', { name: 'Reject Weber Jonas' });
    expect(confirm).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Reason'), ' The picture is too dark ');
    await user.click(confirm);
    await waitFor(() =>
      expect(calls.find((call) => call.path === '/admin/kyc-reviews/k-2/decision')?.json).toEqual({
        decision: 'reject',
        reason: 'The picture is too dark',
        outcome: 'try-again',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tells kindly that another admin was faster, and shows what holds now', async () => {
    let pending = [review];
    serve({
      ...start,
      'GET /admin/kyc-reviews': () => list('kyc-reviews', pending),
      'POST /admin/kyc-reviews/k-1/decision': () => {
        pending = [];
        return { status: 409, body: { statusCode: 409, message: 'This KYC is not waiting for a decision' } };
      },
    });
    await open('/pendingkyc');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(
      await screen.findByText('Virtanen Hanna: This KYC is not waiting for a decision. The page shows the current state.'),
    ).toBeInTheDocument();
    expect(await screen.findByText('Nothing is waiting')).toBeVisible();
  });

  it('opens a picture large, and a PDF as a picture of the server', async () => {
    const calls = serve(start);
    await open('/pendingkyc');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'View: Identity document of Virtanen Hanna' }));
    expect(screen.getByRole('img', { name: 'Identity document of Virtanen Hanna' })).toHaveAttribute('src', '/api/v1/files/1?sig=a');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'View: Proof of address of Virtanen Hanna' }));
    expect(screen.getByRole('link', { name: 'Save the PDF: Proof of address of Virtanen Hanna' })).toHaveAttribute('download');
    await waitFor(() => expect(calls.filter(({ path }) => path === '/files/2/pages/1')).toHaveLength(1));
  });
});

describe('the members', () => {
  it('shows key and sync of each and starts a sync on demand', async () => {
    const calls = serve({ ...start, 'POST /admin/members/u-1/sync': { status: 202, body: { message: 'ok', data: { runId: 'r-1' } } } });
    await open('/user-list');
    const row = (await screen.findByRole('link', { name: 'Lindqvist Sofia' })).closest('tr');
    expect(row).toHaveTextContent(/Trade club19 Sep 2026Read-onlyDone/);
    await userEvent.setup().click(within(row!).getByRole('button', { name: 'Sync now Lindqvist Sofia' }));
    expect(await screen.findByText('Sync of Lindqvist Sofia is queued')).toBeInTheDocument();
    expect(calls.find((call) => call.path === '/admin/members/u-1/sync')?.method).toBe('POST');
  });

  it("opens a member's wallet", async () => {
    serve({ ...start, 'GET /admin/members/u-1': { body: member }, 'GET /wallet/u-1': { body: wallet } });
    await open('/user-trade-history/u-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Lindqvist Sofia' })).toBeVisible();
    expect(await screen.findByText('48 213.77')).toBeVisible();
    expect(await screen.findByRole('table', { name: 'My Asset' })).toHaveTextContent('USD-M Futures');
  });

  it('says No wallet fund for an empty wallet', async () => {
    serve({
      ...start,
      'GET /admin/members/u-1': { body: member },
      'GET /wallet/u-1': { body: { ...wallet, data: [], assets: [], total_balance: '0' } },
    });
    await open('/user-trade-history/u-1');
    expect((await screen.findAllByText('No wallet fund'))[0]).toBeVisible();
  });

  it('opens the futures on open orders and keeps the tab in the address', async () => {
    const order = {
      id: 'o-1',
      userId: 'u-1',
      symbol: 'ETHUSDT',
      price: '3000.00',
      orig_qty: '1.000',
      executed_qty: '0.250',
      orig_type: 'LIMIT',
      position_side: 'BOTH',
      side: 'BUY',
      stop_price: '0',
      type: 'LIMIT',
      working_type: 'CONTRACT_PRICE',
      date: '2026-11-20T14:05:00.000Z',
    };
    const calls = serve({
      ...start,
      'GET /admin/members/u-1': { body: member },
      'GET /admin/futures-orders': list('futures-orders', [order]),
      'GET /admin/futures-positions': list('futures-positions', []),
    });
    await open('/future-history/u-1');
    const row = (await screen.findByRole('cell', { name: 'ETHUSDT' })).closest('tr');
    expect(row).toHaveTextContent('ETHUSDTBuyBothLimitLimit3 000.00–Contract price0.251');
    expect(calls.find((call) => call.path === '/admin/futures-orders')?.search.get('filter')).toBe('{"userId":"u-1"}');
    expect(calls.find((call) => call.path === '/admin/futures-orders')?.search.has('sort')).toBe(false);
    await userEvent.setup().click(screen.getByRole('link', { name: 'Open positions' }));
    expect(await screen.findByText('No open positions')).toBeVisible();
    expect(location.hash).toContain('tab=open_position');
  });
});
