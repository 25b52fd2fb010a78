import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** Under so many pixels a press is a click that trembled. */
const TREMBLE_PX = 5;

interface Press {
  pointer: number;
  from: number;
  isDrag: boolean;
}

interface Dragged {
  enabled: boolean;
  /** Follows the hand: pixels from where it was pressed, 0 when let go. */
  onPull: (pixels: number) => void;
  onDrop: (pixels: number) => void;
}

/**
 * Dragging sideways with a mouse, a finger or a pen. Up and down stays with the page (`touch-action: pan-y` in the style
 * sheet); where the browser takes a gesture for that, it cancels the pointer and the row snaps back.
 */
export function useDrag({ enabled, onPull, onDrop }: Dragged) {
  const press = useRef<Press | null>(null);
  const endedInDrag = useRef(false);
  const [isDragging, setIsDragging] = useState(false);

  const letGo = (): boolean => {
    const wasDrag = press.current?.isDrag === true;
    press.current = null;
    if (wasDrag) {
      onPull(0);
      setIsDragging(false);
    }
    return wasDrag;
  };

  const handlers = {
    onPointerDown(event: PointerEvent) {
      endedInDrag.current = false;
      if (!enabled || !event.isPrimary || event.button !== 0) return;
      press.current = { pointer: event.pointerId, from: event.clientX, isDrag: false };
    },
    onPointerMove(event: PointerEvent) {
      const pressed = press.current;
      if (!pressed || pressed.pointer !== event.pointerId) return;
      // Let go outside of the row before it had become a drag.
      if (event.buttons === 0) return void letGo();
      const pixels = event.clientX - pressed.from;
      if (!pressed.isDrag) {
        if (Math.abs(pixels) < TREMBLE_PX) return;
        pressed.isDrag = true;
        // Not earlier: a captured pointer takes the click away from the link under it.
        event.currentTarget.setPointerCapture(event.pointerId);
        getSelection()?.removeAllRanges();
        setIsDragging(true);
      }
      onPull(pixels);
    },
    onPointerUp(event: PointerEvent) {
      const pressed = press.current;
      if (!pressed || pressed.pointer !== event.pointerId || !letGo()) return;
      endedInDrag.current = true;
      onDrop(event.clientX - pressed.from);
    },
    onPointerCancel: () => void letGo(),
    /** Who drags a link does not follow it. A click without a count comes from the keyboard. */
    onClickCapture(event: MouseEvent) {
      if (!endedInDrag.current || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** The browser's own dragging of pictures and links would end ours. */
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
  return { isDragging, handlers };
}
