import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PayAddressChangeWire } from '../src/lib/wire/types';
import { type Routes, access, list, serve } from './support/api';
import { loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const inUse: PayAddressChangeWire = {
  id: 'c-1',
  target: 'btc',
  value: 'bc1qold',
  poolSize: null,
  state: 'in-use',
  announcedAt: '2026-11-01T10:00:00.000Z',
  effectiveAt: '2026-11-01T10:00:00.000Z',
  replacedAt: null,
  withdrawnAt: null,
  approvals: [],
  may: [],
};
const waiting: PayAddressChangeWire = {
  ...inUse,
  id: 'c-2',
  value: 'bc1qnew',
  state: 'approved-once',
  effectiveAt: null,
  approvals: [{ by: 'Lena Berg', at: '2026-11-02T10:00:00.000Z' }],
  may: ['approve', 'withdraw'],
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/*': list('any', []),
  'GET /admin/pay-addresses': { body: { message: '', data: [waiting, inUse] } },
};
const PATH = '/admin/pay-addresses';

describe('payment addresses', () => {
  it('stand with their state and who approved', async () => {
    serve(start);
    await open(PATH);
    const [, first, second] = within(await loadedTable('Payment addresses')).getAllByRole('row');
    expect(first).toHaveTextContent('Bitcoin addressbc1qnewNeeds one approvalApproved by Lena Berg, 2 Nov 2026, 10:00 UTC');
    expect(second).toHaveTextContent('bc1qoldIn use');
    expect(within(second!).queryByRole('button', { name: /Approve|Withdraw/ })).toBeNull();
  });

  it('name a pool as one, with the number of its addresses, and what to compare before an approval', async () => {
    const pool: PayAddressChangeWire = { ...waiting, target: 'tron-pool', value: '0123456789abcdef', poolSize: 12 };
    serve({ ...start, 'GET /admin/pay-addresses': { body: { message: '', data: [pool] } } });
    await open(PATH);
    const table = await loadedTable('Payment addresses');
    expect(table).toHaveTextContent('USDT (TRC20) address pool of the quotesPool of 12 addresses, fingerprint0123456789abcdef');
    expect(within(table).getByRole('button', { name: 'Copy fingerprint' })).toBeVisible();
    await userEvent.setup({ delay: null }).click(within(table).getByRole('button', { name: 'Approve…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve a new USDT (TRC20) address pool of the quotes?' });
    expect(dialog).toHaveTextContent('Pool of 12 addresses, fingerprint:0123456789abcdefCompare it with the fingerprint of your own list');
  });

  it.each([
    ['Approve…', 'Approve a new Bitcoin address?', '24 hours after your approval', 'Approve this address', 'approve'],
    ['Withdraw…', 'Withdraw the new Bitcoin address?', 'Payments continue to the previous address', 'Withdraw this address', 'withdraw'],
  ])('%s asks first and says what follows', async (button, title, words, action, what) => {
    const path = `/admin/pay-addresses/c-2/${what}`;
    const calls = serve({ ...start, [`POST ${path}`]: { body: { message: '', data: [inUse] } } });
    const user = userEvent.setup({ delay: null });
    await open(PATH);
    await user.click(within(await loadedTable('Payment addresses')).getByRole('button', { name: button }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog).toHaveTextContent('bc1qnew');
    expect(dialog).toHaveTextContent(words);
    await user.click(within(dialog).getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map((call) => call.path)).toEqual([path]);
  });

  it('says why an approval is refused', async () => {
    const message = 'You have approved this change. It also needs the approval of another person';
    serve({ ...start, 'POST /admin/pay-addresses/c-2/approve': { status: 409, body: { message } } });
    const user = userEvent.setup({ delay: null });
    await open(PATH);
    await user.click(within(await loadedTable('Payment addresses')).getByRole('button', { name: 'Approve…' }));
    await user.click(await screen.findByRole('button', { name: 'Approve this address' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('are read by those who see payments, and approved by those alone who may', async () => {
    serve({ ...start, 'GET /me/access': access('auditor', ['dashboard.read', 'payments.read']) });
    const view = await open(PATH);
    expect(within(await loadedTable('Payment addresses')).queryByRole('button', { name: 'Approve…' })).toBeNull();
    view.unmount();
    serve({ ...start, 'GET /me/access': access('support', ['dashboard.read']) });
    await open(PATH);
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
  });

  it('say so where they cannot be loaded', async () => {
    serve({ ...start, 'GET /admin/pay-addresses': { status: 400, body: { message: 'Not today' } } });
    await open(PATH);
    expect(await screen.findByText('Payment addresses could not be loaded')).toBeVisible();
  });
});
