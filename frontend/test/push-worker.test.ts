import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openPage, showPush, subscribeAgain } from '../service-worker/push';

const showNotification = jest.fn(async (_title: string, _options: object) => undefined);
const subscribe = jest.fn(async (_options: object) => undefined);
const openWindow = jest.fn(async (_page: string) => null);
let windows: object[] = [];

beforeEach(() => {
  jest.clearAllMocks();
  windows = [];
  Object.assign(globalThis, {
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => windows, openWindow },
  });
});

const event = (text: string | null) =>
  ({ data: text === null ? null : { json: () => JSON.parse(text) as unknown } }) as unknown as Parameters<typeof showPush>[0];
const shown = async (payload: object | string | null) => {
  await showPush(event(typeof payload === 'string' || payload === null ? payload : JSON.stringify(payload)));
  return showNotification.mock.calls[0]!;
};
const payload = {
  v: 1,
  title: 'LONG BTC/USDT',
  body: 'Entry 64100',
  tag: 's-1',
  url: '/#/user-trade-signal/1',
  lang: 'en',
  dir: 'ltr',
  silent: false,
};

describe('a push message', () => {
  it('is shown, and takes the place of the one with its tag', async () => {
    expect(await shown(payload)).toEqual([
      'LONG BTC/USDT',
      expect.objectContaining({ body: 'Entry 64100', tag: 's-1', renotify: true, silent: false, data: { url: payload.url } }),
    ]);
  });

  it('without a sound is shown again without one', async () => {
    expect((await shown({ ...payload, silent: true }))[1]).toMatchObject({ silent: true, renotify: false });
  });

  it.each([null, 'no JSON', '{}', '[]', '"text"', 'null'])('is shown also where it cannot be read: %p', async (text) => {
    expect((await shown(text))[0]).toBe('Tidemark');
  });
});

describe('a notification that is touched', () => {
  const touch = async (url: unknown) => {
    const close = jest.fn();
    await openPage({ close, data: { url } } as unknown as Notification);
    expect(close).toHaveBeenCalled();
  };
  const page = `${location.origin}/#/user-trade-signal/1`;

  it('goes to its page in the window that is open', async () => {
    const [focus, navigate] = [jest.fn(async () => undefined), jest.fn(async (target: string) => target)];
    windows = [{ focus, navigate }];
    await touch(payload.url);
    expect([focus.mock.calls.length, navigate.mock.calls, openWindow.mock.calls]).toEqual([1, [[page]], []]);
  });

  it('opens a window where there is none, or where it is not ours to change', async () => {
    await touch(payload.url);
    windows = [{ focus: async () => undefined, navigate: async () => Promise.reject(new TypeError('not controlled')) }];
    await touch(payload.url);
    expect(openWindow.mock.calls).toEqual([[page], [page]]);
  });

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 7, undefined])('opens no page but ours: %p', async (url) => {
    await touch(url);
    expect(openWindow.mock.calls).toEqual([[`${location.origin}/`]]);
  });
});

describe('a subscription that the browser replaces', () => {
  it('is made again with the same key', async () => {
    const applicationServerKey = new ArrayBuffer(65);
    await subscribeAgain({ options: { applicationServerKey } } as unknown as PushSubscription);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey });
  });

  it('is left to the page where its key is not known', async () => {
    await subscribeAgain(null);
    expect(subscribe).not.toHaveBeenCalled();
  });
});
