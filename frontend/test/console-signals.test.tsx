import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AmendmentsWire, SignalChoicesWire, SignalReceiptWire, SignalWire } from '../src/lib/wire/types';
import { type Call, type Routes, later, list, serve } from './support/api';
import { chooseFilter, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

const typed = {
  asset: 'BTCUSDT',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '10x',
  recommendedPositionSize: '2% of the account',
  duration: '3 to 5 days',
  currentPrice: '64250.5',
  entryPrice: '64000',
  stopLoss: '62500',
  trailingStopLoss: 'breakeven',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
  marketCondition: 'Bullish',
  signalMessage: 'Enter on the retest.',
  date: '2026-11-21',
  time: '09:30',
  projectedDateOfClosure: '2026-11-28',
};
const signal: SignalWire = {
  ...typed,
  id: 's-1',
  symbol: 'BTC/USDT',
  side: 'long',
  publishedAt: '2026-11-21T09:31:00.000Z',
  createdAt: '2026-11-21T09:31:00.000Z',
  outcome: null,
  amendments: [],
};
const choices: SignalChoicesWire = {
  tradeTypes: ['Buy', 'Sell'],
  timeFrames: ['1 Hour', '4 Hours'],
  riskLevels: ['Low', 'Medium'],
  marketConditions: ['Bullish', 'Bearish'],
  leverages: ['1x', '10x'],
  trailingStops: ['none', 'breakeven'],
};
const odds = {
  body: {
    message: '',
    data: {
      side: 'long',
      risk: '2.34',
      marginRisk: '23.44',
      targets: [
        { reward: '2.35', ratio: '1.00' },
        { reward: '4.69', ratio: '2.00' },
        { reward: '7.81', ratio: '3.33' },
      ],
    },
  },
};

let visit = 0;
const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /admin/signals/choices': { body: { message: '', data: choices } },
  'POST /admin/signals/preview': odds,
  'GET /admin/*': list('any', []),
  'GET /admin/signals/s-1/amendments': { body: { message: '', data: { may: [], amendments: [] } } },
  'GET /signals/s-1/candles': {
    body: {
      message: '',
      data: { step: 60, candles: [], stops: [{ time: Date.parse('2026-11-21T09:31:00Z') / 1000, price: '62500', by: 'published' }] },
    },
  },
};
const labels = {
  asset: 'Asset',
  tradeType: 'Trade type',
  timeFrame: 'Time frame',
  riskLevel: 'Risk level',
  leverage: 'Leverage',
  recommendedPositionSize: 'Recommended position size',
  duration: 'Duration',
  currentPrice: 'Current price',
  entryPrice: 'Entry price',
  stopLoss: 'Stop loss',
  trailingStopLoss: 'Trailing stop loss',
  takeProfit1: 'Take profit 1',
  takeProfit2: 'Take profit 2',
  takeProfit3: 'Take profit 3',
  marketCondition: 'Market condition',
  signalMessage: 'Signal message',
  date: 'Date',
  time: 'Time',
  projectedDateOfClosure: 'Projected date of closure',
} as const;
const fields = Object.keys(labels) as (keyof typeof labels)[];
const chosen: readonly string[] = ['tradeType', 'timeFrame', 'riskLevel', 'marketCondition'];
const moments: readonly string[] = ['date', 'time', 'projectedDateOfClosure'];
const field = (name: keyof typeof labels) => screen.getByLabelText(labels[name]);
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
const publishing = /^Publish/;

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByRole('option', { name: '4 Hours' });
  for (const name of fields) {
    if (chosen.includes(name)) await user.selectOptions(field(name), typed[name]);
    // Nothing can be pasted into a day or a time.
    else if (moments.includes(name)) await user.type(field(name), typed[name]);
    else {
      await user.click(field(name));
      await user.paste(typed[name]);
    }
  }
}

beforeEach(rememberSession);
// What somebody leaves in a form stays theirs: each test is somebody else.
beforeEach(() => void (visit += 1));

describe('creating a signal', () => {
  it('asks for every one of the nineteen fields, and sends nothing without them', async () => {
    const calls = serve(start);
    await open('/create-signal');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create signal' })).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: publishing }));
    for (const name of fields) expect(await screen.findByText(`${labels[name]} is required`)).toBeVisible();
    expect(field('asset')).toHaveFocus();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('sends what was typed, says the message of the server, and clears the form', async () => {
    const { reply, answer } = later();
    const calls = serve({ ...start, 'POST /createsignal': () => reply });
    await open('/create-signal');
    const user = userEvent.setup();
    await fill(user);
    await user.click(screen.getByRole('button', { name: publishing }));
    const button = await screen.findByRole('button', { name: 'Publishing…' });
    expect(button).toBeDisabled();
    await act(async () => answer({ status: 201, body: { message: 'Signal created successfully', data: signal } }));
    expect(await screen.findByText('Signal created successfully')).toBeInTheDocument();
    expect(made(calls, 'POST', '/createsignal').map(({ json }) => json)).toEqual([typed]);
    for (const name of fields) expect(field(name)).toHaveValue('');
    expect(screen.getByRole('link', { name: 'Open the signal' })).toHaveAttribute('href', '#/admin/signals/s-1');
  });

  it('says beside each field what the server does not take, and loses nothing', async () => {
    serve({
      ...start,
      'POST /createsignal': {
        status: 400,
        body: {
          statusCode: 400,
          message: 'Some fields need your attention',
          errors: [
            { field: 'asset', message: 'Enter the pair as the exchange writes it' },
            { field: 'leverage', message: 'BTC/USDT allows up to 5x at binance' },
            { field: 'stopLoss', message: 'With 10x the position would be liquidated at about 57920, before the stop at 57000' },
          ],
        },
      },
    });
    await open('/create-signal');
    const user = userEvent.setup();
    await fill(user);
    await user.click(screen.getByRole('button', { name: publishing }));
    expect(await screen.findByText('Enter the pair as the exchange writes it')).toBeVisible();
    expect(field('leverage')).toHaveAccessibleDescription(expect.stringContaining('allows up to 5x at binance'));
    expect(field('stopLoss')).toHaveAccessibleDescription(
      expect.stringContaining('would be liquidated at about 57920, before the stop at 57000'),
    );
    expect(field('asset')).toHaveFocus();
    for (const name of fields) expect(field(name)).toHaveValue(typed[name]);
  });

  it('is tried again with the same key after an answer that was lost, and with another one once it says something else', async () => {
    const keys: (string | null)[] = [];
    const calls = serve({ ...start, 'POST /createsignal': { status: 503, body: { statusCode: 503, message: 'The database is away' } } });
    const asked = globalThis.fetch;
    globalThis.fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
      if (String(input).endsWith('/createsignal')) keys.push(new Headers(init.headers).get('Idempotency-Key'));
      return asked(input as string, init);
    }) as unknown as typeof fetch;
    await open('/create-signal');
    const user = userEvent.setup();
    await fill(user);
    const press = async (times: number) => {
      await user.click(await screen.findByRole('button', { name: 'Publish the signal' }));
      await waitFor(() => expect(made(calls, 'POST', '/createsignal')).toHaveLength(times));
      await screen.findByRole('button', { name: 'Publish the signal' });
    };
    await press(1);
    expect(await screen.findByText('The database is away')).toBeVisible();
    await press(2);
    await user.type(field('duration'), ' at most');
    await press(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0], keys.length]).toEqual([true, false, 3]);
  });

  it('keeps the form when the confirmation is cancelled, and publishes once it is given', async () => {
    let isConfirmed = false;
    const calls = serve({
      ...start,
      'GET /auth/mfa': factors(),
      'POST /auth/step-up': () => {
        isConfirmed = true;
        return { body: { message: '', data: { confirmedUntil: '2026-11-21T09:35:00.000Z' } } };
      },
      'POST /createsignal': () =>
        isConfirmed ? { status: 201, body: { message: 'Signal created successfully', data: signal } } : stepUpWanted,
    });
    await open('/create-signal');
    const user = userEvent.setup();
    await fill(user);
    const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.click(screen.getByRole('button', { name: publishing }));
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: publishing })).toBeEnabled());
    expect(screen.queryByText('Please confirm that it is you')).toBeNull();
    for (const name of fields) expect(field(name)).toHaveValue(typed[name]);
    await user.click(screen.getByRole('button', { name: publishing }));
    await user.type(await (await question()).findByLabelText('Password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Signal created successfully')).toBeInTheDocument();
    expect(made(calls, 'POST', '/createsignal').map(({ json }) => json)).toEqual([typed, typed, typed]);
  });

  it('is still there for whoever left it half done', async () => {
    serve(start);
    await open('/create-signal');
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Asset'), 'SOLUSDT');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'All signals' }));
    await screen.findByRole('heading', { level: 1, name: 'All signals' });
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Create signal' }));
    expect(await screen.findByLabelText('Asset')).toHaveValue('SOLUSDT');
  });

  it('shows risk and reward as the server counts them, or why there are none', async () => {
    let answered: Routes[string] = odds;
    const calls = serve({ ...start, 'POST /admin/signals/preview': () => answered as never });
    await open('/create-signal');
    const user = userEvent.setup();
    await screen.findByText(/Counted once/);
    expect(made(calls, 'POST', '/admin/signals/preview')).toEqual([]);
    await fill(user);
    expect(await screen.findByText('23.44%')).toBeVisible();
    expect(screen.getByText('3.33 × the risk')).toBeVisible();
    expect(made(calls, 'POST', '/admin/signals/preview').at(-1)?.json).toEqual({
      tradeType: 'Buy',
      leverage: '10x',
      entryPrice: '64000',
      stopLoss: '62500',
      takeProfit1: '65500',
      takeProfit2: '67000',
      takeProfit3: '69000.25',
    });
    answered = {
      status: 400,
      body: {
        statusCode: 400,
        message: 'x',
        errors: [{ field: 'stopLoss', message: 'The stop loss of a short signal must be above the entry price' }],
      },
    };
    await user.selectOptions(field('tradeType'), 'Sell');
    expect(await screen.findByText('The stop loss of a short signal must be above the entry price')).toBeVisible();
    expect(screen.queryByText('23.44%')).toBeNull();
  });

  it('takes the present date and time in UTC', async () => {
    serve(start);
    await open('/create-signal');
    const before = new Date().toISOString().slice(0, 16);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Use the present date and time' }));
    const entered = `${(field('date') as HTMLInputElement).value}T${(field('time') as HTMLInputElement).value}`;
    expect(entered >= before && entered <= new Date().toISOString().slice(0, 16)).toBe(true);
  });
});

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
    serve({ ...start, 'GET /admin/signals': { status: 400, body: { statusCode: 400, message: 'Not today' } } });
    await open('/all-signal');
    expect(await screen.findByText('All signals could not be loaded')).toBeVisible();
    expect(screen.getByText('Not today')).toBeVisible();
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
    await screen.findByRole('heading', { level: 2, name: 'Say more of it' });
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
    expect(await screen.findByText('Nothing more can be said of this signal: it has ended, or was ended by hand.')).toBeVisible();
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
    expect(dialog).toHaveTextContent('This cannot be taken back.');
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
    expect(dialog.textContent).toContain('The stop stands at 62\u202f500.');
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
    serve({ ...start, 'GET /admin/signals/s-9': { status: 404, body: { statusCode: 404, message: 'There is no such signal' } } });
    await open('/admin/signals/s-9');
    expect(await screen.findByText('The signal could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no such signal')).toBeVisible();
  });
});
