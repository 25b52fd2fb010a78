import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Routes, later, serve } from './support/api';
import { made, odds, rememberSomebodyElse, signal, start, typed } from './support/console-signals';
import { open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

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

beforeEach(rememberSomebodyElse);

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

  it('is retried with the same key after an answer that was lost, and with another one once it says something else', async () => {
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
    await screen.findByText(/Fill in trade type/);
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
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Use current date and time' }));
    const entered = `${(field('date') as HTMLInputElement).value}T${(field('time') as HTMLInputElement).value}`;
    expect(entered >= before && entered <= new Date().toISOString().slice(0, 16)).toBe(true);
  });
});

describe('a draft for Telegram', () => {
  const telegram = { isAvailable: true, account: null, request: null, group: null };
  const account = { id: '7', name: '@ada', isBlocked: false, connectedAt: '2026-11-20T00:00:00.000Z' };
  const as = (state: object) => ({ 'GET /me/telegram': { body: { message: '', data: { ...telegram, ...state } } } }) as Routes;

  it('is not offered without a bot', async () => {
    serve(start);
    await open('/create-signal');
    await screen.findByRole('option', { name: '4 Hours' });
    expect(screen.queryByRole('region', { name: 'Telegram' })).toBeNull();
  });

  it('is sent to the account, keeps the form, and says until when a reply counts', async () => {
    const draft = { id: 'd-1', expiresAt: '2026-11-22T09:31:00.000Z' };
    const calls = serve({
      ...start,
      ...as({ account }),
      'POST /admin/signals/drafts': { status: 201, body: { message: 'Sent to your Telegram', data: draft } },
    });
    await open('/create-signal');
    const user = userEvent.setup();
    await fill(user);
    await user.click(await screen.findByRole('button', { name: 'Send to my Telegram' }));
    expect(await screen.findByText('Sent to @ada')).toBeVisible();
    expect(screen.getByText(/You can reply until/)).toBeVisible();
    expect(made(calls, 'POST', '/admin/signals/drafts').map(({ json }) => json)).toEqual([typed]);
    expect(made(calls, 'POST', '/createsignal')).toEqual([]);
    for (const name of fields) expect(field(name)).toHaveValue(typed[name]);
  });

  it('waits until the account is connected', async () => {
    const request = { expiresAt: '2026-11-21T09:41:00.000Z', pending: null, isRefused: false, isOwnSession: true };
    let state: object = {};
    const url = 'https://t.me/club_bot?start=abc';
    const calls = serve({
      ...start,
      'GET /me/telegram': () => ({ body: { message: '', data: { ...telegram, ...state } } }),
      'POST /me/telegram/link': () => {
        state = { request: { ...request, pending: { id: '7', name: '@ada' } } };
        return { status: 201, body: { message: '', data: { url, telegram: { ...telegram, request } } } };
      },
      'POST /me/telegram/confirm': () => {
        state = { account };
        return { body: { message: 'Telegram is connected', data: { ...telegram, account } } };
      },
    });
    await open('/create-signal');
    const user = userEvent.setup();
    expect(await screen.findByText(/Your Telegram is not connected/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send to my Telegram' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Connect Telegram' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, connect it' }));
    expect(await screen.findByRole('button', { name: 'Send to my Telegram' })).toBeVisible();
    expect(made(calls, 'POST', '/me/telegram/confirm').map(({ json }) => json)).toEqual([{ id: '7' }]);
  });

  it('is offered no more once the account is disconnected', async () => {
    let state: object = { account };
    const calls = serve({
      ...start,
      'GET /me/telegram': () => ({ body: { message: '', data: { ...telegram, ...state } } }),
      'DELETE /me/telegram': () => {
        state = {};
        return { body: { message: 'Telegram is disconnected', data: telegram } };
      },
    });
    await open('/create-signal');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Disconnect Telegram' }));
    expect(await screen.findByRole('button', { name: 'Connect Telegram' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send to my Telegram' })).toBeNull();
    expect(made(calls, 'DELETE', '/me/telegram')).toHaveLength(1);
  });

  it('is not sent to an account that has blocked the bot', async () => {
    serve({ ...start, ...as({ account: { ...account, isBlocked: true } }) });
    await open('/create-signal');
    expect(await screen.findByText('You blocked the bot in Telegram')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send to my Telegram' })).toBeDisabled();
  });
});
