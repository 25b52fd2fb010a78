import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { usePopup } from './use-popup';

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

/** A popup in the header of the public site. Focus goes to its first item as it opens. */
export function useMenu(): Menu {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const close = () => setOpen(false);
  const { root: area, button, onBlur } = usePopup(isOpen, close);

  useEffect(() => {
    if (!isOpen) return;
    const release = holdPage();
    list.current?.querySelector('a')?.focus({ preventScroll: true });
    const wide = matchMedia(WIDE);
    const end = () => setOpen(false);
    wide.addEventListener('change', end);
    return () => {
      release();
      wide.removeEventListener('change', end);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setOpen((before) => !before), close, area, button, list, onBlur };
}
