import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  AccountAlertsWire,
  AccountFiringWire,
  AlertFiringWire,
  AlertWire,
  ProfileWire,
  SignalDetailWire,
} from '../src/lib/wire/types';
import { detail as published } from './support/console-signals';
import { type Call, type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const paying: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const alert: AlertWire = {
  id: 'a-1',
  kind: 'price',
  venue: 'binance',
  market: 'spot',
  symbol: 'BTC/USDT',
  signalId: null,
  level: '60000',
  way: 'up',
  percent: null,
  repeats: false,
  state: 'active',
  endReason: null,
  isArmed: true,
  lastPrice: '58000',
  checkedTo: '2026-11-29T10:41:00.000Z',
  uncheckedFrom: null,
  uncheckedTo: null,
  createdAt: '2026-11-29T10:40:00.000Z',
  firedAt: null,
};
const firing: AlertFiringWire = {
  id: 'f-1',
  alertId: 'a-1',
  kind: 'price',
  signalId: null,
  venue: 'binance',
  market: 'spot',
  symbol: 'BTC/USDT',
  level: '60000',
  percent: null,
  way: 'up',
  minute: '2026-11-29T10:41:00.000Z',
  high: '60012',
  low: '59900',
  firedAt: '2026-11-29T10:42:10.000Z',
};
const account: AccountAlertsWire = {
  items: [
    { kind: 'liquidation', isOn: true, percent: '5', isArmed: true, checkedAt: '2026-11-29T10:41:00.000Z', firedAt: null },
    { kind: 'drawdown', isOn: true, percent: '10', isArmed: false, checkedAt: null, firedAt: '2026-11-28T08:00:00.000Z' },
    { kind: 'deposit', isOn: false, percent: null, isArmed: true, checkedAt: null, firedAt: null },
  ],
  syncedAt: '2026-11-29T10:40:30.000Z',
  drawdown: '-0.1234',
  drawdownUnknown: null,
  positions: [
    { symbol: 'BTCUSDT', side: 'long', markPrice: '59000', liquidationPrice: '47500', distance: '0.194915254237' },
    { symbol: 'ETHUSDT', side: 'short', markPrice: '3000', liquidationPrice: null, distance: null },
  ],
};
const fell: AccountFiringWire = {
  id: 'f-2',
  kind: 'drawdown',
  percent: '10',
  drawdown: '-0.10253',
  coin: null,
  amount: null,
  network: null,
  at: '2026-11-28T08:00:00.000Z',
  firedAt: '2026-11-28T08:01:00.000Z',
};
const rises = text('alerts.what.up', { pair: 'BTC/USDT', level: '60 000' });

const openPage = async (alerts: readonly AlertWire[] = [alert], more: Routes = {}, { profile = paying, path = '/alerts' } = {}) => {
  const calls = serve({
    'GET /getuser': answerOf(profile),
    'GET /me/alerts': answerOf({ items: alerts, max: 50 }),
    'GET /me/alerts/account': answerOf(account),
    'GET /me/alerts/firings': answerOf({ items: [firing], next: null }),
    ...more,
  });
  await open(path);
  return { calls, user: userEvent.setup({ delay: null }) };
};
const table = (name: string) => screen.findByRole('table', { name });
const sent = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, json }) => [path, json]);

describe('the page of alerts', () => {
  it('lists alerts with their distance, and what fired and why', async () => {
    await openPage();
    const list = within(await table(text('alerts.list.title')));
    expect(list.getByText(rises)).toBeVisible();
    expect(list.getByText(text('alerts.state.active'))).toBeVisible();
    expect(list.getByText('+3.44%')).toBeVisible();
    const fired = within(await table(text('alerts.fired.title')));
    expect(fired.getByText(text('alerts.fired.up', { pair: 'BTC/USDT', level: '60 000' }))).toBeVisible();
    expect(fired.getByText(/had a high of 60 012/)).toHaveTextContent(/10:41/);
  });

  it.each<[Partial<AlertWire>, string]>([
    [{ isArmed: false }, 'alerts.state.waits'],
    [{ state: 'ended', endReason: 'signal-ended' }, 'alerts.state.signalEnded'],
    [{ state: 'ended', endReason: 'not-traded' }, 'alerts.state.notTraded'],
    [{ repeats: true }, 'alerts.state.repeats'],
    [{ state: 'fired', firedAt: '2026-11-29T10:42:10.000Z' }, 'alerts.state.fired'],
  ])('says what a state means: %j', async (changes, id) => {
    await openPage([{ ...alert, ...changes }]);
    const list = within(await table(text('alerts.list.title')));
    expect(list.getByText(text(id as never))).toBeVisible();
    expect(list.queryAllByRole('button', { name: text('alerts.pause') })).toHaveLength((changes.state ?? 'active') === 'active' ? 1 : 0);
  });

  it('names a span of time that was not checked, and an unknown price by a dash', async () => {
    await openPage([{ ...alert, lastPrice: null, uncheckedFrom: '2026-11-20T10:00:00.000Z', uncheckedTo: '2026-11-26T10:41:00.000Z' }]);
    const list = within(await table(text('alerts.list.title')));
    expect(list.getByText(/were not checked/)).toBeVisible();
    expect(list.getByTitle(text('alerts.list.noPrice'))).toHaveTextContent('–');
  });

  it('says that there are none, and that they could not be loaded', async () => {
    let fails = true;
    const { user } = await openPage([], {
      'GET /me/alerts': () => (fails ? { status: 400, body: { message: 'Not today' } } : answerOf({ items: [], max: 50 })),
      'GET /me/alerts/firings': answerOf({ items: [], next: null }),
    });
    expect(await screen.findByText('Not today')).toBeVisible();
    expect(await screen.findByText(text('alerts.fired.none'))).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await screen.findByText(text('alerts.list.none'))).toBeVisible();
  });

  it('shows earlier ones on demand', async () => {
    const { user } = await openPage([alert], {
      'GET /me/alerts/firings': ({ search }) =>
        answerOf(
          search.get('before') === null
            ? { items: [firing], next: 'f-1' }
            : { items: [{ ...firing, id: 'f-0', way: 'down', low: '59000' }], next: null },
        ),
    });
    await user.click(await screen.findByRole('button', { name: text('alerts.fired.more') }));
    expect(await screen.findByText(/had a low of 59 000/)).toBeVisible();
    expect(screen.queryByRole('button', { name: text('alerts.fired.more') })).toBeNull();
  });
});

describe('setting an alert', () => {
  it('sends a price as it is typed, with a point', async () => {
    const { user, calls } = await openPage([], { 'POST /me/alerts': answerOf(alert, 'The alert is set') });
    await user.click(await screen.findByRole('button', { name: text('alerts.form.action') }));
    expect(await screen.findByText(text('alerts.form.levelMissing'))).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: text('alerts.form.level') }), ' 60000,5 ');
    await user.selectOptions(screen.getByRole('combobox', { name: text('alerts.form.when') }), 'down');
    await user.click(screen.getByRole('button', { name: text('alerts.form.action') }));
    expect(await screen.findByText('The alert is set')).toBeVisible();
    expect(sent(calls, 'POST')).toEqual([
      ['/me/alerts', { kind: 'price', asset: 'BTC/USDT', way: 'down', level: '60000.5', repeats: false }],
    ]);
  });

  it('shows what the server refuses beside its field', async () => {
    const message = 'The exchange does not trade NO/USDT';
    const { user } = await openPage([], { 'POST /me/alerts': { status: 400, body: { message, errors: [{ field: 'asset', message }] } } });
    const pair = await screen.findByRole('textbox', { name: text('alerts.form.pair') });
    await user.type(screen.getByRole('textbox', { name: text('alerts.form.level') }), '1');
    await user.click(screen.getByRole('button', { name: text('alerts.form.action') }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(pair).toBeInvalid();
  });

  it('is about the signal that the page was opened for', async () => {
    const signal: SignalDetailWire = { ...published, trailingStopLoss: 'none' };
    const { user, calls } = await openPage(
      [],
      { 'GET /signals/s-1': answerOf(signal), 'POST /me/alerts': answerOf(alert, 'The alert is set') },
      { path: '/alerts?signal=s-1' },
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: text('alerts.form.near') }), 'signal-stop');
    await user.click(screen.getByRole('button', { name: text('alerts.form.action') }));
    await waitFor(() =>
      expect(sent(calls, 'POST')).toEqual([['/me/alerts', { kind: 'signal-stop', signalId: signal.id, percent: '1', repeats: false }]]),
    );
  });

  it('offers no stop that moves by itself', async () => {
    const signal: SignalDetailWire = { ...published, trailingStopLoss: 'breakeven' };
    await openPage([], { 'GET /signals/s-1': answerOf(signal) }, { path: '/alerts?signal=s-1' });
    const near = within(await screen.findByRole('combobox', { name: text('alerts.form.near') }));
    expect(near.getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText(text('alerts.form.stopMoves'))).toBeVisible();
  });

  it('is for members who pay, and ends at the most alerts', async () => {
    await openPage([], {}, { profile: { ...paying, paymentStatus: null } });
    expect(await screen.findByText(text('alerts.form.locked'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('alerts.form.action') })).toBeNull();
  });

  it('ends at the most alerts', async () => {
    await openPage([alert], { 'GET /me/alerts': answerOf({ items: [alert], max: 1 }) });
    expect(await screen.findByText(text('alerts.form.full', { max: 1 }))).toBeVisible();
  });
});

describe('an alert in the list', () => {
  it('is paused and started anew', async () => {
    let state: AlertWire['state'] = 'active';
    const { user, calls } = await openPage([], {
      'GET /me/alerts': () => answerOf({ items: [{ ...alert, state }], max: 50 }),
      'PATCH /me/alerts/a-1': ({ json }) => {
        state = (json as { state: AlertWire['state'] }).state;
        return answerOf({ ...alert, state }, 'Changed');
      },
    });
    await user.click(await screen.findByRole('button', { name: text('alerts.pause') }));
    await user.click(await screen.findByRole('button', { name: text('alerts.resume') }));
    expect(await screen.findByRole('button', { name: text('alerts.pause') })).toBeVisible();
    expect(sent(calls, 'PATCH')).toEqual([
      ['/me/alerts/a-1', { state: 'paused' }],
      ['/me/alerts/a-1', { state: 'active' }],
    ]);
  });

  it('is deleted after a question', async () => {
    const { user, calls } = await openPage([alert], { 'DELETE /me/alerts/a-1': answerOf(null, 'The alert is deleted') });
    await user.click(await screen.findByRole('button', { name: text('alerts.delete.action') }));
    const dialog = await screen.findByRole('dialog', { name: text('alerts.delete.title') });
    expect(within(dialog).getByText(text('alerts.delete.text', { alert: rises }))).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: text('alerts.delete.action') }));
    expect(await screen.findByText('The alert is deleted')).toBeVisible();
    expect(sent(calls, 'DELETE')).toHaveLength(1);
  });
});

describe('alerts about the account', () => {
  const form = (kind: 'liquidation' | 'drawdown' | 'deposit') => screen.findByRole('form', { name: text(`alerts.account.${kind}.title`) });

  it('show how each stands, and the open positions', async () => {
    await openPage();
    expect(within(await form('liquidation')).getByText(text('alerts.account.never'))).toBeVisible();
    const drawdown = within(await form('drawdown'));
    expect(drawdown.getByText(text('alerts.account.now', { value: '\u221212.34%' }))).toBeVisible();
    expect(drawdown.getByText(/8:00/)).toHaveTextContent(text('alerts.account.waits'));
    const positions = within(await table(text('alerts.account.positions')));
    expect(positions.getByText('19.49%')).toBeVisible();
    expect(positions.getByText(text('alerts.account.short', { contract: 'ETHUSDT' }))).toBeVisible();
    expect(positions.getAllByTitle(text('alerts.account.noLiquidation'))).not.toHaveLength(0);
  });

  it.each(['no-account', 'not-computed', 'incomplete', 'estimated'] as const)('say why a drawdown is not known: %s', async (unknown) => {
    const { items } = account;
    await openPage([], {
      'GET /me/alerts/account': answerOf({ items, syncedAt: null, drawdown: null, drawdownUnknown: unknown, positions: [] }),
    });
    const why = text('alerts.account.noNow', { dash: '–', reason: text(`alerts.account.${unknown}`) });
    expect(within(await form('drawdown')).getByText(why)).toBeVisible();
    expect(screen.queryByRole('table', { name: text('alerts.account.positions') })).toBeNull();
  });

  it('are turned on, changed and turned off', async () => {
    const { user, calls } = await openPage([], {
      'PUT /me/alerts/account/deposit': answerOf(account, 'The alert is on'),
      'PUT /me/alerts/account/liquidation': answerOf(account, 'The alert is on'),
      'DELETE /me/alerts/account/drawdown': answerOf(account, 'The alert is off'),
    });
    await user.click(within(await form('deposit')).getByRole('button', { name: text('alerts.account.turnOn') }));
    const liquidation = within(await form('liquidation'));
    const percent = liquidation.getByRole('textbox', { name: text('alerts.account.liquidation.percent') });
    await user.clear(percent);
    await user.type(percent, '7,5');
    await user.click(liquidation.getByRole('button', { name: text('alerts.account.save') }));
    await user.click(within(await form('drawdown')).getByRole('button', { name: text('alerts.account.turnOff') }));
    await waitFor(() =>
      expect([...sent(calls, 'PUT'), ...sent(calls, 'DELETE').map(([path]) => path)]).toEqual([
        ['/me/alerts/account/deposit', {}],
        ['/me/alerts/account/liquidation', { percent: '7.5' }],
        '/me/alerts/account/drawdown',
      ]),
    );
  });

  it('place what is wrong beside the percentage', async () => {
    const message = 'Enter a percentage from 0.5 to 50 with at most two decimals';
    const { user } = await openPage([], {
      'PUT /me/alerts/account/liquidation': { status: 400, body: { message, errors: [{ field: 'percent', message }] } },
    });
    const liquidation = within(await form('liquidation'));
    await user.click(liquidation.getByRole('button', { name: text('alerts.account.save') }));
    expect(await liquidation.findByRole('textbox', { name: text('alerts.account.liquidation.percent') })).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });

  it('list what fired, among prices', async () => {
    const deposit: AccountFiringWire = {
      ...fell,
      id: 'f-3',
      kind: 'deposit',
      percent: null,
      drawdown: null,
      coin: 'USDT',
      amount: '250.5',
    };
    const near: AlertFiringWire = { ...firing, id: 'f-4', kind: 'liquidation', way: 'down', percent: '5', level: '50000', low: '49990' };
    await openPage([], { 'GET /me/alerts/firings': answerOf({ items: [near, fell, deposit], next: null }) });
    const fired = within(await table(text('alerts.fired.title')));
    expect(fired.getByText(text('alerts.fired.long', { pair: 'BTC/USDT', percent: '5' }))).toBeVisible();
    expect(fired.getByText(text('alerts.fired.drawdown', { percent: '10' }))).toBeVisible();
    expect(fired.getByText(/10\.25%/)).toBeVisible();
    expect(fired.getByText(text('alerts.fired.deposit', { amount: '250.5', coin: 'USDT' }))).toBeVisible();
  });

  it('can be turned off, and not on, by a member who may not see signals', async () => {
    await openPage([], {}, { profile: { ...paying, paymentStatus: 'pending' } });
    expect(await screen.findByText(text('alerts.account.locked'))).toBeVisible();
    expect(within(await form('deposit')).getByRole('button', { name: text('alerts.account.turnOn') })).toBeDisabled();
    expect(within(await form('drawdown')).getByRole('button', { name: text('alerts.account.turnOff') })).toBeEnabled();
  });

  it('offer to try again where they could not be loaded', async () => {
    await openPage([], { 'GET /me/alerts/account': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText(text('alerts.account.failed'))).toBeVisible();
  });
});
