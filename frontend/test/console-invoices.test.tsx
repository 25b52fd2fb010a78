import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvoiceDetailWire, InvoiceWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { chooseFilter, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const invoice: InvoiceWire = {
  id: 'i-1',
  number: 'TM-2026-000007',
  userId: 'u-7',
  fullName: 'Hanna Virtanen',
  kind: 'subscription',
  period: null,
  status: 'overdue',
  currency: 'USD',
  total: '50.00',
  outstanding: '50.00',
  issuedAt: '2026-11-01T10:00:00.000Z',
  dueAt: '2026-11-15T10:00:00.000Z',
  paidAt: null,
  voidedAt: null,
  creditNote: null,
};
const detail: InvoiceDetailWire = {
  ...invoice,
  may: ['void'],
  recipient: { name: 'Hanna Virtanen', country: 'Finland' },
  lines: [
    {
      line: 1,
      amount: '50.00',
      calculation: { formula: 'subscription', version: 1, inputs: { amount: '50.00' }, result: '50.00', sha256: 'ab'.repeat(32) },
    },
  ],
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'POST /auth/step-up': { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } },
  'GET /admin/*': list('any', []),
  'GET /admin/invoices': list('invoices', [invoice]),
  'GET /admin/invoices/i-1': { body: detail },
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

describe('the invoices', () => {
  it('stand with their state, and open with a click on the number', async () => {
    serve(start);
    await open('/admin/invoices');
    const table = await loadedTable('Invoices');
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
      'TM-2026-000007Hanna VirtanenSubscriptionOverdue$50.00$50.001 Nov 2026, 10:00 UTC15 Nov 2026, 10:00 UTC',
    );
    await userEvent.setup().click(within(table).getByRole('link', { name: 'TM-2026-000007' }));
    expect(currentPath()).toBe('/admin/invoices/i-1');
  });

  it('are filtered, sorted and exported by the server', async () => {
    const calls = serve({
      ...start,
      'GET /admin/invoices.csv': { status: 429, body: { message: 'Too many files. Please try again later' } },
    });
    await open('/admin/invoices');
    const user = userEvent.setup({ delay: null });
    await loadedTable('Invoices');
    const last = () => made(calls, 'GET', '/admin/invoices').at(-1)?.search;
    await chooseFilter(user, 'Status', 'Overdue');
    await waitFor(() => expect(last()?.get('filter')).toBe('{"status":"overdue"}'));
    await user.click(await screen.findByRole('button', sortsBy('Due')));
    await waitFor(() => expect([last()?.get('filter'), last()?.get('sort')]).toEqual(['{"status":"overdue"}', '["dueAt","ASC"]']));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Too many files. Please try again later')).toBeInTheDocument();
    expect(made(calls, 'GET', '/admin/invoices.csv')[0]?.search.get('filter')).toBe('{"status":"overdue"}');
  });
});

describe('one invoice', () => {
  it('says how each line came about', async () => {
    serve(start);
    await open('/admin/invoices/i-1');
    expect(await screen.findByRole('heading', { name: 'Invoice TM-2026-000007' })).toBeVisible();
    expect(screen.getByText('Hanna Virtanen, Finland')).toBeVisible();
    const line = (await loadedTable('Lines')).querySelector('tbody tr');
    expect(line).toHaveTextContent(`1subscription, version 1{"amount":"50.00"}${'ab'.repeat(32)}$50.00`);
  });

  it('is voided for a reason, after a confirmation', async () => {
    let confirmed = false;
    const calls = serve({
      ...start,
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'GET /admin/invoices/i-1': () => ({
        body: confirmed
          ? { ...detail, may: [], status: 'void', outstanding: '0.00', creditNote: { number: 'TM-CN-2026-000001', reason: 'Paid in cash' } }
          : detail,
      }),
      'GET /admin/invoices/i-1/credit-note/pdf': { status: 503, body: { message: 'Please try again in a moment' } },
      'POST /admin/invoices/i-1/void': () => (confirmed ? { body: { message: 'The invoice is void', data: detail } } : stepUpWanted),
    });
    await open('/admin/invoices/i-1');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Void…' }));
    expect(screen.queryByRole('button', { name: 'Download credit note' })).toBeNull();
    const dialog = screen.getByRole('dialog', { name: 'Void invoice TM-2026-000007?' });
    expect(within(dialog).getByRole('button', { name: 'Void TM-2026-000007' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Reason'), 'Paid in cash');
    await user.click(within(dialog).getByRole('button', { name: 'Void TM-2026-000007' }));
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByText('TM-CN-2026-000001: Paid in cash')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Void…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download credit note' }));
    expect(await screen.findByText('Please try again in a moment')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/invoices/i-1/void').map(({ json }) => json)).toEqual([
      { reason: 'Paid in cash' },
      { reason: 'Paid in cash' },
    ]);
  });

  it.each([
    ['issued', null, 'Not paid in full yet'],
    ['paid', '2026-11-10T10:00:00.000Z', null],
    ['void', null, undefined],
  ] as const)('names when it was paid, why it is not, or nothing where it never is: %s', async (status, paidAt, reason) => {
    serve({ ...start, 'GET /admin/invoices/i-1': { body: { ...detail, status, paidAt } } });
    await open('/admin/invoices/i-1');
    const kind = await screen.findByText('Kind');
    const paid = within(kind.closest('dl')!)
      .queryAllByRole('term')
      .find(({ textContent }) => textContent === 'Paid');
    if (reason === undefined) expect(paid).toBeUndefined();
    else if (reason === null) expect(paid?.parentElement).toHaveTextContent('Paid10 Nov 2026, 10:00 UTC');
    else expect(within(paid!.parentElement!).getByTitle(reason)).toHaveTextContent('–');
  });

  it.each([
    ['management_fee', '2026-01', 'Management fee, Jan 2026'],
    ['performance_fee', '2026-12-31', 'Performance fee, profit up to 31 Dec 2026'],
    ['club_share', '2026-1', 'Club share, 2026-1'],
  ] as const)('names the period that it charges for: %s', async (kind, period, words) => {
    serve({ ...start, 'GET /admin/invoices/i-1': { body: { ...detail, kind, period } } });
    await open('/admin/invoices/i-1');
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says why it could not be loaded', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/invoices/i-1': { status: 404, body: { statusCode: 404, message: 'There is no such invoice' } } });
    await open('/admin/invoices/i-1');
    expect(await screen.findByText('There is no such invoice')).toBeVisible();
    expect(refused).toEqual(['There is no such invoice']);
  });
});
