import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PaymentWire, RejectedUserResourceWire, UserResourceWire } from '../src/lib/wire/types';
import { type Call, type Routes, later, list, serve } from './support/api';
import { amara, rememberSession, review } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(60_000);

const hanna: UserResourceWire = {
  id: 'u-7',
  userId: 'u-7',
  surName: 'Virtanen',
  firstName: 'Hanna',
  email: 'hanna@example.com',
  phoneNumber: '+358401234567',
  country: 'Finland',
  dob: '1990-02-03',
  membership: 'trade club',
  referralNum: 3,
  refferalId: 'TM-H4NN4',
  createdDate: '2026-09-19T08:00:00.000Z',
  kyc: 'approved',
  payment: null,
  status: 'active',
  role: 'trade club',
  rejectedAt: null,
};
const self: UserResourceWire = { ...hanna, id: amara.userId, userId: amara.userId, surName: 'Okafor', firstName: 'Amara', membership: null, role: 'admin', kyc: null };
const gone: RejectedUserResourceWire = { ...hanna, rejectedAt: '2026-11-20T14:05:09.000Z', rejectedDate: '2026-11-20', rejectedTime: '14:05:09' };
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
  status: 'pending',
  reason: null,
  submittedAt: '2026-11-20T13:00:00.000Z',
  decidedAt: null,
};

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'POST /auth/step-up': { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

beforeEach(rememberSession);

describe('all users', () => {
  it('stand with the columns of the specification', async () => {
    const calls = serve({ ...start, 'GET /admin/users': list('users', [hanna, self]) });
    await open('/all-users');
    const table = await screen.findByRole('table', { name: 'All users' });
    expect(within(table).getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'No', 'Name, membership', 'Phone number, country', 'Dob', 'Referral No', 'Created date', 'Kyc Status', 'Payment Status', 'Status', 'Action',
    ]);
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first).toHaveTextContent('1Hanna Virtanenhanna@example.comTrade club+358401234567Finland3 Feb 1990319 Sep 2026Approvednot verifiedActive');
    expect(second).toHaveTextContent(/Admin.*not verified/);
    // Nobody ends their own account from here.
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
    expect(calls.find((call) => call.path === '/admin/users')?.search.get('filter')).toBe('{}');
  });

  it('are searched by the server, from the first page', async () => {
    const calls = serve({ ...start, 'GET /admin/users': (call) => list('users', call.search.get('filter') === '{}' ? [hanna] : [], call.search.get('filter') === '{}' ? 40 : 0) });
    await open('/admin/users?page=2');
    await userEvent.setup().type(await screen.findByRole('searchbox', { name: 'Search name or e-mail' }), 'nobody');
    expect(await screen.findByText('Nobody matches “nobody”')).toBeVisible();
    expect(currentPath()).toBe('/admin/users?q=nobody');
    const last = made(calls, 'GET', '/admin/users').at(-1);
    expect([last?.search.get('filter'), last?.search.get('range')]).toEqual(['{"q":"nobody"}', '[0,24]']);
    await userEvent.setup().click(screen.getByRole('link', { name: 'All users' }));
    expect(await screen.findByText('Hanna Virtanen')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(currentPath()).toBe('/admin/users');
  });

  it('are deactivated and activated', async () => {
    let status: UserResourceWire['status'] = 'active';
    const calls = serve({
      ...start,
      'GET /admin/users': () => list('users', [{ ...hanna, status }]),
      'POST /admin/users/u-7/deactivate': () => {
        status = 'deactivated';
        return { body: { message: 'User deactivated', data: {} } };
      },
    });
    await open('/admin/users');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Deactivate Hanna Virtanen' }));
    expect(await screen.findByRole('button', { name: 'Activate Hanna Virtanen' })).toBeVisible();
    expect(screen.getByText('Deactivated')).toBeVisible();
    expect(made(calls, 'POST', '/admin/users/u-7/deactivate')).toHaveLength(1);
  });

  it('are deleted after a question that names them, and a confirmation', async () => {
    let there = true;
    let confirmed = false;
    const calls = serve({
      ...start,
      'GET /admin/users': () => list('users', there ? [hanna] : []),
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'DELETE /admin/users/u-7': () => {
        if (!confirmed) return stepUpWanted;
        there = false;
        return { body: hanna };
      },
    });
    await open('/admin/users');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete Hanna Virtanen' }));
    expect(made(calls, 'DELETE', '/admin/users/u-7')).toEqual([]);
    await user.click(within(screen.getByRole('dialog', { name: 'Delete Hanna Virtanen?' })).getByRole('button', { name: 'Delete Hanna Virtanen' }));
    await user.type(await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'), 'secret words{Enter}');
    expect(await screen.findByText('No users yet')).toBeVisible();
    expect(screen.getByText('user deleted successfully')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(made(calls, 'DELETE', '/admin/users/u-7')).toHaveLength(2);
  });

  it('say in the question why somebody can not be deleted', async () => {
    serve({ ...start, 'GET /admin/users': list('users', [hanna]), 'DELETE /admin/users/u-7': { status: 409, body: { message: 'This is the last administrator' } } });
    await open('/admin/users');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete Hanna Virtanen' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Hanna Virtanen' }));
    expect(await within(dialog).findByText('This is the last administrator')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('rejected users', () => {
  it('are restored, and say loading.... meanwhile', async () => {
    const { reply, answer } = later();
    let there = true;
    serve({ ...start, 'GET /admin/rejected-users': () => list('rejected-users', there ? [gone] : []), 'POST /admin/rejected-users/u-7/restore': () => reply });
    await open('/rejected-users');
    const row = (await screen.findByText('Hanna Virtanen')).closest('tr');
    expect(row).toHaveTextContent('20 Nov 2026, 14:05 UTC');
    const button = screen.getByRole('button', { name: 'Restore Hanna Virtanen' });
    await userEvent.setup().click(button);
    expect(button).toHaveTextContent('loading....');
    expect(button).toBeDisabled();
    there = false;
    await act(async () => answer({ body: { message: 'User restored', data: {} } }));
    expect(await screen.findByText('Nobody is rejected')).toBeVisible();
  });

  it('say why one could not be restored', async () => {
    serve({ ...start, 'GET /admin/rejected-users': list('rejected-users', [gone]), 'POST /admin/rejected-users/u-7/restore': { status: 409, body: { message: 'This e-mail belongs to another account now' } } });
    await open('/rejected-users');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Restore Hanna Virtanen' }));
    expect(await screen.findByText('This e-mail belongs to another account now')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Restore Hanna Virtanen' })).toBeEnabled();
  });
});

describe('pending payments', () => {
  it('show who paid what, and the proof large', async () => {
    const calls = serve({ ...start, 'GET /admin/payments': list('payments', [paid]) });
    await open('/pendingpayments');
    const table = await screen.findByRole('table', { name: 'Pending payments' });
    expect(within(table).getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['No', 'Name', 'Membership', 'Amount', 'Transaction id', 'Proof of payment', 'Status', 'Action']);
    expect((await within(table).findAllByRole('row'))[1]).toHaveTextContent(/1Virtanen Hannahanna@example.comTrade club\$50ababababab…/);
    await userEvent.setup().click(screen.getByRole('button', { name: 'View: Proof of payment of Virtanen Hanna' }));
    expect(screen.getByRole('img', { name: 'Proof of payment of Virtanen Hanna' })).toHaveAttribute('src', '/api/v1/files/5?sig=a');
    expect(calls.find((call) => call.path === '/admin/payments' && call.search.get('range') === '[0,24]')?.search.get('filter')).toBe('{"status":"pending"}');
  });

  it.each([
    ['Approve', 'approve'],
    ['Reject', 'reject'],
  ])('read loading.... while %s runs', async (label, decision) => {
    const { reply, answer } = later();
    let rows = [paid];
    const calls = serve({ ...start, 'GET /admin/payments': () => list('payments', rows), [`POST /admin/payments/pay-1/${decision}`]: () => reply });
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
    expect(made(calls, 'POST', `/admin/payments/pay-1/${decision}`)[0]?.json).toEqual(decision === 'reject' ? { reason: 'The amount is missing' } : {});
  });

  it('show the reason of a failure and can be tried again', async () => {
    serve({ ...start, 'GET /admin/payments': list('payments', [paid]), 'POST /admin/payments/pay-1/approve': { status: 503, body: {} } });
    await open('/pendingpayments');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(await screen.findByText('An unknown error occurred.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
  });
});

describe("a member's key in clear", () => {
  const revealed = { body: { message: 'The key in clear', data: { apiKey: 'the-api-key-in-clear', secretKey: 'the-secret-in-clear', shownForSeconds: 30 } } };
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
    await user.click(button);
    expect(await screen.findByText('the-secret-in-clear')).toBeVisible();
    expect(screen.getByText('the-api-key-in-clear')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^(30|29) s$/);
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/reveal')[0]?.json).toEqual({ reason: 'The exchange asks for it' });
    jest.spyOn(performance, 'now').mockReturnValue(asked + 31_000);
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
    await user.type(await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'), 'secret words{Enter}');
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
    serve({ ...start, 'GET /admin/kyc-reviews': list('kyc-reviews', [{ ...review, apiKeyMasked: null, secretKeyMasked: null, exchangeLoginGiven: true, keyState: 'none' }]) });
    await open('/pendingkyc');
    await screen.findByText('Sign-in given');
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull();
  });
});
