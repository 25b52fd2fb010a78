import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useVisible } from '../../../lib/use-visible';
import { AUTOPLAY_MS } from './positions';
import { useMedia } from './use-media';

/** Marks the Pause/Play button, which may be pointed at and focused while it plays, once somebody has asked it to. */
export const SWITCH = { 'data-carousel-switch': '' };

type Place = 'switch' | 'elsewhere';
const placeOf = (target: EventTarget): Place =>
  target instanceof Element && target.closest('[data-carousel-switch]') ? 'switch' : 'elsewhere';

interface Played {
  root: RefObject<HTMLElement | null>;
  /** Whether there is more than what is in view, and nobody is dragging. */
  canMove: boolean;
  /** Each change of it gives the items now in view their full time. */
  position: number;
  /** Goes one on; the same function between renders. */
  onTurn: () => void;
}

/**
 * Turns the carousel while somebody can watch it and nobody is busy with it: not while it is pointed at, holds the focus,
 * is out of sight, or its tab is hidden, and never for people who asked for less motion.
 */
export function useAutoplay({ root, canMove, position, onTurn }: Played) {
  const [wish, setWish] = useState<'default' | 'play' | 'pause'>('default');
  const [pointed, setPointed] = useState<Place | null>(null);
  const [focused, setFocused] = useState<Place | null>(null);
  const isSeen = useInSight(root);
  const isVisible = useVisible();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');

  // The press on Play leaves hand and focus on the button: these don't stop what they have just asked for.
  const holds = (place: Place | null) => place === 'elsewhere' || (place === 'switch' && wish !== 'play');
  const isPlaying = canMove && wish !== 'pause' && !isStill && isSeen && isVisible && !holds(pointed) && !holds(focused);

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(onTurn, AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, position, onTurn]);

  return {
    isPlaying,
    isSeen,
    isPaused: wish === 'pause',
    /** Nothing moves by itself for them, so there is nothing to pause. */
    isOffered: !isStill,
    toggle: () => setWish(wish === 'pause' ? 'play' : 'pause'),
    handlers: {
      onPointerOver: (event: PointerEvent) => setPointed(placeOf(event.target)),
      onPointerLeave: () => setPointed(null),
      onFocus: (event: FocusEvent) => setFocused(placeOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      },
    },
  };
}

function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
