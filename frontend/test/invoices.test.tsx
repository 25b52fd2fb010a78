import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MyInvoiceDetailWire, MyInvoiceWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const due: MyInvoiceWire = {
  id: 'i-2',
  number: 'TM-2026-000008',
  kind: 'subscription',
  period: null,
  status: 'overdue',
  currency: 'USD',
  total: '50.00',
  outstanding: '20.00',
  issuedAt: '2026-11-01T10:00:00.000Z',
  dueAt: '2026-11-15T10:00:00.000Z',
  paidAt: null,
  voidedAt: null,
  creditNote: null,
};
const voided: MyInvoiceWire = {
  ...due,
  id: 'i-1',
  number: 'TM-2026-000007',
  status: 'void',
  outstanding: '0.00',
  creditNote: { number: 'TM-CN-2026-000001', reason: 'Issued twice' },
};
const detail: MyInvoiceDetailWire = {
  ...voided,
  lines: [
    {
      line: 1,
      amount: '50.00',
      calculation: {
        formula: 'subscription',
        version: 1,
        inputs: { fee: '50.00', membership: 'trade club' },
        result: '50.00',
        sha256: 'ab'.repeat(32),
      },
    },
  ],
};
const page = (rows: MyInvoiceWire[]) => ({ body: { message: '', data: rows }, headers: { 'X-Total-Count': String(rows.length) } });
const start: Routes = { 'GET /getuser': { body: { message: '', data: sofia } }, 'GET /me/invoices': page([due, voided]) };

describe('the invoices of a member', () => {
  it('stand with what is due; open ones lead to the payment', async () => {
    serve(start);
    await open('/invoices');
    const first = (await screen.findByRole('button', { name: 'TM-2026-000008' })).closest('tr')!;
    expect(first).toHaveTextContent('TM-2026-000008OverdueSubscription$50.00$20.001 Nov 2026, 10:00 UTC15 Nov 2026, 10:00 UTCPayPDF');
    expect(within(first).getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '#/subscriptionpayment');
    expect(screen.getAllByRole('link', { name: 'Pay' })).toHaveLength(1);
  });

  it.each(['issued', 'partially_paid', 'overdue'] as const)('of another kind lead to a payment of their own: %s', async (status) => {
    serve({ ...start, 'GET /me/invoices': page([{ ...due, id: 'i 9', kind: 'management_fee', status }]) });
    await open('/invoices');
    expect(await screen.findByRole('link', { name: 'Pay' })).toHaveAttribute('href', '#/invoices/i%209/pay');
  });

  it.each([
    ['management_fee', '2026-01', 'Management fee, Jan 2026'],
    ['performance_fee', '2026-12-31', 'Performance fee, profit up to 31 Dec 2026'],
    ['club_share', '2026-1', 'Share of profits, 2026-1'],
  ] as const)('name the period that they charge for: %s', async (kind, period, words) => {
    serve({ ...start, 'GET /me/invoices': page([{ ...due, kind, period }]) });
    await open('/invoices');
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each(['paid', 'void'] as const)('have nothing to pay: %s', async (status) => {
    serve({ ...start, 'GET /me/invoices': page([{ ...due, kind: 'management_fee', status }]) });
    await open('/invoices');
    await screen.findByRole('button', { name: due.number });
    expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull();
  });

  it('show how each line was calculated, and why one is void', async () => {
    serve({ ...start, 'GET /me/invoices/i-1': { body: { message: '', data: detail } } });
    await open('/invoices');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'TM-2026-000007' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invoice TM-2026-000007' });
    expect(dialog).toHaveTextContent('Void by credit note TM-CN-2026-000001: Issued twice');
    const line = within(dialog).getByRole('region', { name: 'Subscription' });
    expect(line).toHaveTextContent(
      `Subscription$50.00The fee of your membership.Formulasubscription, version 1fee50.00membershiptrade club`,
    );
    expect(line).toHaveTextContent('ab'.repeat(32));
  });

  it.each([
    ['management_fee', '2026-01', 'Download what it was calculated from', '/me/fund/invoices/i-1/case'],
    ['performance_fee', '2026-12-31', 'Download what it was calculated from', '/me/fund/invoices/i-1/case'],
    ['club_share', '2026-1', 'Download the trades it was calculated from', '/me/club-share/invoices/i-1/case'],
  ] as const)('come with what they were calculated from: %s', async (kind, period, name, file) => {
    const invoice = { ...detail, kind, period };
    const calls = serve({
      ...start,
      'GET /me/invoices': page([invoice]),
      'GET /me/invoices/i-1': { body: { message: '', data: invoice } },
    });
    await open('/invoices');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: detail.number }));
    const dialog = await screen.findByRole('dialog', { name: `Invoice ${detail.number}` });
    await user.click(await within(dialog).findByRole('button', { name }));
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain(file));
  });

  it('say why a PDF could not be saved', async () => {
    serve({ ...start, 'GET /me/invoices/i-2/pdf': { status: 503, body: { message: 'Please try again in a moment' } } });
    await open('/invoices');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Download TM-2026-000008 as PDF' }));
    expect(await screen.findByText('Please try again in a moment')).toBeInTheDocument();
  });

  it('have the credit note of a void one as PDF, in the list and in its dialog', async () => {
    const calls = serve({
      ...start,
      'GET /me/invoices/i-1': { body: { message: '', data: detail } },
      'GET /me/invoices/i-1/credit-note/pdf': { status: 503, body: { message: 'Please try again in a moment' } },
    });
    await open('/invoices');
    const user = userEvent.setup();
    const name = 'Download credit note TM-CN-2026-000001 as PDF';
    expect(await screen.findAllByRole('button', { name: /^Download credit note/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('Please try again in a moment')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'TM-2026-000007' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invoice TM-2026-000007' });
    await user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/me/invoices/i-1/credit-note/pdf')).toHaveLength(2));
  });

  it('say what will be here, and why they could not be loaded', async () => {
    serve({ ...start, 'GET /me/invoices': page([]) });
    const view = await open('/invoices');
    expect(await screen.findByText('No invoices yet')).toBeVisible();
    view.unmount();
    serve({ ...start, 'GET /me/invoices': { status: 400, body: { message: 'Not today' } } });
    await open('/invoices');
    expect(await screen.findByText('Not today')).toBeVisible();
  });
});
