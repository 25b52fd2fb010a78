import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  LogReceiptWire,
  ProfileWire,
  SignalCandlesWire,
  SignalDetailWire,
  SignalOutcomeWire,
  ListedSignalWire,
} from '../src/lib/wire/types';
import { detail, noTrades } from './support/console-signals';
import { type Routes, serve } from './support/api';
import { jonas, rememberSession, sofia } from './support/people';
import { drawn } from './support/drawn-charts';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

beforeEach(() => {
  rememberSession();
});

const paid: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const signal: SignalDetailWire = {
  id: 's-1',
  asset: 'BTCUSDT',
  symbol: 'BTC/USDT',
  side: 'long',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '10x',
  recommendedPositionSize: '2% of the account',
  duration: '3 to 5 days',
  currentPrice: '64250.5',
  entryPrice: '64000',
  stopLoss: '62500',
  trailingStopLoss: 'moving',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
  marketCondition: 'Bullish',
  signalMessage: 'Enter on the retest.\nDo not chase.',
  date: '2026-11-21',
  time: '09:30',
  projectedDateOfClosure: '2026-11-28',
  publishedAt: '2026-11-21T09:31:00.000Z',
  createdAt: '2026-11-21T09:31:00.000Z',
  outcome: null,
  amendments: [],
  odds: detail.odds,
  closesAt: detail.closesAt,
  mark: null,
  logIndex: 41,
};
const outcome: SignalOutcomeWire = {
  status: 'open',
  entryPrice: '64000',
  entryAt: '2026-11-21T10:00:00.000Z',
  exits: [],
  rGross: null,
  rNet: null,
  rFunding: null,
  rOptimistic: null,
  ambiguous: false,
  closedAt: null,
};
const moved = { id: 'a-1', signalId: 's-1', kind: 'move_stop', stop: '63000.5', price: null, at: '2026-11-21T10:30:00.000Z' } as const;
const closed: SignalOutcomeWire = {
  ...outcome,
  status: 'closed',
  ambiguous: true,
  rGross: '0.5000',
  rNet: '0.4512',
  rOptimistic: '1.2',
  closedAt: '2026-11-21T12:01:00.000Z',
  exits: [
    { reason: 'tp1', price: '65500', weight: '0.333333333333333333', at: '2026-11-21T11:00:00.000Z' },
    { reason: 'stop', price: '64000', weight: '0.666666666666666666', at: '2026-11-21T12:00:00.000Z' },
  ],
};
const minute = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`) / 1000;
const second = (iso: string) => Date.parse(iso) / 1000;
const began = { time: second('2026-11-21T09:31:00Z'), price: '62500', by: 'published' } as const;
const stopMoved = { time: minute('10:31'), price: '63000.5', by: 'said' } as const;
const toEntry = { time: minute('11:00'), price: '64000', by: 'market' } as const;
const receipt: LogReceiptWire = {
  format: 'tidemark.receipt/v1',
  entries: [
    {
      index: 41,
      kind: 'signal',
      hash: 'aGFzaCBvZiA0MQ==',
      at: '2026-11-21T09:31:00.000Z',
      content: '{"id":"s-1"}',
      nonce: 'bm9uY2Ugb2YgNDE=',
    },
    {
      index: 44,
      kind: 'amendment',
      hash: 'aGFzaCBvZiA0NA==',
      at: '2026-11-21T10:30:00.000Z',
      content: '{"id":"a-1"}',
      nonce: 'bm9uY2Ugb2YgNDQ=',
    },
  ],
};
const chart: SignalCandlesWire = {
  step: 1800,
  stops: [began],
  candles: [
    [minute('09:30'), '64100', '64200', '63900', '64000'],
    [minute('10:30'), '64000', '65600', '63990', '65500.5'],
    [minute('11:30'), '65500.5', '65600', '63990', '64000'],
  ],
};

const openPage = async (one: Partial<SignalDetailWire> = {}, routes: Routes = {}) => {
  const told = { ...signal, ...one };
  const calls = serve({
    'GET /getuser': { body: { message: '', data: paid } },
    'GET /signals/s-1': { body: { message: '', data: told } },
    'GET /signals/s-1/candles': { body: { message: '', data: chart } },
    'GET /signals/s-1/receipt': { body: { message: '', data: receipt } },
    'GET /me/signals/s-1/trades': { body: { message: '', data: noTrades } },
    ...routes,
  });
  await open('/user-trade-signal/s-1');
  return calls;
};
const events = async () => {
  const card = (await screen.findByRole('heading', { name: 'What happened' })).closest('section')!;
  return within(card)
    .getAllByRole('listitem')
    .map((item) => item.textContent.replace(/^\d+, (said by the team|done by the market): /, ''));
};
const NB = '\u00a0';
const THIN = '\u202f';

/** jsdom's blobs have no text(). */
const textOf = (content: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsText(content);
  });

describe('the page of a signal', () => {
  it('tells a signal that runs from its beginning, draws its market and leads to the log', async () => {
    await openPage(
      { outcome, amendments: [moved] },
      { 'GET /signals/s-1/candles': { body: { message: '', data: { ...chart, stops: [began, stopMoved] } } } },
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'BTC/USDT, long' })).toBeVisible();
    expect(await events()).toEqual([
      `PublishedEntry 64${THIN}000, stop 62${THIN}50021 Nov 2026, 09:31 UTC`,
      `Filled at 64${THIN}00021 Nov 2026, 10:00 UTC`,
      `Stop moved to 63${THIN}000.521 Nov 2026, 10:30 UTC`,
    ]);
    expect(screen.getByText('Open')).toBeVisible();
    for (const value of ['4 Hours', 'Medium', '2% of the account', 'Bullish', '21 Nov 2026, 09:30 UTC', '28 Nov 2026'])
      expect(screen.getByText(value)).toBeVisible();
    expect(await screen.findByRole('img', { name: /^Candles of BTC\/USDT around this signal/ })).toBeVisible();
    await waitFor(() => expect(drawn.candles).toHaveLength(3));
    expect(drawn.levels).toEqual([64000, 65500, 67000, 69000.25, 62500, 63000.5]);
    expect(drawn.steps).toEqual([62500, 63000.5, 63000.5]);
    // The numbers of what happened: published and filled in the first candle, by two who did it.
    // On a phone two of the same teller are nearer to each other than their numbers are wide.
    expect(drawn.marks).toEqual(['1, 3', '2']);
    drawn.width = 1200;
    act(() => drawn.resize());
    expect(drawn.marks).toEqual(['1', '2', '3']);
    expect(
      within(screen.getByRole('list', { name: 'Lines of the chart' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `Entry 64${THIN}000`,
      `Target 1 65${THIN}500`,
      `Target 2 67${THIN}000`,
      `Target 3 69${THIN}000.25`,
      `First stop 62${THIN}500`,
      `Stop 63${THIN}000.5`,
      'Path of the stop',
      'Risk zone',
      'Reward zone',
    ]);
  });

  it('has all of its levels in view, room beside the first candle and the last, and names where these fit', async () => {
    await openPage({ outcome });
    await waitFor(() => expect(drawn.range).not.toBeNull());
    expect(drawn.autoscale!(() => ({ priceRange: { minValue: 63900, maxValue: 64100 } })).priceRange).toEqual({
      minValue: 62500,
      maxValue: 69000.25,
    });
    expect(drawn.autoscale!(() => ({ priceRange: { minValue: 60000, maxValue: 70000 } })).priceRange).toEqual({
      minValue: 60000,
      maxValue: 70000,
    });
    expect(drawn.autoscale!(() => null).priceRange).toEqual({ minValue: 62500, maxValue: 69000.25 });
    // 24 pixels at each side, and room for 24 candles at least.
    const pixels = () => 300 / (drawn.range!.to - drawn.range!.from);
    expect([(-0.5 - drawn.range!.from) * pixels(), (drawn.range!.to - 23.5) * pixels()].map(Math.round)).toEqual([24, 24]);
    expect(drawn.names.every((name) => name === '')).toBe(true);
    drawn.width = 900;
    drawn.resize();
    expect(drawn.names).toEqual(['Entry', 'Target 1', 'Target 2', 'Target 3', 'Stop']);
  });

  it('draws the way of a stop that follows in percent as the server knows it, and tells it in a word and step by step', async () => {
    const stops = [
      began,
      { time: minute('10:01'), price: '63360', by: 'market' as const },
      { time: minute('10:59'), price: '64837.512345', by: 'market' as const },
    ];
    await openPage(
      { trailingStopLoss: '1%', outcome },
      { 'GET /signals/s-1/candles': { body: { message: '', data: { ...chart, stops } } } },
    );
    await waitFor(() => expect(drawn.steps).toEqual([62500, 64837.512345, 64837.512345]));
    expect((await events()).at(-1)).toBe(
      `Stop followed the price to 64${THIN}837.51Moving since 21 Nov 2026, 10:01 UTC21 Nov 2026, 10:59 UTC`,
    );
    expect(screen.getByText('Once filled, the stop follows 1% below the highest price.')).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const table = screen.getByRole('table', { name: 'What the chart shows' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(0, 3)
            .map(({ textContent }) => textContent),
        ),
    ).toEqual([
      ['21 Nov 2026, 09:31 UTC', 'Published', 'The team'],
      ['21 Nov 2026, 10:00 UTC', `Filled at 64${THIN}000`, 'The market'],
      ['21 Nov 2026, 10:01 UTC', `Stop moved to 63${THIN}360`, 'The market'],
      ['21 Nov 2026, 10:59 UTC', `Stop moved to 64${THIN}837.51`, 'The market'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Chart' }));
    expect(await screen.findByRole('img', { name: /^Candles of BTC\/USDT/ })).toBeVisible();
  });

  it('gives a receipt to keep, with the place, the hash and the nonce of the log', async () => {
    await openPage({ outcome, amendments: [moved] });
    const card = (await screen.findByRole('heading', { name: 'Your receipt' })).closest('section')!;
    expect(await within(card).findByText('41, later updates: 44')).toBeVisible();
    for (const text of ['aGFzaCBvZiA0MQ==', 'bm9uY2Ugb2YgNDE=']) expect(within(card).getByText(text)).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Check a receipt' })).toHaveAttribute('href', '#/verify');
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (content: Blob) => (saved.push(content), 'blob:receipt'), revokeObjectURL: () => {} });
    const names: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await userEvent.setup().click(within(card).getByRole('button', { name: 'Save the receipt' }));
    click.mockRestore();
    expect(names).toEqual(['receipt-41.json']);
    expect(JSON.parse(await textOf(saved[0]!))).toEqual({ ...receipt, site: location.origin });
    expect(await screen.findByText('The receipt was saved')).toBeVisible();
  });

  it('has no receipt of what is older than the log, and says when one could not be loaded', async () => {
    const calls = await openPage({ logIndex: null });
    expect(await screen.findByText(/This signal was published before the log existed/)).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/receipt'))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Save the receipt' })).toBeNull();
  });

  it('says when the receipt could not be loaded', async () => {
    await openPage({}, { 'GET /signals/s-1/receipt': { status: 403, body: { statusCode: 403, message: 'Your subscription has ended' } } });
    expect(await screen.findByText('The receipt could not be loaded')).toBeVisible();
    expect(screen.getByText('Your subscription has ended')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save the receipt' })).toBeNull();
  });

  it('tells how one ended, by the worse way and by the better one where a minute was in doubt', async () => {
    await openPage(
      { outcome: closed, amendments: [moved] },
      { 'GET /signals/s-1/candles': { body: { message: '', data: { ...chart, stops: [began, stopMoved, toEntry] } } } },
    );
    await waitFor(() => expect(drawn.steps).toEqual([62500, 63000.5, 64000]));
    expect((await events()).slice(3)).toEqual([
      `Target 1 reached at 65${THIN}5001/3 of the position21 Nov 2026, 11:00 UTC`,
      `Stop moved to the entry, 64${THIN}00021 Nov 2026, 11:00 UTC`,
      `Stopped at 64${THIN}0002/3 of the position21 Nov 2026, 12:00 UTC`,
      `Ended: won+0.45${NB}R after costs21 Nov 2026, 12:01 UTC`,
    ]);
    expect(screen.getByText('Won')).toBeVisible();
    expect(screen.getByText('Best case').nextElementSibling?.textContent).toBe(`+1.20${NB}R`);
    expect(screen.getByText(text('signals.outcome.doubt'))).toBeVisible();
  });

  it('says when there is no candle yet, and when the candles could not be loaded', async () => {
    await openPage({}, { 'GET /signals/s-1/candles': { body: { message: '', data: { step: 60, candles: [], stops: [began] } } } });
    expect(await screen.findByText('No candles yet')).toBeVisible();
    expect(screen.getByText('Waiting')).toBeVisible();
  });

  it('says when the signal could not be loaded, and goes back to all of them', async () => {
    await openPage(
      {},
      {
        'GET /signals/s-1': { status: 404, body: { statusCode: 404, message: 'There is no such signal' } },
        'GET /getsignal': { body: { message: '', data: [] } },
      },
    );
    expect(await screen.findByText('The signal could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no such signal')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('link', { name: 'All signals' }));
    expect(await screen.findByText('No signals yet')).toBeVisible();
  });

  it.each([
    ['has not paid', { ...paid, paymentStatus: null }],
    ['is of the hedge fund', { ...jonas, paymentStatus: 'approved' as const }],
  ])('is not even asked for by a member who %s', async (_, profile) => {
    const calls = serve({ 'GET /getuser': { body: { message: '', data: profile } } });
    await open('/user-trade-signal/s-1');
    await waitFor(() => expect(currentPath()).not.toContain('user-trade-signal'));
    expect(calls.filter(({ path }) => path.startsWith('/signals'))).toEqual([]);
  });
});

describe('the list of signals', () => {
  const rows: ListedSignalWire[] = [
    { ...signal, mark: 'passed', id: 's-3', amendments: [{ ...moved, kind: 'cancel', stop: null }] },
    { ...signal, mark: 'taken', id: 's-2', outcome: { ...outcome, exits: closed.exits.slice(0, 1) }, amendments: [moved] },
    { ...signal, mark: null, outcome: closed },
  ];
  const openList = async () => {
    const calls = serve({
      'GET /getuser': { body: { message: '', data: paid } },
      'GET /getsignal': { body: { message: '', data: rows }, headers: { 'X-Total-Count': '3' } },
      'GET /signals/s-2': { body: { message: '', data: { ...signal, ...rows[1], mark: null } } },
      'GET /signals/s-2/candles': { body: { message: '', data: chart } },
      'GET /signals/s-2/receipt': { body: { message: '', data: receipt } },
    });
    await open('/user-trade-signal');
    const table = await screen.findByRole('table', { name: 'Trade signals' });
    await within(table).findAllByText('BTC/USDT');
    return { calls, table, user: userEvent.setup() };
  };

  it('says what became of each, what was said of it later, and what it made', async () => {
    const { table } = await openList();
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1, 3)
          .map((cell) => cell.textContent),
      );
    expect(cells).toEqual([
      ['Cancelled', '–'],
      [`Open, target 1 reachedStop moved to 63${THIN}000.5`, '–'],
      ['Won', `+0.45${NB}R*`],
    ]);
  });

  it('has the reader’s marks, and is filtered by them', async () => {
    const { calls, user, table } = await openList();
    const assets = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
    expect(assets).toEqual(['BTC/USDTLongPassed', 'BTC/USDTLongTaken', 'BTC/USDTLong']);
    await user.selectOptions(screen.getByLabelText('Your mark'), 'Not marked');
    await waitFor(() =>
      expect(String(calls.filter(({ path }) => path === '/getsignal').at(-1)?.search)).toBe('page=1&perPage=25&mark=none'),
    );
    await user.click(screen.getByRole('button', { name: text('signals.filter.clear') }));
    await waitFor(() => expect(String(calls.filter(({ path }) => path === '/getsignal').at(-1)?.search)).toBe('page=1&perPage=25'));
  });

  it('is filtered by status, in the address, and opens a page for each', async () => {
    const { calls, user, table } = await openList();
    await user.selectOptions(screen.getByLabelText('Status'), 'Ended');
    await waitFor(() =>
      expect(String(calls.filter(({ path }) => path === '/getsignal').at(-1)?.search)).toBe('page=1&perPage=25&status=ended'),
    );
    expect(new URLSearchParams(currentPath().split('?')[1]).get('status')).toBe('ended');
    await user.click(within(table).getAllByRole('link', { name: 'Details of BTC/USDT, long' })[1]!);
    expect(currentPath()).toBe('/user-trade-signal/s-2');
    expect(await screen.findByRole('heading', { level: 1, name: 'BTC/USDT, long' })).toBeVisible();
  });
});
