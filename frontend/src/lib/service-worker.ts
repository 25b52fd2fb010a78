import { useSyncExternalStore } from 'react';
import { onRecovery } from './connection';

const WORKER = '/service-worker.js';
const HOUR = 3_600_000;

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string };
}

let address: string | null = null;

/**
 * The only script address that this page may make from a text (Trusted Types, backend/src/platform/web/page.ts). A page may make it once.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  if (!trustedTypes) return WORKER;
  return (address ??= trustedTypes.createPolicy('service-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER));
}

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function change(next: ServiceWorker | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function ask(worker: ServiceWorker, message: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
    worker.postMessage(message, [port2]);
  });
}

const entry = () => new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '/', location.href).pathname;

/** A new version is installed. A page that is of that version already lets it take over in silence; another one offers it. */
async function consider(worker: ServiceWorker, signal: AbortSignal): Promise<void> {
  const isOfPage = await ask(worker, { type: 'has', entry: entry() });
  if (signal.aborted) return;
  if (isOfPage === true) worker.postMessage({ type: 'activate' });
  else change(worker);
}

/** Looks for new versions until `signal` ends it. */
function watch(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  if (registration.waiting) void consider(registration.waiting, signal);
  const onInstalling = () => {
    const worker = registration.installing;
    const onState = () => {
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) void consider(worker, signal);
    };
    worker?.addEventListener('statechange', onState, { signal });
  };
  registration.addEventListener('updatefound', onInstalling, { signal });
  const look = () => void registration.update().catch(() => undefined);
  const timer = setInterval(look, HOUR);
  const stopListening = onRecovery(look);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    stopListening();
  });
}

async function register(signal: AbortSignal): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(workerAddress(), { scope: '/', updateViaCache: 'none' });
    if (!signal.aborted) watch(registration, signal);
  } catch {
    // Without a worker, in a private window for example, the app works as before while there is a network.
  }
}

/**
 * Installs the service worker once the page has loaded; it never competes with the first screen. Returns what ends looking for new
 * versions.
 */
export function startServiceWorker(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const ended = new AbortController();
  const { signal } = ended;
  if (document.readyState === 'complete') void register(signal);
  else addEventListener('load', () => void register(signal), { once: true, signal });
  return () => {
    ended.abort();
    change(null);
  };
}

/** Lets the new version take over and loads the page anew. */
export function loadNewVersion(): void {
  if (waiting?.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage({ type: 'activate' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a new version waits to be loaded. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null);
