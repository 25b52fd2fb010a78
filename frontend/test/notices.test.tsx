import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NoticesPageWire, NoticeWire } from '../src/lib/wire/types';
import { type Reply, type Routes, serve } from './support/api';
import { FakeSocket, sockets } from './support/fake-socket';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
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
});

const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' } as const;
const answerOf = (data: unknown): Reply => ({ body: { message: '', data } });
const DAY = 86_400_000;
const notice = (n: number, kind: NoticeWire['kind'], more: Partial<NoticeWire> = {}): NoticeWire => ({
  id: `n-${n}`,
  position: `${n}-p`,
  kind,
  facts: {},
  at: new Date().toISOString(),
  isRead: false,
  ...more,
});
const pageOf = (items: NoticeWire[], next: string | null = null): NoticesPageWire => ({ items, next, unread: 0 });
const paid = notice(3, 'invoice-paid', { facts: { number: 'TM-1', total: '1050.00' } });
const published = notice(2, 'signal.published', {
  facts: { signalId: 's-1', symbol: 'BTC/USDT', side: 'short' },
  at: new Date(Date.now() - DAY).toISOString(),
  isRead: true,
});
const SENTENCE = /Your invoice TM-1 of \$1\s050\.00 is paid\./;

const openAt = async (path: string, more: Routes = {}) => {
  const calls = serve({
    'GET /getuser': answerOf(paying),
    'GET /me/notifications/unread': answerOf({ unread: 1 }),
    'GET /me/notifications': answerOf(pageOf([paid, published])),
    'POST /me/notifications/n-3/read': answerOf({ unread: 0 }),
    'POST /me/notifications/read': answerOf({ unread: 0 }),
    ...more,
  });
  await open(path);
  return { calls, user: userEvent.setup({ delay: null }) };
};
const posts = (calls: Awaited<ReturnType<typeof openAt>>['calls']) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, json }) => [path, json]);
const bell = (shown: string | null) =>
  screen.findByRole('button', { name: shown === null ? text('shell.notices.none') : text('shell.notices.some', { count: shown }) });

describe('the bell', () => {
  it('shows how much is unread, up to nine, and opens the newest by keyboard', async () => {
    const { user, calls } = await openAt('/profile', { 'GET /me/notifications/unread': answerOf({ unread: 12 }) });
    const button = await bell('9+');
    expect(button).toHaveTextContent('9+');
    button.focus();
    await user.keyboard('{Enter}');
    const panel = await screen.findByRole('region', { name: text('notices.title') });
    const link = await within(panel).findByRole('link', { name: SENTENCE });
    expect(within(link).getByText(text('notices.unread'))).toBeInTheDocument();
    expect(within(panel).getByRole('heading', { name: text('notices.today') })).toBeVisible();
    expect(within(within(panel).getByRole('region', { name: text('notices.yesterday') })).getByRole('link')).toHaveAttribute(
      'href',
      '#/user-trade-signal/s-1',
    );
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: text('notices.title') })).toBeNull();
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(await screen.findByRole('link', { name: /TM-1/ }));
    await waitFor(() => expect(currentPath()).toBe('/invoices'));
    expect(posts(calls)).toContainEqual(['/me/notifications/n-3/read', {}]);
    expect(await bell(null)).not.toHaveAttribute('aria-expanded', 'true');
  });

  it('counts and says what comes, without a reload', async () => {
    let unread = 1;
    await openAt('/profile', { 'GET /me/notifications/unread': () => answerOf({ unread }) });
    await bell('1');
    const socket = sockets.at(-1)!;
    await act(async () => socket.accept());
    expect(socket.said.flatMap(({ topics = [] }) => topics)).toEqual(expect.arrayContaining(['notices', 'club-news', 'signals']));
    const status = screen.getAllByRole('status').find((one) => one.getAttribute('aria-live') === 'polite' && one.textContent === '');
    unread = 2;
    await act(async () => socket.tell({ type: 'event', topic: 'notices', data: {} }));
    await bell('2');
    expect(status).toHaveTextContent(text('shell.notices.came', { count: '2' }));
    // Read in another tab: fewer, and nothing is said.
    unread = 0;
    await act(async () => socket.tell({ type: 'event', topic: 'notices', data: {} }));
    await bell(null);
    expect(status).toHaveTextContent(text('shell.notices.came', { count: '2' }));
  });

  it('is a link on a phone', async () => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (media) =>
          ({ matches: true, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
      );
    await openAt('/profile');
    const link = await screen.findByRole('link', { name: text('shell.notices.some', { count: '1' }) });
    expect(link).toHaveAttribute('href', '#/notifications');
  });
});

describe('the page of notifications', () => {
  it('marks what it shows as read, and shows older ones', async () => {
    const older = notice(1, 'new-sign-in', { at: '2026-01-02T10:00:00.000Z', isRead: true });
    const { user, calls } = await openAt('/notifications', {
      'GET /me/notifications': ({ search }) =>
        answerOf(search.get('before') === '2-p' ? pageOf([older]) : pageOf([paid, published], '2-p')),
    });
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: text('notices.more') }));
    expect(await screen.findByText(text('notices.new-sign-in'))).toBeVisible();
    expect(screen.getByRole('heading', { name: '2 Jan 2026' })).toBeVisible();
    expect(screen.queryByRole('button', { name: text('notices.more') })).toBeNull();
    await user.click(screen.getByRole('button', { name: text('notices.readAll') }));
    await waitFor(() => expect(posts(calls)).toEqual([['/me/notifications/read', { upTo: '3-p' }]]));
    await bell(null);
  });

  it('shows the text of a broadcast where it is opened', async () => {
    const broadcast = notice(4, 'broadcast', { facts: { subject: 'We meet on Friday', message: 'At seven.\nSee you.' } });
    const { user } = await openAt('/notifications', {
      'GET /me/notifications': answerOf(pageOf([broadcast])),
      'POST /me/notifications/n-4/read': answerOf({ unread: 0 }),
    });
    const link = await screen.findByRole('link', { name: /We meet on Friday/ });
    expect(screen.queryByText(/At seven/)).toBeNull();
    await user.click(link);
    expect(await screen.findByText(/At seven/)).toBeVisible();
  });

  it('says that there is nothing yet', async () => {
    await openAt('/notifications', { 'GET /me/notifications': answerOf(pageOf([])) });
    expect(await screen.findByText(text('notices.empty'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('notices.readAll') })).toBeNull();
  });

  it('offers to try again where it could not be loaded', async () => {
    let fails = true;
    const { user } = await openAt('/notifications', {
      'GET /me/notifications': () => (fails ? { status: 400, body: { message: 'Not today' } } : answerOf(pageOf([paid]))),
    });
    expect(await screen.findByText('Not today')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await screen.findByText(SENTENCE)).toBeVisible();
  });
});
