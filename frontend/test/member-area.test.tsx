import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepProfile } from '../src/lib/kept-profile';
import { toProfile } from '../src/lib/wire/profile';
import type { ProfileWire, SignalWire } from '../src/lib/wire/types';
import { later, type Reply, type Routes, serve } from './support/api';
import { FakeSocket, sockets } from './support/fake-socket';
import { jonas, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

const original = globalThis.WebSocket;
beforeEach(() => {
  rememberSession();
  sockets.length = 0;
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = original;
  jest.restoreAllMocks();
});

const paid: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const profile = (data: ProfileWire): Reply => ({ body: { message: '', data } });
const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
const LOCKED = 'To access trade signals, subscribe in your profile.';

const signal: SignalWire = {
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
  trailingStopLoss: 'breakeven',
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
};
const list = (...rows: SignalWire[]): Reply => ({
  body: { message: 'Signals', data: rows },
  headers: { 'X-Total-Count': String(rows.length) },
});
/** What the page has told the server it listens to. */
const topics = () =>
  [
    ...new Set(sockets.flatMap(({ said }) => said.flatMap((message) => (message.type === 'subscribe' ? (message.topics ?? []) : [])))),
  ].sort();
const tell = (topic: string, data: object | null) => act(async () => sockets.at(-1)!.tell({ type: 'event', topic, data }));
const accept = () => act(async () => sockets.at(-1)!.accept());

describe('the menu', () => {
  it('says how to get to what is locked, and leads nowhere', async () => {
    serve({ 'GET /getuser': profile(sofia) });
    await open('/profile');
    const user = userEvent.setup();
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await user.click(menu().getByRole('button', { name: 'Trade Signals (locked)' }));
    expect(await screen.findByText(LOCKED)).toBeInTheDocument();
    await user.click(menu().getByRole('button', { name: 'Resources (locked)' }));
    expect(await screen.findByText('To access resources, subscribe in your profile.')).toBeInTheDocument();
    expect(currentPath()).toBe('/profile');
  });

  it('has the rooms of the trade club in their order, open once the payment is approved', async () => {
    serve({ 'GET /getuser': profile(paid) });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    const names = menu()
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names.slice(0, 11)).toEqual([
      'Dashboard',
      'Trade Signals',
      'Alerts',
      'Resources',
      'Market analysis',
      'Events',
      'Trade news',
      'Profile',
      'Referral',
      'Trade History',
      'Performance',
    ]);
    expect(menu().queryAllByRole('button')).toEqual([]);
  });

  it('has no signals for the hedge fund', async () => {
    serve({ 'GET /getuser': profile({ ...jonas, paymentStatus: 'approved' }) });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    expect(menu().queryByText('Trade Signals')).toBeNull();
    expect(menu().getByRole('link', { name: 'Resources' })).toBeInTheDocument();
  });
});

describe('the address of the signals', () => {
  it('leads to the dashboard without an approved payment, and nothing is asked for', async () => {
    const calls = serve({ 'GET /getuser': profile({ ...sofia, paymentStatus: 'pending' }) });
    await open('/user-trade-signal');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect((await screen.findAllByText(LOCKED)).length).toBeGreaterThan(0);
    expect(calls.filter(({ path }) => path === '/getsignal')).toEqual([]);
  });

  it('waits for the server where the profile of the last visit has no payment yet', async () => {
    keepProfile(toProfile({ ...sofia, paymentStatus: 'pending' }));
    const answer = later();
    serve({ 'GET /getuser': () => answer.reply, 'GET /getsignal': list() });
    await open('/user-trade-signal');
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument();
    expect(currentPath()).toBe('/user-trade-signal');
    await act(async () => answer.answer(profile(paid)));
    expect(await screen.findByRole('heading', { level: 1, name: 'Trade signals' })).toBeInTheDocument();
    expect(screen.queryByText(LOCKED)).toBeNull();
  });

  it('leads a fund client to their own dashboard', async () => {
    serve({ 'GET /getuser': profile({ ...jonas, paymentStatus: 'approved' }) });
    await open('/user-trade-signal');
    await waitFor(() => expect(currentPath()).toBe('/hedge-dashboard'));
  });
});

describe('what happens elsewhere', () => {
  it('opens what was locked as soon as the payment is approved, and says so', async () => {
    let mine = { ...sofia, paymentStatus: 'pending' } as ProfileWire;
    serve({ 'GET /getuser': () => profile(mine), 'GET /getsignal': list() });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await accept();
    expect(topics()).toEqual(['account', 'club-news', 'notices', 'portfolio', 'sync-runs']);
    mine = paid;
    await tell('account', { userId: sofia.userId, changed: 'payment', state: 'approved' });
    expect(await screen.findByText('Your payment was approved. Your subscription is open.')).toBeInTheDocument();
    expect(await menu().findByRole('link', { name: 'Trade Signals' })).toBeInTheDocument();
    await waitFor(() => expect(topics()).toContain('signals'));
  });

  it('is not said twice, nor when it is about what the page knows already', async () => {
    const calls = serve({ 'GET /getuser': profile({ ...sofia, kycStatus: 'rejected' }) });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await accept();
    const asked = () => calls.filter(({ path }) => path === '/getuser').length;
    const before = asked();
    await tell('account', { userId: sofia.userId, changed: 'kyc', state: 'rejected' });
    await waitFor(() => expect(asked()).toBe(before + 1));
    expect(screen.queryByText(/Your verification was not accepted/)).toBeNull();
  });

  it('is read again where something was too large to be told, or was missed', async () => {
    const calls = serve({ 'GET /getuser': profile({ ...sofia, kycStatus: 'pending' }) });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await accept();
    const asked = () => calls.filter(({ path }) => path === '/getuser').length;
    const before = asked();
    await tell('account', null);
    await waitFor(() => expect(asked()).toBe(before + 1));
    await act(async () => sockets.at(-1)!.tell({ type: 'resync' }));
    await waitFor(() => expect(asked()).toBe(before + 2));
  });

  it('says that the key has lost its use', async () => {
    serve({ 'GET /getuser': profile(paid), 'GET /getsignal': list() });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await accept();
    await tell('account', { userId: sofia.userId, changed: 'exchange-key', state: 'invalid' });
    expect(await screen.findByText('Your exchange no longer accepts your key. See your exchange account.')).toBeInTheDocument();
  });
});

describe('trade signals', () => {
  const openSignals = async (routes: Routes) => {
    const calls = serve({ 'GET /getuser': profile(paid), ...routes });
    await open('/user-trade-signal');
    await screen.findByRole('heading', { level: 1, name: 'Trade signals' });
    return { user: userEvent.setup(), asked: () => calls.filter(({ path }) => path === '/getsignal').map(({ search }) => String(search)) };
  };

  it('appear by themselves, marked as new, and are counted in the menu of another page', async () => {
    const rows = [signal];
    const { user } = await openSignals({ 'GET /getsignal': () => list(...rows) });
    await screen.findByText('BTC/USDT');
    expect(screen.queryByText('New')).toBeNull();
    await accept();
    rows.unshift({ ...signal, id: 's-2', symbol: 'ETH/USDT', publishedAt: '2026-11-21T10:00:00.000Z' });
    await tell('signals', { id: 's-2', change: 'published' });
    expect(within((await screen.findByText('ETH/USDT')).closest('tr')!).getByText('New')).toBeInTheDocument();
    await user.click(menu().getByRole('link', { name: 'Profile' }));
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await tell('signals', { id: 's-3', change: 'published' });
    await tell('signals', { id: 's-3', change: 'published' });
    await tell('signals', { id: 's-1', change: 'amended' });
    await tell('signals', { id: 's-2', change: 'scored' });
    await user.click(await menu().findByRole('link', { name: 'Trade Signals 1 new' }));
    expect(await menu().findByRole('link', { name: 'Trade Signals' })).toBeInTheDocument();
  });

  it('are filtered by words and direction, in the address, and all shown again', async () => {
    const { user, asked } = await openSignals({
      'GET /getsignal': ({ search }) => (search.get('side') === 'short' ? list() : list(signal)),
    });
    await screen.findByText('BTC/USDT');
    await user.type(screen.getByLabelText('Search'), ' btc ');
    await waitFor(() => expect(asked().at(-1)).toBe('page=1&perPage=25&q=btc'));
    await user.selectOptions(screen.getByLabelText('Direction'), 'Short');
    expect(await screen.findByText('No signal matches')).toBeInTheDocument();
    expect(new URLSearchParams(currentPath().split('?')[1])).toEqual(new URLSearchParams({ q: 'btc', side: 'short' }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('BTC/USDT')).toBeInTheDocument();
    expect(screen.getByLabelText('Search')).toHaveValue('');
  });

  it('say when there are none', async () => {
    await openSignals({ 'GET /getsignal': list() });
    expect(await screen.findByText('No signals yet')).toBeInTheDocument();
  });

  it('say when they could not be loaded, and why', async () => {
    await openSignals({ 'GET /getsignal': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText('Trade signals could not be loaded')).toBeInTheDocument();
    expect(screen.getByText('Not today')).toBeInTheDocument();
  });
});

describe('who came through a code', () => {
  it('is shown for the own one', async () => {
    serve({
      'GET /getuser': profile(sofia),
      'GET /getrefferalsuser/TM-7K3Q9': {
        body: { message: '', data: [{ surName: 'Weber', firstName: 'Jonas', country: 'Germany' }] },
        headers: { 'X-Total-Count': '1' },
      },
    });
    await open('/viewrefferal/TM-7K3Q9');
    expect(await screen.findByText('Weber')).toBeInTheDocument();
  });

  it('is not even asked for another one', async () => {
    const calls = serve({ 'GET /getuser': profile(sofia) });
    await open('/viewrefferal/AAAAAAAAAAAA');
    expect(await screen.findByText('This is not your code')).toBeInTheDocument();
    expect(calls.filter(({ path }) => path.startsWith('/getrefferalsuser'))).toEqual([]);
  });
});
