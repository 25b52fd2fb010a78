import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AmendmentsWire, SignalReceiptWire, SignalWire } from '../src/lib/wire/types';
import { type Routes, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { made, rememberSomebodyElse, signal, start } from './support/console-signals';
import { chooseFilter, loadedTable, sortsBy } from './support/lists';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

beforeEach(rememberSomebodyElse);

describe('all signals', () => {
  it('stand with the twenty columns of the specification, and behind them what became of them', async () => {
    serve({ ...start, 'GET /admin/signals': list('signals', [signal]) });
    await open('/all-signal');
    const table = await loadedTable('All signals');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual([
      'No',
      'Asset',
      'Trade type',
      'Time frame',
      'Risk level',
      'Leverage',
      'Recommended position size',
      'Duration',
      'Current price',
      'Entry price',
      'Stop loss',
      'Trailing stop loss',
      'Take profit 1',
      'Take profit 2',
      'Take profit 3',
      'Market condition',
      'Signal message',
      'Date',
      'Time',
      'Projected date of closure',
      'Status',
      'Result',
    ]);
    const [, row] = await within(table).findAllByRole('row');
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      '1',
      'BTCUSDT',
      'BuyLong',
      '4 Hours',
      'Medium',
      '10x',
      '2% of the account',
      '3 to 5 days',
      '64\u202f250.5',
      '64\u202f000',
      '62\u202f500',
      'breakeven',
      '65\u202f500',
      '67\u202f000',
      '69\u202f000.25',
      'Bullish',
      'Enter on the retest.',
      '21 Nov 2026',
      '09:30',
      '28 Nov 2026',
      'Waiting',
      '–',
    ]);
  });

  it('are searched, filtered and sorted by the server, from the first page', async () => {
    const calls = serve({
      ...start,
      'GET /admin/signals': (call) =>
        list('signals', call.search.get('filter') === '{}' ? [signal] : [], call.search.get('filter') === '{}' ? 60 : 0),
    });
    await open('/admin/signals?page=2');
    const user = userEvent.setup();
    const last = () => made(calls, 'GET', '/admin/signals').at(-1)?.search;
    await screen.findByRole('link', { name: /^BTCUSDT/ });
    expect([last()?.get('range'), last()?.get('sort')]).toEqual(['[25,49]', '["date","DESC"]']);
    await user.click(screen.getByRole('button', sortsBy('Asset')));
    await waitFor(() => expect([last()?.get('range'), last()?.get('sort')]).toEqual(['[0,24]', '["asset","ASC"]']));
    await chooseFilter(user, 'Direction', 'Short');
    await chooseFilter(user, 'Risk level', 'Low');
    await user.type(screen.getByRole('searchbox', { name: 'Search pair or words' }), 'btc');
    await waitFor(() => expect(JSON.parse(last()?.get('filter') ?? '')).toEqual({ side: 'short', riskLevel: 'Low', q: 'btc' }));
    expect(await screen.findByText('No signal matches')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(last()?.get('filter')).toBe('{}'));
  });

  it('say what will be here, and why they could not be loaded', async () => {
    serve(start);
    const view = await open('/all-signal');
    expect(await screen.findByText('No signals yet')).toBeVisible();
    view.unmount();
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/signals': { status: 400, body: { statusCode: 400, message: 'Not today' } } });
    await open('/all-signal');
    expect(await screen.findByText('All signals could not be loaded')).toBeVisible();
    expect(screen.getByText('Not today')).toBeVisible();
    expect(refused).toEqual(['Not today']);
  });
});

describe('one signal', () => {
  const receipt: SignalReceiptWire = {
    id: 's-1.u-7',
    signalId: 's-1',
    userId: 'u-7',
    fullName: 'Hanna Virtanen',
    asset: 'BTCUSDT',
    tradeType: 'Buy',
    publishedAt: signal.publishedAt,
    seenAt: '2026-11-21T10:05:00.000Z',
  };

  it('says all it says, and who has seen it when', async () => {
    const calls = serve({
      ...start,
      'GET /admin/signals': list('signals', [signal]),
      'GET /admin/signals/s-1': { body: signal },
      'GET /admin/signal-receipts': list('signal-receipts', [receipt]),
    });
    await open('/admin/signals');
    await userEvent.setup().click(await screen.findByRole('link', { name: /^BTCUSDT/ }));
    expect(currentPath()).toBe('/admin/signals/s-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'BTC/USDT, long' })).toBeVisible();
    for (const value of [
      '4 Hours',
      'Medium',
      '10x',
      '2% of the account',
      '3 to 5 days',
      'breakeven',
      'Bullish',
      'Enter on the retest.',
      '21 Nov 2026, 09:30 UTC',
      '28 Nov 2026',
    ])
      expect(await screen.findByText(value)).toBeVisible();
    const row = (await screen.findByRole('link', { name: 'Hanna Virtanen' })).closest('tr');
    expect(row).toHaveTextContent('1Hanna Virtanen21 Nov 2026, 10:05 UTC');
    expect(made(calls, 'GET', '/admin/signal-receipts')[0]?.search.get('filter')).toBe('{"signalId":"s-1"}');
  });

  const openOne = async (may: AmendmentsWire['may'], amend: Routes[string], one: Partial<SignalWire> = {}) => {
    const calls = serve({
      ...start,
      'GET /admin/signals/s-1': { body: { ...signal, ...one } },
      'GET /admin/signal-receipts': list('signal-receipts', []),
      'GET /admin/signals/s-1/amendments': { body: { message: '', data: { may, amendments: one.amendments ?? [] } } },
      'POST /admin/signals/s-1/amendments': amend,
    });
    await open('/admin/signals/s-1');
    await screen.findByRole('heading', { level: 2, name: 'Update this signal' });
    return { calls, user: userEvent.setup(), posts: () => made(calls, 'POST', '/admin/signals/s-1/amendments').map(({ json }) => json) };
  };
  const said = { id: 'a-1', signalId: 's-1', kind: 'cancel', stop: null, price: null, at: '2026-11-21T10:30:00.000Z' } as const;

  it('tells what became of it, and what was said of it later', async () => {
    const exits = [{ reason: 'stop', price: '62500', weight: '1', at: '2026-11-21T11:00:00.000Z' }] as const;
    await openOne(
      [],
      {},
      {
        amendments: [{ ...said, kind: 'move_stop', stop: '62600' }],
        outcome: {
          status: 'closed',
          entryPrice: '64000',
          entryAt: '2026-11-21T10:00:00.000Z',
          exits: [...exits],
          rGross: '-1',
          rNet: '-1.0424',
          rFunding: null,
          rOptimistic: '-1.0424',
          ambiguous: false,
          closedAt: '2026-11-21T11:01:00.000Z',
        },
      },
    );
    expect(await screen.findByText('This signal has ended or was closed by hand. It can’t be updated anymore.')).toBeVisible();
    expect(screen.getByText('Lost')).toBeVisible();
    expect(screen.getByText('Result after costs').nextElementSibling?.textContent).toBe('\u22121.04\u00a0R');
    expect(screen.getByText('Stop moved to 62 600')).toBeVisible();
    expect(screen.getByText('All of the position')).toBeVisible();
  });

  it('offers what the server does, and says it once asked twice', async () => {
    const { user, posts, calls } = await openOne(['cancel', 'move_stop'], {
      status: 201,
      body: { message: 'Amendment published', data: said },
    });
    expect(await screen.findByRole('button', { name: 'Move the stop' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close now' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel the signal' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel BTC/USDT, long?' });
    expect(dialog).toHaveTextContent('You can’t undo this.');
    expect(posts()).toEqual([]);
    const before = made(calls, 'GET', '/admin/signals/s-1/amendments').length;
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the signal' }));
    expect(await screen.findByText('Amendment published')).toBeVisible();
    expect(posts()).toEqual([{ kind: 'cancel' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(made(calls, 'GET', '/admin/signals/s-1/amendments').length).toBeGreaterThan(before));
  });

  it('moves its stop, with what is wrong of it beside the field', async () => {
    const sentence = 'The stop of a long signal only moves towards its profit: it must be above 62500';
    const { user, posts } = await openOne(['move_stop'], {
      status: 400,
      body: { statusCode: 400, message: sentence, errors: [{ field: 'stop', message: sentence }] },
    });
    await user.click(await screen.findByRole('button', { name: 'Move the stop' }));
    const dialog = screen.getByRole('dialog', { name: 'Move the stop of BTC/USDT, long' });
    expect(dialog.textContent).toContain('The stop is at 62\u202f500.');
    expect(dialog.textContent).toContain('Copy bots keep the old stop');
    await user.type(within(dialog).getByLabelText('New stop'), ' 62000{Enter}');
    expect(await within(dialog).findByText(sentence)).toBeVisible();
    expect(within(dialog).getByLabelText('New stop')).toBeInvalid();
    expect(posts()).toEqual([{ kind: 'move_stop', stop: '62000' }]);
  });

  it('says why it cannot be closed', async () => {
    const { user } = await openOne(['close_now'], {
      status: 503,
      body: { statusCode: 503, message: 'The exchange does not tell its prices at the moment' },
    });
    await user.click(await screen.findByRole('button', { name: 'Close now' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Close now' }));
    expect(await within(dialog).findByText('The exchange does not tell its prices at the moment')).toBeVisible();
  });

  it('that nobody knows says so', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/signals/s-9': { status: 404, body: { statusCode: 404, message: 'There is no such signal' } } });
    await open('/admin/signals/s-9');
    expect(await screen.findByText('The signal could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no such signal')).toBeVisible();
    expect(refused).toEqual(['There is no such signal']);
  });
});
