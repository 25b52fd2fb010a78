import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;

/** Wherever the focus is: what had it in a dialog can be gone. */
const isAsking = () => document.querySelector('dialog[open]') !== null;

/**
 * Acts on single keys, also while a check box has the focus, but not while somebody types or a dialog is open.
 * A key that something else took, such as a document that has the focus, is left to it.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isAsking()) return;
    const key = event.key.toLowerCase();
    const act = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
