import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '../src/lib/query-client';
import { THIN } from '../src/lib/format/decimal';
import type { OwnTradesWire, ProfileWire, SignalDetailWire, SignalMarkWire, SignalOutcomeWire } from '../src/lib/wire/types';
import { detail, noTrades } from './support/console-signals';
import { type Call, type Routes, serve } from './support/api';
import { drawn } from './support/drawn-charts';
import { FakeSocket, sockets } from './support/fake-socket';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const original = globalThis.WebSocket;
beforeEach(() => {
  rememberSession();
  sockets.length = 0;
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = original;
  jest.restoreAllMocks();
  queryClient.clear();
});

const paid: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
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
const NB = '\u00a0';
const MARK = '/me/signals/s-1/mark';
const at = '2026-11-21T10:05:00.000Z';
const marked = (stance: 'taken' | 'passed', figures: Partial<SignalMarkWire> = {}): SignalMarkWire => ({
  stance,
  entryPrice: null,
  quantity: null,
  markedAt: at,
  ...figures,
});
const filled: OwnTradesWire = {
  symbol: 'BTC/USDT',
  lastSyncedAt: '2026-11-21T12:00:00.000Z',
  computedAt: '2026-11-21T12:00:05.000Z',
  isBehind: false,
  unknown: null,
  entry: { price: '64160', quantity: '0.25', modelPrice: '64000', slippage: '0.0025' },
  exit: { price: '65500', quantity: '0.1', profit: '131.5', lastAt: '2026-11-21T11:00:00.000Z' },
};

async function openPage(changes: Partial<SignalDetailWire> = {}, trades: OwnTradesWire = noTrades, more: Routes = {}): Promise<Call[]> {
  const calls = serve({
    'GET /getuser': { body: { message: '', data: paid } },
    'GET /signals/s-1': { body: { message: '', data: { ...detail, ...changes } } },
    'GET /signals/s-1/candles': { body: { message: '', data: { step: 60, candles: [[1_795_253_400, '1', '2', '1', '2']], stops: [] } } },
    'GET /me/signals/s-1/trades': { body: { message: '', data: trades } },
    ...more,
  });
  await open('/user-trade-signal/s-1');
  await screen.findByRole('heading', { level: 1, name: 'BTC/USDT, long' });
  return calls;
}
const rows = () => within(screen.getByRole('list', { name: text('signals.ladder.levels') })).getAllByRole('listitem');
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent;
const tickerFrame = (more: object) => ({
  type: 'event',
  topic: 'ticker',
  data: { full: true, state: 'live', reason: null, age: 0, rows: [['BTCUSDT', '64750.10', '1.20']], ...more },
});
const card = async () => within((await screen.findByRole('heading', { level: 2, name: text('signals.mark.title') })).closest('section')!);

describe('the price ladder', () => {
  it('has levels and live price in the order of price, with distance, reward and what was reached', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T20:00:05.500Z'));
    const exits = [{ reason: 'tp1' as const, price: '65500', weight: '0.333', at: '2026-11-21T11:00:00.000Z' }];
    await openPage({ outcome: { ...outcome, exits } });
    act(() => {
      sockets.at(-1)!.accept();
      sockets.at(-1)!.tell(tickerFrame({ age: 500 }));
    });
    await waitFor(() => expect(rows()).toHaveLength(6));
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      `Target 369${THIN}000.25+7.81%3.33${NB}R`,
      `Target 267${THIN}000+4.69%2.00${NB}R`,
      `Target 165${THIN}500+2.34%1.00${NB}RReached`,
      `Spot price64${THIN}750.10+1.17%`,
      `Entry64${THIN}000Filled`,
      `Stop62${THIN}500−2.34%`,
    ]);
    expect(fact(text('signals.ladder.live'))).toBe(`64${THIN}750.10Binance, as of 20:00:05 UTC`);
    expect(fact(text('signals.ladder.timeLeft'))).toBe('3 d 3 hUntil 29 Nov 2026, 00:00 UTC');
    expect(fact(text('signals.ladder.risk'))).toBe('2.34%23.44% of the margin at 10x');
    expect(within(rows()[5]!).getByRole('button', { name: 'Copy the price: Stop' })).toBeVisible();
  });

  it('copies the price of a level as it was published', async () => {
    const user = userEvent.setup();
    await openPage();
    await user.click(within(rows()[0]!).getByRole('button', { name: 'Copy the price: Target 3' }));
    expect(await navigator.clipboard.readText()).toBe('69000.25');
  });

  it('says why there is no live price, and that an old one is old', async () => {
    await openPage({ outcome });
    expect(fact(text('signals.ladder.live'))).toBe(`–${text('signals.ladder.noPrice.waiting')}`);
    const tell = (more: object) => act(() => sockets.at(-1)!.tell(tickerFrame(more)));
    act(() => sockets.at(-1)!.accept());
    tell({ rows: [['ETHUSDT', '3000', '0.00']] });
    expect(fact(text('signals.ladder.live'))).toBe(`–${text('signals.ladder.noPrice.unlisted')}`);
    tell({});
    expect(rows()).toHaveLength(6);
    tell({ full: false, rows: [], state: 'down', reason: 'gone', age: 60_000 });
    expect(fact(text('signals.ladder.live'))).toContain(text('signals.ladder.old.down'));
    expect(rows()).toHaveLength(6);
  });

  it('has neither live price nor time left once the signal has ended', async () => {
    const exits = [{ reason: 'stop' as const, price: '62500', weight: '1', at: '2026-11-21T11:00:00.000Z' }];
    await openPage({ outcome: { ...outcome, status: 'closed', rNet: '-1.02', rGross: '-1', closedAt: at, exits } });
    expect(screen.queryByText(text('signals.ladder.live'))).toBeNull();
    expect(screen.queryByText(text('signals.ladder.timeLeft'))).toBeNull();
    expect(rows().at(-1)?.textContent).toBe(`Stop62${THIN}500−2.34%Stopped`);
    expect(sockets.some(({ said }) => said.some(({ topics }) => topics?.includes('ticker')))).toBe(false);
  });
});

describe('the chart of a signal', () => {
  it('shades what is at risk, and the reward up to the last target', async () => {
    await openPage();
    await waitFor(() => expect(drawn.zones()).toHaveLength(2));
    const [risk, reward] = drawn.zones();
    // The double has the y of a price at its negative.
    expect([risk?.top, risk?.height, reward?.top, reward?.height]).toEqual([-64_000, 1500, -69_000.25, 5000.25]);
    expect(risk?.color).not.toBe(reward?.color);
  });
});

describe('the mark of a signal', () => {
  it('is set, replaced and removed, each time with a way back', async () => {
    let mark: SignalMarkWire | null = null;
    const calls = await openPage({}, noTrades, {
      'GET /signals/s-1': () => ({ body: { message: '', data: { ...detail, mark } } }),
      [`PUT ${MARK}`]: ({ json }) => {
        mark = marked('taken', json as Partial<SignalMarkWire>);
        return { body: { message: '', data: mark } };
      },
      [`DELETE ${MARK}`]: () => {
        mark = null;
        return { body: { message: '', data: null } };
      },
    });
    const user = userEvent.setup();
    const { getByRole, findByRole, queryByRole } = await card();
    const sent = () => calls.filter(({ path }) => path === MARK).map(({ method, json }) => [method, json ?? null]);

    await user.click(getByRole('button', { name: text('signals.mark.taken') }));
    expect(await findByRole('button', { name: text('signals.mark.taken'), pressed: true })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: text('signals.mark.undo') }));
    await waitFor(() => expect(queryByRole('button', { name: text('signals.mark.taken'), pressed: true })).toBeNull());
    expect(sent()).toEqual([
      ['PUT', { stance: 'taken' }],
      ['DELETE', null],
    ]);

    await user.click(getByRole('button', { name: text('signals.mark.passed') }));
    await user.click(await findByRole('button', { name: text('signals.mark.remove') }));
    await waitFor(() => expect(queryByRole('button', { name: text('signals.mark.remove') })).toBeNull());
    expect(sent().slice(2)).toEqual([
      ['PUT', { stance: 'passed' }],
      ['DELETE', null],
    ]);
  });

  it('takes entry price and quantity, and restores them', async () => {
    const first = marked('taken', { entryPrice: '64010.5', quantity: '0.25' });
    const calls = await openPage({ mark: first }, noTrades, {
      [`PUT ${MARK}`]: ({ json }) => ({ body: { message: '', data: { ...first, ...(json as object) } } }),
    });
    const user = userEvent.setup();
    const { getByLabelText, getByRole } = await card();
    const price = getByLabelText(/^Entry price/);
    expect([price, getByLabelText(/^Quantity in BTC/)].map((input) => (input as HTMLInputElement).value)).toEqual(['64010.5', '0.25']);
    await user.clear(price);
    await user.type(price, '64011,5');
    await user.clear(getByLabelText(/^Quantity in BTC/));
    await user.click(getByRole('button', { name: text('signals.mark.save') }));
    await user.click(await screen.findByRole('button', { name: text('signals.mark.undo') }));
    await screen.findByText(text('signals.mark.restored'));
    expect(calls.filter(({ path }) => path === MARK).map(({ json }) => json)).toEqual([
      { stance: 'taken', entryPrice: '64011.5', quantity: null },
      { stance: 'taken', entryPrice: '64010.5', quantity: '0.25' },
    ]);
  });

  it('says beside the field what the server refused', async () => {
    const message = 'Enter a quantity above zero';
    await openPage({ mark: marked('taken') }, noTrades, {
      [`PUT ${MARK}`]: { status: 400, body: { message, errors: [{ field: 'quantity', message }] } },
    });
    const user = userEvent.setup();
    const { getByLabelText, getByRole, findByText } = await card();
    await user.type(getByLabelText(/^Quantity in BTC/), '0');
    await user.click(getByRole('button', { name: text('signals.mark.save') }));
    expect(await findByText(message)).toBeVisible();
    expect(getByLabelText(/^Quantity in BTC/)).toHaveAccessibleDescription(expect.stringContaining(message));
  });
});

describe('the own fills of a signal', () => {
  it('are compared with its entry', async () => {
    await openPage({}, filled);
    await (await card()).findByText(text('signals.own.entry'));
    expect(fact(text('signals.own.entry'))).toBe(`64${THIN}160.00`);
    expect(fact(text('signals.own.slippage'))).toBe(`0.25% worse than the signal’s entry at 64${THIN}000`);
    expect(fact(text('signals.own.quantity'))).toBe('0.25 BTC');
    expect(fact(text('signals.own.exit'))).toBe(`65${THIN}500.00 for 0.1 BTC`);
    expect(fact(text('signals.own.result'))).toBe('+131.50 USDT');
    expect((await card()).getByText(/^Last sync/)).toHaveTextContent('Last sync 21 Nov 2026, 12:00 UTC.');
  });

  it.each([
    ['-0.001', `0.10% better than the signal’s entry at 64${THIN}000`],
    ['0.00001', `The same as the signal’s entry at 64${THIN}000`],
  ])('of a difference of %s say %s', async (slippage, said) => {
    await openPage({}, { ...filled, entry: { ...filled.entry!, slippage } });
    await (await card()).findByText(text('signals.own.slippage'));
    expect(fact(text('signals.own.slippage'))).toBe(said);
  });

  it('have a dash with a reason where the result is not known', async () => {
    await openPage({}, { ...filled, exit: { ...filled.exit!, profit: null } });
    await (await card()).findByText(text('signals.own.result'));
    expect(fact(text('signals.own.result'))).toBe(`– ${text('signals.own.unvalued')}`);
  });

  it.each(['no-account', 'not-synced', 'synced-before', 'other-currency', 'not-filled', 'computing', 'no-fills'] as const)(
    'say why there are none: %s',
    async (unknown) => {
      await openPage({}, { ...noTrades, unknown });
      const { findByText, queryByRole } = await card();
      expect(await findByText(`– ${text(`signals.own.none.${unknown}`, { symbol: 'BTC/USDT' })}`)).toBeVisible();
      expect(queryByRole('link', { name: text('signals.own.connect') }) !== null).toBe(unknown === 'no-account');
    },
  );

  it('say so where they contradict the mark', async () => {
    await openPage({ mark: marked('passed') }, filled);
    expect(await (await card()).findByText(text('signals.own.passedButFilled'))).toBeVisible();
  });

  it('say so where a signal was taken and no fill was found', async () => {
    await openPage({ mark: marked('taken') }, { ...noTrades, unknown: 'no-fills', lastSyncedAt: '2026-11-21T12:00:00.000Z' });
    const { findByText, getByText } = await card();
    expect(await findByText(text('signals.own.takenNoFill'))).toBeVisible();
    expect(getByText(/^Last sync/)).toHaveTextContent('Last sync 21 Nov 2026, 12:00 UTC.');
  });
});
