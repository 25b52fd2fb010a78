import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BookingPreviewWire, ChainTransferRecordWire } from '../src/lib/wire/types';
import { type Call, type Routes, access, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { FakeSocket, sockets } from './support/fake-socket';
import { chooseFilter, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const unmatched: ChainTransferRecordWire = {
  id: `tron:${'ab'.repeat(32)}:0`,
  chain: 'tron',
  coin: 'USDT',
  txid: 'ab'.repeat(32),
  position: 0,
  address: 'TExample',
  amount: '49.5',
  state: 'final',
  reason: null,
  confirmations: { have: 20, need: 19 },
  seenAt: '2026-11-20T10:00:00.000Z',
  blockTime: '2026-11-20T10:00:00.000Z',
  invoice: null,
  member: null,
  attention: 'unmatched',
  attentionAt: '2026-11-20T10:05:00.000Z',
  resolution: null,
};
const confirming: ChainTransferRecordWire = {
  ...unmatched,
  id: `bitcoin:${'cd'.repeat(32)}:1`,
  chain: 'bitcoin',
  coin: 'BTC',
  txid: 'cd'.repeat(32),
  position: 1,
  amount: '0.00077861',
  state: 'confirming',
  confirmations: { have: 1, need: 3 },
  invoice: { id: 'i-1', number: 'TM-2026-000007' },
  member: { userId: 'u-7', fullName: 'Hanna Virtanen' },
  attention: null,
  attentionAt: null,
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/*': list('any', []),
  'GET /admin/chain-transfers': list('chain-transfers', [unmatched, confirming]),
};
const asked = (calls: Call[]) => calls.filter(({ path }) => path === '/admin/chain-transfers').map(({ search }) => search);
const PATH = '/admin/chain-transfers';

describe('payments on chain', () => {
  it('that need attention stand first, with what to do', async () => {
    const calls = serve(start);
    await open(PATH);
    const [, first, second] = within(await loadedTable('Payments on chain')).getAllByRole('row');
    expect(asked(calls)[0]?.get('filter')).toBe('{"attention":"needed"}');
    expect(first).toHaveTextContent('20 Nov 2026, 10:00 UTC–49.5 USDTConfirmed20 confirmationsMatches no invoice');
    expect(first).toHaveTextContent('send it back if nobody claims it.Since 20 Nov 2026, 10:05 UTCResolve…');
    expect(within(first!).getByTitle('It matches no invoice')).toHaveTextContent('–');
    expect(within(first!).getByTitle('ab'.repeat(32))).toBeVisible();
    expect(within(first!).getByRole('button', { name: /copy/i })).toBeVisible();
    expect(second).toHaveTextContent('0.00077861 BTCConfirming1 of 3 confirmations');
    expect(within(second!).getByRole('link', { name: 'Hanna Virtanen' })).toHaveAttribute('href', '#/admin/users/u-7');
    expect(within(second!).getByRole('link', { name: 'TM-2026-000007' })).toHaveAttribute('href', '#/admin/invoices/i-1');
    expect(within(second!).getByTitle('No action needed')).toHaveTextContent('–');
  });

  it('that arrived for a void invoice have words of their own', async () => {
    const forVoid = { ...confirming, state: 'final' as const, attention: 'unmatched' as const, attentionAt: unmatched.attentionAt };
    serve({ ...start, 'GET /admin/chain-transfers': list('chain-transfers', [unmatched, forVoid]) });
    await open(PATH);
    const [, first, second] = within(await loadedTable('Payments on chain')).getAllByRole('row');
    expect(first).toHaveTextContent('Matches no invoice');
    expect(second).toHaveTextContent('Its invoice is void');
    expect(second).not.toHaveTextContent('Matches no invoice');
  });

  it('are filtered and sorted by the server', async () => {
    const calls = serve(start);
    await open(PATH);
    const user = userEvent.setup({ delay: null });
    await loadedTable('Payments on chain');
    const last = () => asked(calls).at(-1);
    const filter = (): unknown => JSON.parse(last()?.get('filter') ?? '{}');
    await chooseFilter(user, 'Chain', 'TRON');
    await waitFor(() => expect(filter()).toEqual({ attention: 'needed', chain: 'tron' }));
    await chooseFilter(user, 'Attention', 'Clear value');
    await waitFor(() => expect(filter()).toEqual({ chain: 'tron' }));
    await user.click(await screen.findByRole('button', sortsBy('Attention')));
    await waitFor(() => expect(last()?.get('sort')).toBe('["attentionAt","ASC"]'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(filter()).toEqual({}));
  });

  it.each([
    [{ state: 'rejected', reason: 'wrong-contract' }, 'Not countedA token other than USDT'],
    [{ state: 'rejected', reason: 'reverted' }, 'Not countedThe transaction failed; no money was transferred'],
    [{ state: 'rejected', reason: 'no-value' }, 'Not countedIt contains no money'],
    [{ state: 'gone' }, 'DisappearedNo longer on chain'],
    [{ state: 'seen', confirmations: { have: 0, need: 1 } }, 'Seen0 of 1 confirmation'],
    [{ attention: 'late' }, 'too low, to be booked automatically'],
    [{ attention: 'no-rate' }, 'no new price was available'],
    [{ attention: 'reorganised' }, 'its booking was reversed'],
    [{ attention: 'contradiction' }, 'nothing was booked'],
    [{ attention: 'second-source' }, 'No second source has confirmed it'],
  ] as const)('say what became of them: %j', async (changes, words) => {
    serve({ ...start, 'GET /admin/chain-transfers': list('chain-transfers', [{ ...unmatched, ...changes }]) });
    await open(PATH);
    expect(await loadedTable('Payments on chain')).toHaveTextContent(words);
  });

  it('say so where there are none, and where they cannot be loaded', async () => {
    serve({ ...start, 'GET /admin/chain-transfers': list('chain-transfers', []) });
    const view = await open(PATH);
    expect(await screen.findByText('Nothing found')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No payments on chain yet')).toBeVisible();
    view.unmount();
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/chain-transfers': { status: 400, body: { message: 'Not today' } } });
    await open(PATH);
    expect(await screen.findByText('Payments on chain could not be loaded')).toBeVisible();
    expect(refused).toEqual(['Not today']);
  });

  it('are not for those who may not read payments', async () => {
    const calls = serve({ ...start, 'GET /me/access': access('support', ['dashboard.read', 'users.read']) });
    await open(PATH);
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Payments on chain' })).toBeNull();
    expect(asked(calls)).toEqual([]);
  });
});

describe('a payment that needs somebody', () => {
  const preview: BookingPreviewWire = {
    invoice: { id: 'i-3', number: 'TM-2026-000003', status: 'issued' },
    member: { userId: 'u-3', fullName: 'Hanna Virtanen' },
    rate: '1',
    value: '49.5',
    due: '50',
    covers: '49.5',
    credit: '0',
  };
  const pathOf = (what: string) => `/admin/chain-transfers/${encodeURIComponent(unmatched.id)}/${what}`;
  const one = list('chain-transfers', [unmatched]);
  const resolve = async () => {
    const user = userEvent.setup({ delay: null });
    await open(PATH);
    await user.click(within(await loadedTable('Payments on chain')).getByRole('button', { name: 'Resolve…' }));
    return { user, dialog: await screen.findByRole('dialog', { name: '49.5 USDT' }) };
  };

  it('is booked for an invoice after a look at what that does', async () => {
    const calls = serve({
      ...start,
      'GET /admin/chain-transfers': one,
      [`GET ${pathOf('booking')}`]: { body: preview },
      [`POST ${pathOf('book')}`]: { body: { message: 'The payment is booked', data: unmatched } },
    });
    const { user, dialog } = await resolve();
    const book = within(dialog).getByRole('button', { name: 'Book the payment' });
    expect(book).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Invoice number'), ' TM-2026-000003{Enter}');
    expect(await within(dialog).findByText('Hanna Virtanen')).toBeVisible();
    expect(dialog).toHaveTextContent('Value$49.50Due on the invoice$50.00Paid on the invoice$49.50Becomes credit$0.00');
    await user.click(within(dialog).getByRole('button', { name: 'Book $49.50 for TM-2026-000003' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ path }) => path === pathOf('booking'))?.search.get('invoice')).toBe('TM-2026-000003');
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ invoice: 'TM-2026-000003', value: '49.5' });
    expect(await screen.findByText('The payment is booked.')).toBeVisible();
  });

  it('is not booked by what was shown for another number', async () => {
    serve({ ...start, 'GET /admin/chain-transfers': one, [`GET ${pathOf('booking')}`]: { body: preview } });
    const { user, dialog } = await resolve();
    const number = within(dialog).getByLabelText('Invoice number');
    await user.type(number, 'TM-2026-000003{Enter}');
    await within(dialog).findByText('Hanna Virtanen');
    await user.type(number, '4');
    expect(within(dialog).queryByText('Hanna Virtanen')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Book the payment' })).toBeDisabled();
  });

  it('says why it cannot be booked', async () => {
    const message = 'There is no invoice with this number';
    serve({ ...start, 'GET /admin/chain-transfers': one, [`GET ${pathOf('booking')}`]: { status: 400, body: { message } } });
    const { user, dialog } = await resolve();
    await user.type(within(dialog).getByLabelText('Invoice number'), 'x{Enter}');
    expect(await within(dialog).findByText(message)).toBeVisible();
  });

  it.each([
    ['Mark it as sent back', 'Mark as sent back', 'return'],
    ['Close it without booking', 'Close this payment', 'dismiss'],
  ])('is closed without a booking: %s', async (choice, button, what) => {
    const calls = serve({
      ...start,
      'GET /admin/chain-transfers': one,
      [`POST ${pathOf(what)}`]: { body: { message: 'Done', data: unmatched } },
    });
    const { user, dialog } = await resolve();
    await user.click(within(dialog).getByRole('radio', { name: choice }));
    const close = within(dialog).getByRole('button', { name: button });
    await user.type(within(dialog).getByRole('textbox'), 'abc ');
    expect(close).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'def ');
    await user.click(close);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: pathOf(what), json: { note: 'abc def' } });
  });

  it('has moved no money where a booking was lost: it can only be closed', async () => {
    serve({ ...start, 'GET /admin/chain-transfers': list('chain-transfers', [{ ...unmatched, attention: 'reorganised' }]) });
    const { dialog } = await resolve();
    expect(within(dialog).queryByRole('radio')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close this payment' })).toBeDisabled();
  });

  it('shows what was done about it, and by whom', async () => {
    const resolution = { outcome: 'returned', at: '2026-11-21T09:00:00.000Z', by: 'Amara Okafor', note: 'Refund abc' } as const;
    serve({
      ...start,
      'GET /admin/chain-transfers': list('chain-transfers', [{ ...unmatched, attention: null, attentionAt: null, resolution }]),
    });
    await open(PATH);
    expect(await loadedTable('Payments on chain')).toHaveTextContent('Sent backRefund abcAmara Okafor, 21 Nov 2026, 09:00 UTC');
  });

  it('keeps its dialog with what was typed while the list is read again without it', async () => {
    const original = globalThis.WebSocket;
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
    try {
      let rows = [unmatched, confirming];
      serve({ ...start, 'GET /admin/chain-transfers': () => list('chain-transfers', rows) });
      const { user, dialog } = await resolve();
      await act(async () => sockets.at(-1)!.accept());
      await user.type(within(dialog).getByLabelText('Invoice number'), 'TM-2026-0000');
      rows = [confirming];
      await act(async () => sockets.at(-1)!.tell({ type: 'resync' }));
      await waitFor(() => expect(screen.queryByText('Matches no invoice')).toBeNull());
      expect(screen.getByRole('dialog', { name: '49.5 USDT' })).toBe(dialog);
      expect(within(dialog).getByLabelText('Invoice number')).toHaveValue('TM-2026-0000');
    } finally {
      globalThis.WebSocket = original;
      sockets.length = 0;
    }
  });

  it('is left to those who decide about payments', async () => {
    serve({ ...start, 'GET /admin/chain-transfers': one, 'GET /me/access': access('auditor', ['dashboard.read', 'payments.read']) });
    await open(PATH);
    expect(within(await loadedTable('Payments on chain')).queryByRole('button', { name: 'Resolve…' })).toBeNull();
  });
});
