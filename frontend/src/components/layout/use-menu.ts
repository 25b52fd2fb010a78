import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** From this width on the items stand in the header itself; the style sheet uses the same figure. */
const WIDE = '(min-width: 64em)';

/** Keeps the page behind from scrolling, and from growing into the place of its scrollbar. Answers what ends that. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  const scrollbar = innerWidth - clientWidth;
  style.overflow = 'hidden';
  style.paddingInlineEnd = `${scrollbar}px`;
  return () => {
    style.overflow = '';
    style.paddingInlineEnd = '';
  };
}

interface Menu {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  /** What the menu belongs to: a press elsewhere, or focus that goes elsewhere, closes it. */
  area: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  list: RefObject<HTMLUListElement | null>;
  onBlur: (event: FocusEvent) => void;
}

/** A menu behind a button. Focus goes to its first item as it opens, and back to the button when Escape closes it. */
export function useMenu(): Menu {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const release = holdPage();
    list.current?.querySelector('a')?.focus({ preventScroll: true });
    const close = () => setOpen(false);
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && area.current?.contains(target))) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    const wide = matchMedia(WIDE);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    wide.addEventListener('change', close);
    return () => {
      release();
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', close);
    };
  }, [isOpen]);

  return {
    isOpen,
    toggle: () => setOpen((before) => !before),
    close: () => setOpen(false),
    area,
    button,
    list,
    // See usePopup.
    onBlur: ({ relatedTarget }) => {
      if (isOpen && relatedTarget instanceof Node && !area.current?.contains(relatedTarget)) setOpen(false);
    },
  };
}
