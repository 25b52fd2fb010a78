import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './data-table.module.css';
import { useSideways } from './use-sideways';

type SidewaysScrollerProps = { children: ReactNode } & ({ label: string } | { labelledBy: string });

/** How much of what one sees a press of an arrow moves away. */
const STEP = 0.7;

/** Room for a table that may be wider than the page: its edges are shaded where there is more, and a hint says so. */
export function SidewaysScroller({ children, ...name }: SidewaysScrollerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useSideways(frame, scroller);
  const move = (sign: 1 | -1) => {
    const box = scroller.current;
    if (!box) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.scrollBy({ left: sign * STEP * box.clientWidth, behavior: isStill ? 'auto' : 'smooth' });
  };
  const naming = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  return (
    <div ref={frame} className={styles.sides}>
      <div className={styles.edges}>
        <div ref={scroller} className={styles.scroller} role="region" tabIndex={0} {...naming}>
          {children}
        </div>
      </div>
      {/* Nothing is hidden from a screen reader, and the arrow keys scroll the region: neither needs the hint. */}
      <div className={styles.hint} aria-hidden="true">
        <button type="button" tabIndex={-1} className={styles.toLeft} onClick={() => move(-1)}>
          <ChevronLeft size={16} />
        </button>
        <span>{t('table.sideways')}</span>
        <button type="button" tabIndex={-1} className={styles.toRight} onClick={() => move(1)}>
          <ChevronRight size={16} />
        </button>
      </div>
    </div>
  );
}
