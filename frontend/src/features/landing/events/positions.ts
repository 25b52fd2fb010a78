/**
 * The carousel's figures and its arithmetic. A position is the index of the first item in view; with n items of which p
 * are in view at once, positions run from 0 to n - p.
 */
export const AUTOPLAY_MS = 3000;
export const TRANSITION_MS = 400;
/** A shorter drag is a slip of the hand and snaps back. */
export const MIN_DRAG_PX = 80;

/**
 * Windows up to so many pixels wide show so many items. carousel.module.css lays the items out by the same figures, so
 * that the page stands right before any script has run; a test holds the two together.
 */
export const BREAKPOINTS = [
  { upTo: 464, items: 1 },
  { upTo: 1024, items: 2 },
  { upTo: 3000, items: 3 },
] as const;
export const ITEMS_ON_WIDER = 5;

export const upToQuery = (width: number) => `(max-width: ${width}px)`;

/** `matches` answers a media query. Asked as the style sheet asks, so that fractions of a pixel can't part the two. */
export const itemsPerView = (matches: (query: string) => boolean): number =>
  BREAKPOINTS.find(({ upTo }) => matches(upToQuery(upTo)))?.items ?? ITEMS_ON_WIDER;

export const lastPosition = (items: number, perView: number): number => Math.max(0, items - perView);

/**
 * One item on or back. Past an end it goes to the other one. The row itself has ends and no copies of items: a copy would
 * be read twice, and in a row without ends nobody can tell when they have seen everything.
 */
export function turn(position: number, step: 1 | -1, last: number): number {
  const next = Math.min(position, last) + step;
  if (next > last) return 0;
  return next < 0 ? last : next;
}

/** Where a drag by so many pixels (negative towards the start of the line, which goes on) ends. It stops at the ends, as the hand felt. */
export function afterDrag(position: number, pixels: number, itemWidth: number, last: number): number {
  if (Math.abs(pixels) < MIN_DRAG_PX) return position;
  const items = itemWidth > 0 ? Math.max(1, Math.round(Math.abs(pixels) / itemWidth)) : 1;
  return Math.min(last, Math.max(0, position - Math.sign(pixels) * items));
}

const RESISTANCE = 3;

/** How far the row follows the hand: with it, and past an end a third as far. */
export function pulled(position: number, pixels: number, last: number): number {
  const isPastEnd = (position === 0 && pixels > 0) || (position >= last && pixels < 0);
  return isPastEnd ? pixels / RESISTANCE : pixels;
}

/** Numbers of the items in view: "2", or "2–4". */
export function inView(position: number, perView: number, items: number): string {
  const end = Math.min(items, position + perView);
  return end - position > 1 ? `${position + 1}–${end}` : `${position + 1}`;
}
