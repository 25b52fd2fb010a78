import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

interface Size {
  width: number;
  height: number;
}

/** How many times larger than fitting the frame. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;
const QUARTERS = 4;
/** Of the frame, on both sides; without the scroll bars, whose coming and going must not change what fits. */
const BORDERS = 2;

/** Whole pixels, rounded down: a fraction more than the frame would make it scroll. */
const sized = ({ width, height }: Size, scale: number): Size => ({ width: Math.floor(width * scale), height: Math.floor(height * scale) });

/**
 * A picture within a frame: how far it is zoomed and turned, and the sizes that follow. The frame takes the keys + - 0 T, and a zoomed
 * picture can be dragged.
 */
export function usePictureFrame(frame: RefObject<HTMLDivElement | null>) {
  const [step, setStep] = useState(0);
  const [turn, setTurn] = useState(0);
  const [natural, setNatural] = useState<Size | null>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  /** The point of the picture in the middle of the frame, as shares: it stays there when the picture grows. */
  const middle = useRef({ x: 0.5, y: 0.5 });

  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const measure = () => setRoom({ width: box.offsetWidth - BORDERS, height: box.offsetHeight - BORDERS });
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [frame]);

  const isSideways = turn % 2 === 1;
  const across = natural && { width: isSideways ? natural.height : natural.width, height: isSideways ? natural.width : natural.height };
  const fit = across && room.width > 0 && room.height > 0 ? Math.min(room.width / across.width, room.height / across.height) : 1;
  const zoom = ZOOMS[step] ?? 1;
  const scale = fit * zoom;

  useLayoutEffect(() => {
    if (frame.current) centre(frame.current, middle.current);
  }, [frame, scale, turn]);

  const remember = () => {
    const box = frame.current;
    if (box && box.scrollWidth > 0 && box.scrollHeight > 0)
      middle.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      };
  };
  const zoomTo = (next: number) => {
    remember();
    setStep(Math.max(0, Math.min(ZOOMS.length - 1, next)));
  };

  const zoomIn = () => zoomTo(step + 1);
  const zoomOut = () => zoomTo(step - 1);
  const fitAgain = () => zoomTo(0);
  const turnBy = (quarters: 1 | -1) => setTurn((turn + quarters + QUARTERS) % QUARTERS);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      '+': zoomIn,
      '=': zoomIn,
      '-': zoomOut,
      '0': fitAgain,
      t: () => turnBy(1),
      T: () => turnBy(-1),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    box.addEventListener('keydown', listen);
    const letGo = dragging(box);
    return () => {
      box.removeEventListener('keydown', listen);
      letGo();
    };
  }, [frame]);

  return {
    zoom,
    /** Degrees, clockwise. */
    degrees: turn * 90,
    picture: natural && sized(natural, scale),
    stage: across && sized(across, scale),
    setNatural,
    canZoomIn: step < ZOOMS.length - 1,
    canZoomOut: step > 0,
    zoomIn,
    zoomOut,
    fit: fitAgain,
    turnBy,
  };
}

/** Scrolls so that this point, in shares of what is shown, lies in the middle. */
function centre(box: HTMLElement, { x, y }: { x: number; y: number }): void {
  box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
  box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
}

/** Moves what is larger than its box with the mouse, as a hand moves paper; a finger scrolls by itself. Returns how to stop. */
function dragging(box: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let at: { x: number; y: number } | null = null;
  box.addEventListener(
    'pointerdown',
    ({ pointerType, button, pointerId, clientX, clientY, target }) => {
      // A press on the box itself may be one on its scroll bars.
      if (pointerType !== 'mouse' || button !== 0 || target === box) return;
      box.setPointerCapture(pointerId);
      at = { x: clientX, y: clientY };
    },
    { signal },
  );
  box.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (at === null) return;
      box.scrollLeft -= clientX - at.x;
      box.scrollTop -= clientY - at.y;
      at = { x: clientX, y: clientY };
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) box.addEventListener(end, () => (at = null), { signal });
  return () => stop.abort();
}
