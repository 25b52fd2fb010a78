import { request } from './api';
import type { Answer, NewPushDeviceWire, PushWire } from './wire/types';

// Notifications of this browser. What the member turned on here is remembered, so that a subscription that the browser lost or replaced is
// made again.

const KEY = 'tidemark:push';
const PATH = '/me/push';

/** What this browser can do. `install-first`: an iPhone or iPad shows notifications of apps on its Home Screen alone. */
export type DeviceAbility = 'ready' | 'blocked' | 'install-first' | 'unsupported';

/** The member turned notifications on here, with this endpoint. */
interface Remembered {
  userId: string;
  id: string;
  endpoint: string;
}

export function deviceAbility(): DeviceAbility {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  if (isApple && !matchMedia('(display-mode: standalone)').matches && !('PushManager' in globalThis)) return 'install-first';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** Asks for the permission: only within a click, or browsers refuse. Returns whether it was given. */
export const askPermission = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted';

/** Subscribes this browser, and adds it for the member. Throws where the browser's push service cannot be reached. */
export async function addDevice(userId: string, publicKey: string): Promise<Answer<PushWire>> {
  const subscription = await subscribe(publicKey);
  const { body } = await request<Answer<PushWire>>(PATH, { method: 'POST', json: wireOf(subscription) });
  remember(userId, body.data, subscription);
  return body;
}

/** Removes a browser; this one ends its subscription, too. */
export async function removeDevice(id: string): Promise<Answer<PushWire>> {
  const { body } = await request<Answer<PushWire>>(`${PATH}/${id}`, { method: 'DELETE' });
  if (remembered()?.id === id) await forgetDevice();
  return body;
}

/**
 * Says at each page load that this browser still has its subscription, and makes it again where the browser lost it or the server has a new
 * key. Returns the id of this device; null where notifications are off here.
 */
export async function renewDevice(userId: string): Promise<string | null> {
  const known = remembered();
  if (known?.userId !== userId || deviceAbility() !== 'ready' || Notification.permission !== 'granted') return null;
  const { publicKey } = (await request<Answer<PushWire>>(PATH)).body.data;
  if (publicKey === null) return null;
  const subscription = await subscribe(publicKey);
  const previous = subscription.endpoint === known.endpoint ? {} : { previous: known.endpoint };
  try {
    const { body } = await request<Answer<PushWire>>(`${PATH}/renew`, { method: 'POST', json: { ...wireOf(subscription), ...previous } });
    remember(userId, body.data, subscription);
    return body.data.thisDevice;
  } catch (error) {
    // Removed on another device, or ended: it stays off here until it is turned on again.
    if ((error as { status?: number }).status === 404) await forgetDevice();
    return null;
  }
}

/** Which of the member's devices this browser is. */
export const thisDevice = (userId: string): string | null => {
  const known = remembered();
  return known?.userId === userId ? known.id : null;
};

/** Ends notifications here on sign-out: whoever uses the browser next must not see them. Works without a network as far as it can. */
export async function leaveDevice(): Promise<void> {
  const known = remembered();
  if (!known) return;
  await request(`${PATH}/${known.id}`, { method: 'DELETE' }).catch(() => undefined);
  await forgetDevice();
}

async function forgetDevice(): Promise<void> {
  localStorage.removeItem(KEY);
  await (await currentSubscription())?.unsubscribe().catch(() => false);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const current = await currentSubscription();
  if (current && keyOf(current) === publicKey) return current;
  // A browser has one subscription: with another key it refuses a second one.
  await current?.unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function currentSubscription(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager?.getSubscription() ?? null;
}

function keyOf({ options }: PushSubscription): string | null {
  const key = options.applicationServerKey;
  return (
    key &&
    btoa(String.fromCodePoint(...new Uint8Array(key)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  );
}

function wireOf(subscription: PushSubscription): NewPushDeviceWire {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

function remember(userId: string, { thisDevice: id }: PushWire, { endpoint }: PushSubscription): void {
  if (id !== null) localStorage.setItem(KEY, JSON.stringify({ userId, id, endpoint } satisfies Remembered));
}

function remembered(): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}
