import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PaymentWire } from '../src/lib/wire/types';
import { type Call, type Routes, later, list, serve } from './support/api';
import { loadedTable } from './support/lists';
import { amara, rememberSession, review } from './support/people';
import { open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

const paid: PaymentWire = {
  id: 'pay-1',
  userId: 'u-7',
  fullName: 'Virtanen Hanna',
  email: 'hanna@example.com',
  membership: 'trade club',
  amount: '50',
  currency: 'USD',
  proofOfPaymentUrl: '/api/v1/files/5?sig=a',
  txid: 'ab'.repeat(32),
  submittedAt: '2026-11-20T13:00:00.000Z',
  status: 'pending',
  reason: null,
  reasonCode: null,
  final: false,
  reopenedAt: null,
  decidedAt: null,
  decidedBy: null,
  may: ['approve', 'reject'],
  mayNot: null,
  restricted: false,
  viewers: [],
};

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'POST /auth/step-up': { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

beforeEach(rememberSession);

describe('pending payments', () => {
  it('show who paid what, and the proof large', async () => {
    const calls = serve({ ...start, 'GET /admin/payments': list('payments', [paid]) });
    await open('/pendingpayments');
    const table = await loadedTable('Pending payments');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['No', 'Name', 'Membership', 'Amount', 'Transaction ID', 'Proof of payment', 'Status', 'Action']);
    expect((await within(table).findAllByRole('row'))[1]).toHaveTextContent(/1Virtanen Hannahanna@example.comTrade club\$50ababababab…/);
    await userEvent.setup().click(screen.getByRole('button', { name: 'View: Proof of payment of Virtanen Hanna' }));
    expect(screen.getByRole('img', { name: 'Proof of payment of Virtanen Hanna' })).toHaveAttribute('src', '/api/v1/files/5?sig=a');
    expect(calls.find((call) => call.path === '/admin/payments' && call.search.get('range') === '[0,24]')?.search.get('filter')).toBe(
      '{"status":"pending"}',
    );
  });

  it.each([
    ['Approve', 'approve'],
    ['Reject', 'reject'],
  ])('read loading.... while %s runs', async (label, decision) => {
    const { reply, answer } = later();
    let rows = [paid];
    const calls = serve({
      ...start,
      'GET /admin/payments': () => list('payments', rows),
      [`POST /admin/payments/pay-1/${decision}`]: () => reply,
    });
    await open('/pendingpayments');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: `${label} Virtanen Hanna` }));
    if (decision === 'reject') {
      await user.type(screen.getByLabelText('Reason'), 'The amount is missing');
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject Virtanen Hanna' }));
    }
    for (const button of await screen.findAllByRole('button', { name: /^loading\.\.\.\./ })) expect(button).toBeDisabled();
    rows = [];
    await act(async () => answer({ body: { message: 'ok', data: {} } }));
    expect(await screen.findByText('Nothing is waiting')).toBeVisible();
    expect(made(calls, 'POST', `/admin/payments/pay-1/${decision}`)[0]?.json).toEqual(
      decision === 'reject' ? { reason: 'The amount is missing', outcome: 'try-again' } : {},
    );
  });

  it('show the reason of a failure and can be retried', async () => {
    serve({ ...start, 'GET /admin/payments': list('payments', [paid]), 'POST /admin/payments/pay-1/approve': { status: 503, body: {} } });
    await open('/pendingpayments');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(await screen.findByText('An unknown error occurred.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
  });
});

describe('a list of what waits', () => {
  const ada = { userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z' };

  it.each([
    ['/pendingkyc', 'kyc-reviews', review],
    ['/pendingpayments', 'payments', paid],
  ])('%s marks who else looks at a case, and who asked to be erased', async (path, resource, record) => {
    serve({
      ...start,
      [`GET /admin/${resource}`]: list(resource, [
        { ...record, viewers: [ada] },
        { ...record, id: 'x-2', fullName: 'Weber Jonas', restricted: true },
        { ...record, id: 'x-3', fullName: 'Novak Jan', viewers: [ada, { ...ada, userId: 'u-10', fullName: 'Sofia Lindqvist' }] },
      ]),
    });
    await open(path);
    const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;
    expect(await row('Virtanen Hanna')).toHaveTextContent('Ada Lovelace is looking');
    expect(await row('Virtanen Hanna')).not.toHaveTextContent('Erasure requested');
    expect(await row('Weber Jonas')).toHaveTextContent('Erasure requested');
    expect(await row('Weber Jonas')).not.toHaveTextContent('looking');
    expect(await row('Novak Jan')).toHaveTextContent('2 admins are looking');
    expect(within(await row('Novak Jan')).getByTitle('Ada Lovelace, Sofia Lindqvist')).toBeVisible();
  });
});

describe("a member's key in clear", () => {
  const revealed = {
    body: { message: 'The key in clear', data: { apiKey: 'the-api-key-in-clear', secretKey: 'the-secret-in-clear', shownForSeconds: 30 } },
  };
  afterEach(() => void jest.restoreAllMocks());

  async function ask(reply: Routes[string]) {
    const calls = serve({ ...start, 'GET /admin/kyc-reviews': list('kyc-reviews', [review]), 'POST /admin/kyc-reviews/k-1/reveal': reply });
    await open('/pendingkyc');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reveal the key of Virtanen Hanna' }));
    const button = screen.getByRole('button', { name: 'Reveal the key' });
    expect(button).toBeDisabled();
    await user.type(screen.getByLabelText('Reason'), ' The exchange asks for it ');
    return { calls, user, button };
  }

  it('is shown for a reason, and hidden again when its time is over', async () => {
    const { calls, user, button } = await ask(revealed);
    const asked = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(asked);
    await user.click(button);
    expect(await screen.findByText('the-secret-in-clear')).toBeVisible();
    expect(screen.getByText('the-api-key-in-clear')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^30 s$/);
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/reveal')[0]?.json).toEqual({ reason: 'The exchange asks for it' });
    clock.mockReturnValue(asked + 31_000);
    await waitFor(() => expect(screen.queryByText('the-secret-in-clear')).toBeNull());
    jest.restoreAllMocks();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reveal the key of Virtanen Hanna' }));
    expect(screen.queryByText('the-secret-in-clear')).toBeNull();
    expect(screen.getByLabelText('Reason')).toHaveValue('');
  });

  it('wants a confirmation first', async () => {
    let asked = 0;
    const { user, button } = await ask(() => (++asked === 1 ? stepUpWanted : revealed));
    await user.click(button);
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByText('the-secret-in-clear')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide now' }));
    expect(screen.queryByText('the-secret-in-clear')).toBeNull();
  });

  it('stays hidden when the server refuses, with the reason', async () => {
    const { user, button } = await ask({ status: 429, body: { message: 'Ten reveals an hour are allowed. Try again later' } });
    await user.click(button);
    expect(await screen.findByText('Ten reveals an hour are allowed. Try again later')).toBeVisible();
    expect(screen.getByLabelText('Reason')).toBeVisible();
  });

  it('is not offered where there is none', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews': list('kyc-reviews', [
        { ...review, apiKeyMasked: null, secretKeyMasked: null, exchangeLoginGiven: true, keyState: 'none', may: ['approve', 'reject'] },
      ]),
    });
    await open('/pendingkyc');
    await screen.findByText('Sign-in given');
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull();
  });
});
