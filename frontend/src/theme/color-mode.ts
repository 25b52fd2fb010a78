import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../lib/storage';
import type { ColorMode } from './tokens';

/** The same key is read before the first paint by build/first-paint.js. */
const KEY = 'tidemark:theme';
const OWN_KEY = 'tidemark:color-own';
const listeners = new Set<() => void>();

function systemMode(): ColorMode {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The chosen mode, or the operating system's while nobody has chosen. */
export function colorMode(): ColorMode {
  const chosen = document.documentElement.dataset['color'];
  return chosen === 'light' || chosen === 'dark' ? chosen : systemMode();
}

/** Shows a mode from now on and remembers it for the next visit. */
export function setColorMode(mode: ColorMode): void {
  document.documentElement.dataset['color'] = mode;
  writeStored(KEY, mode);
  for (const listener of listeners) listener();
}

/**
 * Shows the account's colour, unless this device holds a choice that the account could not be told. Light is also the answer for members
 * who have not chosen: where that would change anything, `isChosen` decides, and without a choice the page follows the device.
 */
export async function followAccount(mode: ColorMode, isChosen: () => Promise<boolean>): Promise<void> {
  if (readStored(OWN_KEY) !== null || mode === colorMode()) return;
  if (mode === 'dark' || (await isChosen())) setColorMode(mode);
}

/** Whether this device's choice differs from the account's, because storing it there failed. */
export function keepOwnColor(isOwn: boolean): void {
  writeStored(OWN_KEY, isOwn ? 'true' : null);
}

/** Takes up what an earlier visit chose, where build/first-paint.js has not run. */
export function restoreColorMode(): void {
  const stored = readStored(KEY);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['color'] = stored;
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** Where the page is made, at build time, nobody has chosen. */
const whileBuilt = (): ColorMode => 'light';

export function useColorMode(): ColorMode {
  return useSyncExternalStore(subscribe, colorMode, whileBuilt);
}
