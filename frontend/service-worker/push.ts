declare const self: ServiceWorkerGlobalScope;

/** What our server sends (backend: push-message.rules.ts). */
interface Payload {
  title: string;
  body: string;
  tag: string;
  /** A path of our site. */
  url: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  silent: boolean;
}

const HOME = '/';
/** Shown where a message cannot be read: a push without a notification costs the permission. */
const UNREADABLE: Payload = { title: 'Tidemark', body: '', tag: 'tidemark', url: HOME, lang: 'en', dir: 'ltr', silent: true };

function payloadOf(data: PushMessageData | null): Payload {
  try {
    const read = data?.json() as Partial<Payload> | null;
    return typeof read?.title === 'string' ? { ...UNREADABLE, ...read } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Always shows a notification, whether or not a page is open: Apple ends a subscription after three pushes without one. */
export function showPush({ data }: PushEvent): Promise<void> {
  const { title, body, tag, url, lang, dir, silent } = payloadOf(data);
  // `renotify` is in every browser that shows a tag, and not in the types.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    lang,
    dir,
    silent,
    renotify: !silent,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  };
  return self.registration.showNotification(title, options);
}

/** Only pages of ours are opened, whatever a message says. */
function pageOf(notification: Notification): string {
  const { url } = (notification.data ?? {}) as { url?: unknown };
  const page = new URL(typeof url === 'string' && URL.canParse(url, self.location.origin) ? url : HOME, self.location.origin);
  return page.origin === self.location.origin ? page.href : new URL(HOME, self.location.origin).href;
}

/** Goes to the page in a window that is open, else in a new one. */
export async function openPage(notification: Notification): Promise<void> {
  notification.close();
  const page = pageOf(notification);
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await self.clients.openWindow(page));
  await open.focus();
  // Another page of the same document, so the app is not loaded anew. A window that this worker does not control refuses.
  await open.navigate(page).catch(() => self.clients.openWindow(page));
}

/** The browser has replaced the subscription. The page tells the server at its next load, which knows the member. */
export async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  const applicationServerKey = old?.options.applicationServerKey;
  if (applicationServerKey) await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
