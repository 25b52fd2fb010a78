import { MoveHorizontal } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './data-table.module.css';
import { useSideways } from './use-sideways';

type SidewaysScrollerProps = { children: ReactNode } & ({ label: string } | { labelledBy: string });

/** Room for a table that may be wider than the page: its edges are shaded where there is more, and a hint says so. */
export function SidewaysScroller({ children, ...name }: SidewaysScrollerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useSideways(frame, scroller);
  const naming = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  return (
    <div ref={frame} className={styles.sides}>
      <div className={styles.edges}>
        <div ref={scroller} className={styles.scroller} role="region" tabIndex={0} {...naming}>
          {children}
        </div>
      </div>
      {/* Nothing is hidden from a screen reader, so it does not need the hint. */}
      <p className={styles.hint} aria-hidden="true">
        <MoveHorizontal size={14} />
        {t('table.sideways')}
      </p>
    </div>
  );
}
