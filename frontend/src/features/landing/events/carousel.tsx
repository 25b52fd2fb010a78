import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { TRANSITION_MS, afterDrag, inView, lastPosition, pulled, turn } from './positions';
import styles from './carousel.module.css';
import { SWITCH, useAutoplay } from './use-autoplay';
import { useDrag } from './use-drag';
import { useItemsPerView } from './use-media';

interface CarouselProps {
  /** The id of the heading that names it. */
  labelledBy: string;
  /** Stands beside the buttons. */
  head: ReactNode;
  /** "event": what Previous and Next lead to. */
  itemName: string;
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * A row of slides of which as many are in view as the window has room for. It moves by itself, by buttons, arrow keys and
 * dragging. The style sheet lays it out, so it stands the same before its script has run; buttons and keys need no timer.
 *
 * A group and not one more region: the section around it is the landmark, under the same heading.
 */
export function Carousel({ labelledBy, head, itemName, slides }: CarouselProps) {
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  const perView = useItemsPerView();
  const last = perView === null ? 0 : lastPosition(slides.length, perView);
  const position = Math.min(wanted, last);
  const moves = last > 0;

  const onTurn = useCallback(() => setWanted((from) => turn(from, 1, last)), [last]);
  const onBack = () => setWanted((from) => turn(from, -1, last));
  const { isDragging, handlers: dragging } = useDrag({
    enabled: moves,
    onPull: (pixels) => track.current?.style.setProperty('--pull', `${pulled(position, pixels, last)}px`),
    onDrop: (pixels) => setWanted(afterDrag(position, pixels, track.current?.firstElementChild?.clientWidth ?? 0, last)),
  });
  const {
    isPlaying,
    isSeen,
    isPaused,
    isOffered,
    toggle,
    handlers: watching,
  } = useAutoplay({ root, canMove: moves && !isDragging, position, onTurn });

  const onKeyDown = (event: KeyboardEvent) => {
    // With a key held it is the browser's: Alt and an arrow go back in history.
    if (!moves || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowRight') onTurn();
    else if (event.key === 'ArrowLeft') onBack();
    else return;
    event.preventDefault();
  };

  // Heard on the way up from the buttons and links inside.
  const handlers = { ...watching, onKeyDown };

  // A lazy picture outside of the row is not in sight and would be fetched only while it slides in.
  useEffect(() => {
    if (!isSeen) return;
    for (const image of track.current?.querySelectorAll('img') ?? []) image.loading = 'eager';
  }, [isSeen]);

  // Set by script alone: markup with a style attribute would be against the page's policy.
  const place = perView === null ? undefined : ({ '--position': position, '--slide-time': `${TRANSITION_MS}ms` } as CSSProperties);
  const end = perView === null ? slides.length : position + perView;

  return (
    <div ref={root} role="group" aria-roledescription="carousel" aria-labelledby={labelledBy} className={styles.carousel} {...handlers}>
      <div className={styles.top}>
        {head}
        {(perView === null || moves) && (
          <div className={styles.controls}>
            {isOffered && (
              <button
                type="button"
                className={styles.switch}
                onClick={toggle}
                aria-label={isPaused ? `Play the ${itemName}s` : `Pause the ${itemName}s`}
                {...SWITCH}
              >
                {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
                {isPaused ? 'Play' : 'Pause'}
              </button>
            )}
            <span className={styles.count}>{perView !== null && inView(position, perView, slides.length)}</span>
            <button type="button" className={styles.arrow} onClick={onBack} aria-label={`Previous ${itemName}`}>
              <ChevronLeft size={20} aria-hidden="true" />
            </button>
            <button type="button" className={styles.arrow} onClick={onTurn} aria-label={`Next ${itemName}`}>
              <ChevronRight size={20} aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
      <div className={styles.window} data-moves={moves || undefined} data-dragging={isDragging || undefined} {...dragging}>
        <div ref={track} className={styles.track} style={place} aria-live={isPlaying ? 'off' : 'polite'}>
          {slides.map(({ key, content }, index) => (
            <div
              key={key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className={styles.slide}
              inert={index < position || index >= end}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
