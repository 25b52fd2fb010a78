import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PushWire } from '../src/lib/wire/types';
import { type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
const keys = { p256dh: 'p', auth: 'a' };
const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const program = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const times = { addedAt: '2026-11-20T10:00:00.000Z', renewedAt: '2026-11-28T09:00:00.000Z' };
const off: PushWire = { publicKey: KEY, devices: [], thisDevice: null };
const on: PushWire = { publicKey: KEY, devices: [{ id: 'd-1', program, ...times }], thisDevice: 'd-1' };

const bytes = Uint8Array.from(atob(KEY.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!).buffer;
const subscription = {
  endpoint,
  options: { applicationServerKey: bytes },
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: jest.fn(async () => true),
};

/** What browsers have and jsdom has not. */
function browserWith({ permission = 'default', answer = 'granted', held = null as object | null, fails = false } = {}) {
  const subscribe = jest.fn(async (_options: object) => {
    if (fails) throw new DOMException('push service error', 'AbortError');
    return subscription;
  });
  const pushManager = { getSubscription: async () => held, subscribe };
  const registration = { pushManager, addEventListener: () => undefined, update: async () => undefined };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration, register: async () => registration },
  });
  const requestPermission = jest.fn(async () => answer);
  Object.assign(globalThis, { PushManager: class {}, Notification: { permission, requestPermission } });
  return { subscribe, requestPermission };
}

beforeEach(() => {
  rememberSession();
  localStorage.removeItem('tidemark:push');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(globalThis, 'PushManager');
  Reflect.deleteProperty(globalThis, 'Notification');
});

const openPage = async (push: PushWire, more: Routes = {}, profile: object = paying) => {
  const calls = serve({ 'GET /getuser': answerOf(profile), 'GET /me/push': answerOf(push), ...more });
  await open('/notification-settings');
  return { calls, user: userEvent.setup({ delay: null }) };
};
const turnOn = () => screen.findByRole('button', { name: text('push.turnOn.action') });

describe('the card of this device', () => {
  it('asks for the permission on a click alone, subscribes and adds the browser', async () => {
    const { subscribe, requestPermission } = browserWith();
    const { calls, user } = await openPage(off, { 'POST /me/push': answerOf(on, 'On now') });
    const button = await turnOn();
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(button);
    expect(await screen.findByText('On now')).toBeVisible();
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ endpoint, keys });
    expect(await screen.findByText(text('push.on'))).toBeVisible();
    expect(screen.getByText(text('push.device.this', { name: 'Chrome on Windows' }))).toBeVisible();
  });

  it.each([
    ['push.denied', { answer: 'denied' }],
    ['push.unreachable', { fails: true }],
  ] as const)('says why it came to nothing: %s', async (key, browser) => {
    browserWith(browser);
    const { calls, user } = await openPage(off);
    await user.click(await turnOn());
    expect(await screen.findByText(text(key))).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each([
    ['the server has no keys', { ...off, publicKey: null }, {}, paying, 'push.unavailable'],
    ['the browser blocks notifications', off, { permission: 'denied' }, paying, 'push.blocked.title'],
    ['the member has not paid', off, {}, sofia, 'push.locked'],
  ] as const)('offers nothing where %s', async (_, push, browser, profile, key) => {
    browserWith(browser);
    await openPage(push, {}, profile);
    expect(await screen.findByText(text(key))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('push.turnOn.action') })).toBeNull();
  });

  it('says that a browser without push does not support it', async () => {
    await openPage(off);
    expect(await screen.findByText(text('push.unsupported'))).toBeVisible();
  });

  it('tells an iPhone to add the site to the Home Screen first', async () => {
    const agent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    await openPage(off);
    expect(await screen.findByText(text('push.install.title'))).toBeVisible();
    agent.mockRestore();
  });

  it('lists the devices, and removes one', async () => {
    browserWith();
    const { calls, user } = await openPage({ ...on, thisDevice: null }, { 'DELETE /me/push/d-1': answerOf(off, 'Removed') });
    const list = await screen.findByRole('list', { name: text('push.devices') });
    await user.click(within(list).getByRole('button', { name: text('push.device.removeNamed', { name: 'Chrome on Windows' }) }));
    expect(await screen.findByText('Removed')).toBeVisible();
    await waitFor(() => expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/me/push/d-1')).toBe(true));
  });
});

describe('a browser with notifications', () => {
  const remembered = (changes: object = {}) =>
    localStorage.setItem('tidemark:push', JSON.stringify({ userId: 'u-1', id: 'd-1', endpoint, ...changes }));

  it('is renewed when the app is opened', async () => {
    browserWith({ permission: 'granted', held: subscription });
    remembered();
    const { calls } = await openPage(on, { 'POST /me/push/renew': answerOf(on) });
    await waitFor(() => expect(calls.find(({ path }) => path === '/me/push/renew')?.json).toEqual({ endpoint, keys }));
  });

  it('names the endpoint before, where the browser has replaced it', async () => {
    browserWith({ permission: 'granted' });
    remembered({ endpoint: `${endpoint}-before` });
    const { calls } = await openPage(on, { 'POST /me/push/renew': answerOf(on) });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/me/push/renew')?.json).toEqual({ endpoint, keys, previous: `${endpoint}-before` }),
    );
  });

  it('of another member is left alone', async () => {
    browserWith({ permission: 'granted', held: subscription });
    remembered({ userId: 'u-9' });
    const { calls } = await openPage(off);
    await turnOn();
    expect(calls.some(({ path }) => path === '/me/push/renew')).toBe(false);
  });
});
