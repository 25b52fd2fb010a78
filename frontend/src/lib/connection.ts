import { useSyncExternalStore } from 'react';

/** `offline`: this device has no network. `unreachable`: it has one, and the server gives no answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** Asks the server for a sign of life; false where it gives none. */
type Probe = () => Promise<boolean>;

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

let state: Connection = 'online';
let probe: Probe | null = null;
let probing = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const recoveries = new Set<() => void>();

function change(next: Connection): void {
  if (state === next) return;
  const recovered = next === 'online';
  state = next;
  for (const listener of listeners) listener();
  if (recovered) for (const recover of recoveries) recover();
}

/** Checks at once, and then with growing pauses until the server answers. */
async function askServer(): Promise<void> {
  if (!probe || probing) return;
  clearTimeout(retry);
  probing = true;
  const asked = probe;
  const answers = await asked().finally(() => {
    probing = false;
  });
  if (probe !== asked) return;
  if (answers) {
    failures = 0;
    change('online');
    return;
  }
  change(navigator.onLine ? 'unreachable' : 'offline');
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
  retry = setTimeout(() => void askServer(), pause * (0.75 + Math.random() / 2));
}

/** Called when a request got no answer. One failed request is no outage: a probe decides. */
export function suspectOutage(): void {
  if (state === 'online') void askServer();
}

/** Checks now instead of at the end of the pause. */
export function checkConnection(): void {
  failures = 0;
  void askServer();
}

const onOffline = () => {
  change('offline');
  void askServer();
};

/** Watches the connection until the returned function is called. Called once, by the app. */
export function watchConnection(ask: Probe): () => void {
  probe = ask;
  addEventListener('online', checkConnection);
  addEventListener('offline', onOffline);
  if (!navigator.onLine) onOffline();
  return () => {
    probe = null;
    failures = 0;
    clearTimeout(retry);
    removeEventListener('online', checkConnection);
    removeEventListener('offline', onOffline);
    state = 'online';
  };
}

/** Calls the listener each time the server answers again after an outage. */
export function onRecovery(listener: () => void): () => void {
  recoveries.add(listener);
  return () => recoveries.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state);
