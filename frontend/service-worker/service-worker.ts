import { answerAsset, cleanAssets, installAssets, isAsset } from './assets';
import { answerPage, installPage, isPage } from './page';
import { openPage, showPush, subscribeAgain } from './push';

/**
 * Opens the app without a network: the page and the files of the build are on the device. Answers of the API never are; the page
 * itself keeps the member's figures and removes them on sign-out. Notifications are shown without a page.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly { url: string; onDemand?: true }[] };

/** What the page may ask. `has`: is this its version? `activate`: take over from the version before. */
type Message = { type: 'has'; entry: string } | { type: 'activate' };

const build = self.__WB_MANIFEST.map(({ url, onDemand = false }) => ({ path: new URL(url, self.location.origin).pathname, onDemand }));
const files = build.map(({ path }) => path);
const entry = files.find((file) => /\/index-[\w-]+\.js$/.test(file)) ?? '';

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([installAssets(build), installPage(entry)]));
});

async function takeOver(): Promise<void> {
  await cleanAssets(files);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('message', ({ data, ports }) => {
  const message = data as Message;
  if (message.type === 'has') ports[0]?.postMessage(files.includes(message.entry));
  else void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isAsset(url)) event.respondWith(answerAsset(request));
  else if (request.mode === 'navigate' && isPage(url)) event.respondWith(answerPage(event));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openPage(event.notification));
});

// Not in the types: Firefox says so, and Chrome where it gives a permission back.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription = null } = event as ExtendableEvent & { oldSubscription?: PushSubscription | null };
  (event as ExtendableEvent).waitUntil(subscribeAgain(oldSubscription));
});
