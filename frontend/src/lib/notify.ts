import { useSyncExternalStore } from 'react';
import { toastMilliseconds } from '../config/constants';
import { isConsolePath } from '../config/console-routes';

export type ToastKind = 'success' | 'error' | 'info';

/** What can be done about it, as long as the notice stays. */
export interface ToastAction {
  label: string;
  act: () => void;
  milliseconds: number;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** How long it stays when nobody holds it; by where it was said. */
  milliseconds: number;
  action?: ToastAction;
}

const MOST = 4;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Returns the notice's id; null where there is none. */
function add(kind: ToastKind, text: string, action?: ToastAction): number | null {
  // A cancelled action has nothing to say.
  if (text === '') return null;
  // The same words twice are one notice: a failing page must not fill the screen.
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind);
  const milliseconds = action?.milliseconds ?? (isConsolePath(location.hash.slice(1)) ? toastMilliseconds.console : toastMilliseconds.site);
  const id = nextId++;
  change([...others, { id, kind, text, milliseconds, ...(action && { action }) }].slice(-MOST));
  return id;
}

/** Short notices at the bottom left; usable outside of components. */
export const notify = {
  success: (text: string, action?: ToastAction) => add('success', text, action),
  error: (text: string): void => void add('error', text),
  info: (text: string): void => void add('info', text),
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
