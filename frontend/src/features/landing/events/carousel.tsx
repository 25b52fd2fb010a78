import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { TRANSITION_MS, afterDrag, inView, lastPosition, pulled, turn } from './positions';
import { currentLanguage, directionOf } from '../../../lib/i18n/language';
import { t } from '../../../lib/i18n/texts';
import styles from './carousel.module.css';
import { SWITCH, useAutoplay } from './use-autoplay';
import { useDrag } from './use-drag';
import { useItemsPerView } from './use-media';

interface CarouselProps {
  /** The id of the heading that names it. */
  labelledBy: string;
  /** Stands beside the buttons. */
  head: ReactNode;
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * A row of slides of which as many are in view as the window has room for. It moves by itself, by buttons, arrow keys and
 * dragging. The style sheet lays it out, so it stands the same before its script has run; buttons and keys need no timer.
 *
 * A group and not one more region: the section around it is the landmark, under the same heading.
 */
export function Carousel({ labelledBy, head, slides }: CarouselProps) {
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  const perView = useItemsPerView();
  const last = perView === null ? 0 : lastPosition(slides.length, perView);
  const position = Math.min(wanted, last);
  const moves = last > 0;
  // The row runs to the left in Arabic, and so do dragging and arrow keys.
  const isRightToLeft = directionOf(currentLanguage()) === 'rtl';
  const sign = isRightToLeft ? -1 : 1;

  const onTurn = useCallback(() => setWanted((from) => turn(from, 1, last)), [last]);
  const onBack = () => setWanted((from) => turn(from, -1, last));
  const { isDragging, handlers: dragging } = useDrag({
    enabled: moves,
    onPull: (pixels) => track.current?.style.setProperty('--pull', `${pulled(position, pixels * sign, last)}px`),
    onDrop: (pixels) => setWanted(afterDrag(position, pixels * sign, track.current?.firstElementChild?.clientWidth ?? 0, last)),
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
    if (event.key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) onTurn();
    else if (event.key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) onBack();
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
    <div
      ref={root}
      role="group"
      aria-roledescription={t('landing.events.carousel')}
      aria-labelledby={labelledBy}
      className={styles.carousel}
      {...handlers}
    >
      <div className={styles.top}>
        {head}
        {(perView === null || moves) && (
          <div className={styles.controls}>
            {isOffered && (
              <button
                type="button"
                className={styles.switch}
                onClick={toggle}
                aria-label={t(isPaused ? 'landing.events.playLabel' : 'landing.events.pauseLabel')}
                {...SWITCH}
              >
                {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
                {t(isPaused ? 'landing.events.play' : 'landing.events.pause')}
              </button>
            )}
            <span className={styles.count}>
              {perView !== null && t('landing.events.place', { shown: inView(position, perView, slides.length), count: slides.length })}
            </span>
            <button type="button" className={styles.arrow} onClick={onBack} aria-label={t('landing.events.previous')}>
              <ChevronLeft size={20} aria-hidden="true" />
            </button>
            <button type="button" className={styles.arrow} onClick={onTurn} aria-label={t('landing.events.next')}>
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
              aria-roledescription={t('landing.events.slide')}
              aria-label={t('landing.events.place', { shown: index + 1, count: slides.length })}
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
