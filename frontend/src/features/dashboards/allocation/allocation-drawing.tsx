import { type KeyboardEvent, useState } from 'react';
import { useAmounts } from '../../../components/amounts/hideable';
import { useMoney } from '../../../components/money/money';
import { percent } from '../../../lib/format/share';
import { currentLanguage, directionOf } from '../../../lib/i18n/language';
import { t } from '../../../lib/i18n/texts';
import styles from './allocation-drawing.module.css';
import { REST, type Segment } from './allocation-groups';
import { ringPath } from './ring';
import { treemap } from './treemap';

export const shapes = ['donut', 'treemap'] as const;
export type Shape = (typeof shapes)[number];

/** Colours of the palette, of which the last is for the smallest parts together. */
const COLOURS = 6;
/** Pieces that a drawing has at most, so that each has a colour of its own. */
export const MAX_SEGMENTS = COLOURS;

/** The colour of the segment at this place. */
export const colourOf = (key: string, at: number): string => `var(--chart-${key === REST ? COLOURS : at + 1})`;

/** Pixels of the treemap on the narrowest phone: a label that fits there fits everywhere. */
const NARROWEST = { width: 262, height: 200 };
const LETTER_PIXELS = 8;
const PADDING_PIXELS = 18;
const TWO_LINES_PIXELS = 50;

interface DrawingProps {
  segments: readonly Segment[];
  shape: Shape;
  nameOf: (segment: Segment) => string;
  /** What the drawing shows, for screen readers. */
  label: string;
}

/** Draws an allocation. Pointer and arrow keys move through its segments; the list below holds the same figures. */
export function AllocationDrawing({ segments, shape, nameOf, label }: DrawingProps) {
  const { isHidden } = useAmounts();
  const { text, unit } = useMoney();
  const [pointed, setPointed] = useState<number | null>(null);
  const last = segments.length - 1;
  const at = Math.min(pointed ?? 0, last);
  const current = segments[at]!;
  const isMirrored = directionOf(currentLanguage()) === 'rtl';
  const move = (event: KeyboardEvent) => {
    const [next, previous] = [Math.min(last, at + 1), Math.max(0, at - 1)];
    const steps: Record<string, number> = {
      ArrowRight: isMirrored ? previous : next,
      ArrowLeft: isMirrored ? next : previous,
      ArrowDown: next,
      ArrowUp: previous,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setPointed(step);
  };
  const Drawing = shape === 'donut' ? Donut : Treemap;
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.drawing}
      aria-label={t('dashboards.allocation.keys', { label })}
      aria-valuemin={1}
      aria-valuemax={segments.length}
      aria-valuenow={at + 1}
      aria-valuetext={t('dashboards.allocation.point', {
        name: nameOf(current),
        amount: isHidden ? t('common.hiddenAmount') : text(current.value),
        unit,
        share: percent(current.share),
      })}
      onKeyDown={move}
      onBlur={() => setPointed(null)}
      onPointerLeave={() => setPointed(null)}
    >
      <Drawing segments={segments} nameOf={nameOf} at={at} isPointed={pointed !== null} onPoint={setPointed} />
    </div>
  );
}

interface ShapeProps {
  segments: readonly Segment[];
  nameOf: (segment: Segment) => string;
  at: number;
  isPointed: boolean;
  onPoint: (at: number) => void;
}

function Donut({ segments, nameOf, at, isPointed, onPoint }: ShapeProps) {
  const current = segments[at]!;
  return (
    <div className={styles.donut}>
      <svg viewBox="0 0 200 200" aria-hidden="true" focusable="false">
        {segments.map((segment, index) => {
          const from = segments.slice(0, index).reduce((turned, { fraction }) => turned + fraction, 0);
          return (
            <path
              key={segment.key}
              className={styles.piece}
              d={ringPath(from, from + segment.fraction)}
              fill={colourOf(segment.key, index)}
              data-faded={(isPointed && index !== at) || undefined}
              data-single={segments.length === 1 || undefined}
              onPointerMove={() => onPoint(index)}
              onPointerDown={() => onPoint(index)}
            />
          );
        })}
      </svg>
      <div className={styles.centre} aria-hidden="true">
        <span className={styles.name}>{nameOf(current)}</span>
        <span className={styles.share}>{percent(current.share)}</span>
      </div>
    </div>
  );
}

/** How many lines of label fit into a tile: name and share, the name alone, or none. */
function linesIn({ width, height }: { width: number; height: number }, name: string, share: string): 0 | 1 | 2 {
  const pixels = { width: width * NARROWEST.width - PADDING_PIXELS, height: height * NARROWEST.height };
  const fits = (text: string) => text.length * LETTER_PIXELS <= pixels.width;
  if (!fits(name) || pixels.height < TWO_LINES_PIXELS / 2) return 0;
  return pixels.height < TWO_LINES_PIXELS || !fits(share) ? 1 : 2;
}

function Treemap({ segments, nameOf, at, isPointed, onPoint }: ShapeProps) {
  const tiles = treemap(
    segments.map(({ fraction }) => fraction),
    NARROWEST.width / NARROWEST.height,
  );
  const current = segments[at]!;
  return (
    <div aria-hidden="true">
      <div className={styles.treemap}>
        {segments.map((segment, index) => {
          const tile = tiles[index]!;
          const lines = linesIn(tile, nameOf(segment), percent(segment.share));
          return (
            <div
              key={segment.key}
              className={styles.tile}
              style={{
                insetInlineStart: `${tile.start * 100}%`,
                top: `${tile.top * 100}%`,
                width: `${tile.width * 100}%`,
                height: `${tile.height * 100}%`,
              }}
              onPointerMove={() => onPoint(index)}
              onPointerDown={() => onPoint(index)}
            >
              <div
                className={styles.ground}
                style={{ background: colourOf(segment.key, index) }}
                data-faded={(isPointed && index !== at) || undefined}
              >
                {lines > 0 && <strong>{nameOf(segment)}</strong>}
                {lines > 1 && <span>{percent(segment.share)}</span>}
              </div>
            </div>
          );
        })}
      </div>
      <p className={styles.under}>
        <span>{nameOf(current)}</span> <span>{percent(current.share)}</span>
      </p>
    </div>
  );
}
