import { useSyncExternalStore } from 'react';
import { toastMilliseconds } from '../config/constants';
import { isConsolePath } from '../config/console-routes';

export type ToastKind = 'success' | 'error' | 'info';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** How long it stays when nobody holds it; by where it was said. */
  milliseconds: number;
}

const MOST = 4;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(kind: ToastKind, text: string): void {
  // A cancelled action has nothing to say.
  if (text === '') return;
  // The same words twice are one notice: a failing page must not fill the screen.
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind);
  const milliseconds = isConsolePath(location.hash.slice(1)) ? toastMilliseconds.console : toastMilliseconds.site;
  change([...others, { id: nextId++, kind, text, milliseconds }].slice(-MOST));
}

/** Short notices at the bottom left; usable outside of components. */
export const notify = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
  info: (text: string) => add('info', text),
  dismiss: (id: number) => change(toasts.filter((toast) => toast.id !== id)),
  clear: () => change([]),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
