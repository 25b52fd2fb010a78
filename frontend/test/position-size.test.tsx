import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '../src/lib/query-client';
import type { PositionSizeWire, ProfileWire, SignalDetailWire, SignalOutcomeWire } from '../src/lib/wire/types';
import { THIN } from '../src/lib/format/decimal';
import { detail as signal, noTrades } from './support/console-signals';
import { later, type Call, type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

beforeEach(() => {
  rememberSession();
});
afterEach(() => void jest.useRealTimers());

const PATH = '/me/signals/s-1/position-size';
const paid: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const size: PositionSizeWire = {
  symbol: 'BTC/USDT',
  venue: 'binance',
  market: 'futures',
  leverage: 10,
  takerFee: '0.0005',
  riskPercent: '1',
  preferredRiskPercent: '1',
  equity: '12000',
  equityAt: '2026-11-20T14:00:00.000Z',
  equityReason: null,
  quantity: '0.076',
  reason: null,
  contracts: null,
  notional: '4864',
  margin: '486.4',
  lossAtStop: '118.807',
  riskAmount: '120',
  fees: { entry: '2.432', stop: '2.375' },
  targets: [
    { price: '65500', reward: '109.079' },
    { price: '67000', reward: '223.022' },
    { price: '69000.25', reward: '374.9649905' },
  ],
  liquidationPrice: '57888',
  liquidationReason: null,
  warnings: [],
  minimum: null,
};
const unsized: Partial<PositionSizeWire> = {
  quantity: null,
  notional: null,
  margin: null,
  lossAtStop: null,
  fees: null,
  targets: size.targets.map(({ price }) => ({ price, reward: null })),
  liquidationPrice: null,
  liquidationReason: 'no-quantity',
};
const nobody: Partial<PositionSizeWire> = { ...unsized, equity: null, equityAt: null, riskAmount: null, reason: 'equity-unknown' };
const answer = (changes: Partial<PositionSizeWire> = {}): Reply => ({ body: { message: '', data: { ...size, ...changes } } });

async function openPage(reply: Routes[string], changes: Partial<SignalDetailWire> = {}, more: Routes = {}): Promise<Call[]> {
  const calls = serve({
    'GET /getuser': { body: { message: '', data: paid } },
    'GET /signals/s-1': { body: { message: '', data: { ...signal, ...changes } } },
    'GET /signals/s-1/candles': { body: { message: '', data: { step: 60, candles: [], stops: [] } } },
    'GET /me/signals/s-1/trades': { body: { message: '', data: noTrades } },
    [`GET ${PATH}`]: reply,
    ...more,
  });
  await open('/user-trade-signal/s-1');
  await screen.findByRole('heading', { level: 1, name: 'BTC/USDT, long' });
  return calls;
}
const card = async () => {
  const heading = await screen.findByRole('heading', { level: 2, name: text('signals.size.title') });
  return within(heading.closest('section')!);
};
const facts = async () => {
  const found = await card();
  const names = await found.findAllByRole('term');
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]));
};
const asked = (calls: readonly Call[]) => calls.filter(({ path }) => path === PATH).map(({ search }) => search.get('risk'));

describe('the position size of a signal', () => {
  it('names quantity, value, margin, loss, profits and liquidation, and what they are based on', async () => {
    const calls = await openPage(answer());
    expect(await facts()).toEqual({
      [text('signals.size.quantity')]: '0.076 BTC',
      [text('signals.size.notional')]: `4${THIN}864.00 USDT`,
      [text('signals.size.margin', { leverage: 10 })]: '486.40 USDT',
      [text('signals.size.loss')]: '−118.81 USDT',
      [text('signals.size.target', { target: 1 })]: '+109.08 USDT',
      [text('signals.size.target', { target: 2 })]: '+223.02 USDT',
      [text('signals.size.target', { target: 3 })]: '+374.96 USDT',
      [text('signals.size.liquidation')]: `57${THIN}888.00`,
    });
    const found = await card();
    expect(found.getByText(/Your account at Binance was worth/)).toHaveTextContent('0.05%');
    expect(found.queryByRole('status')).toBeNull();
    expect(asked(calls)).toEqual([null]);
  });

  it('copies the quantity', async () => {
    const user = userEvent.setup();
    await openPage(answer({ contracts: '7.6' }));
    const found = await card();
    await user.click(await found.findByRole('button', { name: text('signals.size.copyQuantity') }));
    expect(await navigator.clipboard.readText()).toBe('0.076');
    expect((await facts())[text('signals.size.contracts')]).toBe('7.6 ');
  });

  it('follows the chosen risk, which can be saved', async () => {
    const user = userEvent.setup();
    let preferred = '1';
    const calls = await openPage(
      ({ search }) => answer({ riskPercent: search.get('risk') ?? preferred, preferredRiskPercent: preferred }),
      {},
      {
        'PUT /me/risk': ({ json }) => {
          preferred = (json as { riskPercent: string }).riskPercent;
          return { body: { message: '', data: json } };
        },
      },
    );
    const found = await card();
    expect(await found.findByRole('button', { name: '1%' })).toHaveAttribute('aria-pressed', 'true');
    expect(found.queryByRole('button', { name: new RegExp(text('signals.size.save')) })).toBeNull();
    await user.click(found.getByRole('button', { name: '2%' }));
    await waitFor(() => expect(found.getByRole('button', { name: '2%' })).toHaveAttribute('aria-pressed', 'true'));
    await user.click(await found.findByRole('button', { name: `${text('signals.size.save')}: 2%` }));
    await waitFor(() => expect(found.queryByRole('button', { name: new RegExp(text('signals.size.save')) })).toBeNull());
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([{ path: '/me/risk', json: { riskPercent: '2' } }]);
    expect(asked(calls).slice(0, 2)).toEqual([null, '2']);
  });

  it('takes a risk of one’s own, and refuses one that is none beside the field', async () => {
    const user = userEvent.setup();
    const calls = await openPage(({ search }) => answer({ riskPercent: search.get('risk') ?? '1' }));
    const found = await card();
    const field = await found.findByLabelText(text('signals.size.own'));
    await user.type(field, '11');
    await user.click(found.getByRole('button', { name: text('signals.size.apply') }));
    expect(await found.findByText(text('signals.size.ownRefused'))).toBeVisible();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    await user.clear(field);
    await user.type(field, '1,25');
    await user.click(found.getByRole('button', { name: text('signals.size.apply') }));
    await waitFor(() => expect(asked(calls)).toEqual([null, '1.25']));
    expect(found.queryByText(text('signals.size.ownRefused'))).toBeNull();
  });

  it('warns in plain words', async () => {
    await openPage(answer({ warnings: ['margin-exceeds-equity', 'liquidation-before-stop'] }));
    const found = await card();
    expect(await found.findByRole('alert')).toHaveTextContent(text('signals.size.warning.liquidation-before-stop', { venue: 'Binance' }));
    expect(found.getByText(text('signals.size.warning.margin-exceeds-equity'))).toBeVisible();
  });

  it('says what the smallest order takes', async () => {
    const minimum = { quantity: '0.001', riskPercent: '7.82', equity: '156.325' };
    await openPage(answer({ ...unsized, reason: 'below-minimum', warnings: ['below-minimum'], minimum }));
    const found = await card();
    expect(await found.findByText(text('signals.size.minimum.risk', { quantity: '0.001', base: 'BTC', risk: '7.82%' }))).toBeVisible();
    expect((await facts())[text('signals.size.quantity')]).toBe('–');
  });

  it('has dashes and the next step without an exchange account', async () => {
    await openPage(answer({ ...nobody, equityReason: 'no-account' }));
    const found = await card();
    expect(await found.findByText(text('signals.size.none.no-account'))).toBeVisible();
    expect(found.getByRole('link', { name: text('signals.size.connect') })).toHaveAttribute('href', '#/exchange-key');
    expect([...new Set(Object.values(await facts()))]).toEqual(['–']);
    expect(found.queryByRole('group')).toBeNull();
  });

  it('says why a liquidation price is unknown', async () => {
    await openPage(answer({ liquidationPrice: null, liquidationReason: 'brackets-unknown' }));
    expect(await (await card()).findByText(text('signals.size.noLiquidation.brackets-unknown', { venue: 'Binance' }))).toBeVisible();
    expect((await facts())[text('signals.size.liquidation')]).toBe('–');
  });

  it('asks again by itself while the exchange has not answered with its order sizes', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const replies = [answer({ ...unsized, reason: 'filters-unknown' })];
    const calls = await openPage(() => replies.shift() ?? answer());
    const found = await card();
    expect(await found.findByText(text('signals.size.none.filters-unknown', { venue: 'Binance' }))).toBeVisible();
    await act(async () => jest.advanceTimersByTimeAsync(20_000));
    expect(await found.findByText('0.076 BTC')).toBeVisible();
    await act(async () => jest.advanceTimersByTimeAsync(60_000));
    expect(asked(calls)).toEqual([null, null]);
  });

  it('is read again with new figures of the account', async () => {
    const replies = [answer()];
    await openPage(() => replies.shift() ?? answer({ quantity: '0.152' }));
    expect((await facts())[text('signals.size.quantity')]).toBe('0.076 BTC');
    void queryClient.invalidateQueries({ queryKey: ['portfolio'] });
    expect(await (await card()).findByText('0.152 BTC')).toBeVisible();
  });

  it('is busy while it loads, says when it failed, and tries again', async () => {
    const user = userEvent.setup();
    const first = later();
    const replies: (Reply | Promise<Reply>)[] = [first.reply, answer()];
    await openPage(() => replies.shift() ?? answer());
    const heading = await screen.findByRole('heading', { level: 2, name: text('signals.size.title') });
    expect(heading.closest('section')).toHaveAttribute('aria-busy', 'true');
    first.answer({ status: 400, body: { statusCode: 400, message: 'No' } });
    const found = await card();
    expect(await found.findByText(text('signals.size.failed'))).toBeVisible();
    await user.click(found.getByRole('button', { name: text('common.tryAgain') }));
    expect((await facts())[text('signals.size.quantity')]).toBe('0.076 BTC');
  });

  it('is not there once a signal has ended', async () => {
    const outcome: SignalOutcomeWire = {
      status: 'closed',
      entryPrice: '64000',
      entryAt: '2026-11-21T10:00:00.000Z',
      exits: [],
      rGross: '1',
      rNet: '0.9',
      rFunding: null,
      rOptimistic: null,
      ambiguous: false,
      closedAt: '2026-11-21T12:00:00.000Z',
    };
    const calls = await openPage(answer(), { outcome });
    await screen.findByRole('heading', { level: 2, name: text('signals.page.details') });
    expect(screen.queryByRole('heading', { name: text('signals.size.title') })).toBeNull();
    expect(asked(calls)).toEqual([]);
  });
});
