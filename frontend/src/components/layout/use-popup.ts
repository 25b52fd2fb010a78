import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface Popup {
  /** What the popup belongs to, its button included: a press elsewhere, or focus that goes elsewhere, closes it. */
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  /** For the root. */
  onBlur: (event: FocusEvent) => void;
}

/** Closes a popup that its button opened. Escape gives the focus back to the button. */
export function usePopup(isOpen: boolean, close: () => void): Popup {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !root.current?.contains(target)) close();
  });
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    close();
    button.current?.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: PointerEvent) => onPress(event);
    const key = (event: KeyboardEvent) => onKey(event);
    addEventListener('pointerdown', press);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', key);
    };
  }, [isOpen]);
  return {
    root,
    button,
    // A screen that takes the focus as the button is pressed must not close what is about to open.
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (isOpen && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
    },
  };
}
