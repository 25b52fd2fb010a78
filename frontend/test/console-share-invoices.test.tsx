import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ShareDryRunWire } from '../src/lib/wire/types';
import { type Reply, type Routes, access, list, serve } from './support/api';
import { loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const PATH = '/admin/share-invoices';
const row = {
  id: 'a',
  userId: 'u-1',
  fullName: 'Lindqvist Sofia',
  period: '2026',
  profit: '20',
  highWaterMarkBefore: '5',
  chargeable: '20',
  carryForward: '0',
  frozenLines: 2,
  frozenProfit: '7.5',
  share: '3.00',
};
const dryRun: ShareDryRunWire = {
  count: 1,
  total: '3.00',
  members: 1,
  behind: 4,
  rows: [
    row,
    { ...row, id: 'b', fullName: 'Weber Jonas', profit: '-20', carryForward: '20', frozenLines: 0, frozenProfit: '0', share: '0.00' },
  ],
  running: { startsAt: '2027-01-01T00:00:00.000Z', closesAt: '2027-01-10T00:00:00.000Z' },
  lastOrder: null,
};
const answerOf = (data: unknown): Reply => ({ body: { message: '', data } });
const openAt = async (more: Routes = {}) => {
  const calls = serve({
    'GET /getuser': answerOf(amara),
    [`GET ${PATH}`]: answerOf(dryRun),
    'GET /admin/*': list('any', []),
    ...more,
  });
  await open(PATH);
  return { calls, user: userEvent.setup({ delay: null }) };
};

describe('the invoices of the club share', () => {
  it('are a dry run with profit, mark, losses and what is left out', async () => {
    await openAt();
    const [, first, second] = within(await loadedTable('Shares of closed periods')).getAllByRole('row');
    expect(first).toHaveTextContent('Lindqvist Sofia2026+$20.00$5.00$20.00$0.002 lines, $7.50$3.00');
    expect(second).toHaveTextContent('Weber Jonas2026');
    expect(second).toHaveTextContent('$20.00Nothing$0.00');
    expect(screen.getByText('4 members')).toBeVisible();
    expect(screen.getByText('No invoices of the club share have been ordered yet.')).toBeVisible();
  });

  it('are ordered with the figures that were seen', async () => {
    const { calls, user } = await openAt({ [`POST ${PATH}`]: { status: 202, body: { message: '', data: dryRun } } });
    await user.click(await screen.findByRole('button', { name: 'Issue 1 invoice for $3.00…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Issue 1 invoice for $3.00?' });
    expect(dialog).toHaveTextContent('One member gets an invoice by email');
    await user.click(within(dialog).getByRole('button', { name: 'Issue 1 invoice' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')!.json).toEqual({ count: 1, total: '3.00' });
  });

  it('are made possible by closing a market cycle, which says what happens', async () => {
    const { calls, user } = await openAt({
      [`POST ${PATH}/close-cycle`]: { status: 409, body: { message: 'The running period has just begun. It can be closed tomorrow' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Close the market cycle…' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('the period from 1 Jan 2027, 00:00 UTC to 10 Jan 2027, 00:00 UTC ends');
    await user.click(within(dialog).getByRole('button', { name: 'Close the cycle' }));
    expect(await within(dialog).findByText(/It can be closed tomorrow/)).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')!.json).toEqual({ closesAt: '2027-01-10T00:00:00.000Z' });
  });

  it('are ordered by those alone who may', async () => {
    await openAt({ 'GET /me/access': access('auditor', ['dashboard.read', 'fund.read']) });
    await loadedTable('Shares of closed periods');
    expect(screen.queryByRole('button', { name: /^(Issue|Close)/ })).toBeNull();
  });
});
