import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TelegramGroupWire, TelegramWire } from '../src/lib/wire/types';
import { type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const none: TelegramWire = { isAvailable: true, account: null, request: null, group: null };
const waiting: TelegramWire = {
  ...none,
  request: { expiresAt: '2026-11-28T10:10:00.000Z', pending: null, isRefused: false, isOwnSession: true },
};
const ada = { id: '7123', name: '@ada' };
const pending: TelegramWire = { ...none, request: { ...waiting.request!, pending: ada } };
const connected: TelegramWire = { ...none, account: { ...ada, isBlocked: false, connectedAt: '2026-11-28T10:05:00.000Z' } };
const url = 'https://t.me/tidemark_bot?start=abc';

const openPage = async (telegram: TelegramWire, more: Routes = {}, profile: object = paying) => {
  const calls = serve({ 'GET /getuser': answerOf(profile), 'GET /me/telegram': answerOf(telegram), ...more });
  await open('/notification-settings');
  return { calls, user: userEvent.setup({ delay: null }) };
};
const button = (name: string) => screen.findByRole('button', { name });

describe('the card of Telegram', () => {
  it('gives a link, and waits for the account that opens it', async () => {
    const { user } = await openPage(none, { 'POST /me/telegram/link': answerOf({ url, telegram: waiting }) });
    expect(await screen.findByText(text('telegram.state.none'))).toBeVisible();
    await user.click(await button(text('telegram.connect.action')));
    const link = await screen.findByRole('link', { name: text('telegram.open') });
    expect(link).toHaveAttribute('href', url);
    expect(screen.getByText(/10:10/)).toBeVisible();
    expect(screen.queryByRole('button', { name: text('telegram.pending.confirm') })).toBeNull();
  });

  it('names the account that opened the link, and connects it after a confirmation', async () => {
    const { calls, user } = await openPage(pending, { 'POST /me/telegram/confirm': answerOf(connected, 'Connected now') });
    expect(await screen.findByText(text('telegram.pending.title', ada))).toBeVisible();
    expect(screen.queryByRole('link', { name: text('telegram.open') })).toBeNull();
    await user.click(await button(text('telegram.pending.confirm')));
    expect(await screen.findByText('Connected now')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ id: ada.id });
  });

  it('does not let another session confirm', async () => {
    await openPage({ ...none, request: { ...pending.request!, isOwnSession: false } });
    expect(await screen.findByText(text('telegram.pending.elsewhere'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('telegram.pending.confirm') })).toBeNull();
  });

  it('turns an unknown account away', async () => {
    const { calls, user } = await openPage(pending, { 'DELETE /me/telegram': answerOf(none) });
    await user.click(await button(text('telegram.pending.refuse')));
    expect(await button(text('telegram.connect.action'))).toBeVisible();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it('says that the account belongs to another member', async () => {
    await openPage({ ...none, request: { ...waiting.request!, isRefused: true } });
    expect(await screen.findByText(text('telegram.refused'))).toBeVisible();
    expect(await button(text('telegram.connect.again'))).toBeEnabled();
  });

  it('shows the connected account, and disconnects after a question', async () => {
    const { calls, user } = await openPage(connected, { 'DELETE /me/telegram': answerOf(none, 'Disconnected') });
    expect(await screen.findByText(text('telegram.state.connected'))).toBeVisible();
    expect(screen.getByText(/@ada \(7123\)/)).toBeVisible();
    await user.click(await button(text('telegram.disconnect.action')));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    const dialog = await screen.findByRole('dialog', { name: text('telegram.disconnect.title') });
    await user.click(within(dialog).getByRole('button', { name: text('telegram.disconnect.action') }));
    expect(await screen.findByText('Disconnected')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText(text('telegram.state.none'))).toBeVisible();
  });

  it('says what to do about a blocked bot', async () => {
    await openPage({ ...connected, account: { ...connected.account!, isBlocked: true } });
    expect(await screen.findByText(text('telegram.state.blocked'))).toBeVisible();
    expect(screen.getByText(text('telegram.blocked'))).toBeVisible();
  });

  it('gives a link to the group, and says so while it is being made', async () => {
    const inGroup = (state: TelegramGroupWire['state'], more: Partial<TelegramGroupWire> = {}): TelegramWire => ({
      ...connected,
      group: { state, link: null, mayAskForLink: false, ...more },
    });
    const { calls, user } = await openPage(inGroup('none', { mayAskForLink: true }), {
      'POST /me/telegram/group-link': answerOf(inGroup('waiting')),
    });
    const card = within(await screen.findByRole('region', { name: text('telegram.group.title') }));
    expect(card.getByText(text('telegram.group.state.none'))).toBeVisible();
    await user.click(card.getByRole('button', { name: text('telegram.group.ask') }));
    expect(await card.findByText(text('telegram.group.state.waiting'))).toBeVisible();
    expect(card.queryByRole('button')).toBeNull();
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/me/telegram/group-link')).toBe(true);
  });

  it('shows the link to the group and until when it works', async () => {
    const link = { url: 'https://t.me/+abc', expiresAt: '2026-11-29T10:10:00.000Z' };
    await openPage({ ...connected, group: { state: 'invited', link, mayAskForLink: true } });
    expect(await screen.findByRole('link', { name: text('telegram.group.join') })).toHaveAttribute('href', link.url);
    expect(screen.getByText(/10:10/)).toBeVisible();
    expect(screen.getByRole('button', { name: text('telegram.group.again') })).toBeEnabled();
  });

  it.each([
    ['not-linked', 'telegram.group.help.notLinked'],
    ['requested', 'telegram.group.state.requested'],
    ['member', 'telegram.group.help.member'],
    ['banned', 'telegram.group.help.banned'],
  ] as const)('shows a member who is %s', async (state, id) => {
    await openPage({ ...(state === 'not-linked' ? none : connected), group: { state, link: null, mayAskForLink: false } });
    const card = within(await screen.findByRole('region', { name: text('telegram.group.title') }));
    expect(card.getByText(text(id), { exact: false })).toBeVisible();
    expect(card.queryByRole('button')).toBeNull();
    expect(card.queryByRole('link')).toBeNull();
  });

  it('shows nothing of a group where there is none', async () => {
    await openPage(connected);
    expect(await screen.findByText(text('telegram.state.connected'))).toBeVisible();
    expect(screen.queryByRole('region', { name: text('telegram.group.title') })).toBeNull();
  });

  it.each([
    ['who it is for', none, { paymentStatus: null }, 'telegram.locked'],
    ['that there is no bot', { ...none, isAvailable: false }, {}, 'telegram.unavailable'],
  ] as const)('says %s', async (_, telegram, changes, id) => {
    await openPage(telegram, {}, { ...paying, ...changes });
    expect(await screen.findByText(text(id))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('telegram.connect.action') })).toBeNull();
  });

  it('offers to load again after a failure, and is in the menu', async () => {
    await openPage(none, { 'GET /me/telegram': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText(text('telegram.failed'))).toBeVisible();
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: text('shell.menu.notifications') })[0]).toHaveAttribute(
        'href',
        expect.stringContaining('/notification-settings'),
      ),
    );
  });
});
