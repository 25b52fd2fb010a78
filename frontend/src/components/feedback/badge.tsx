import type { ReactNode } from 'react';
import type { Tone } from '../../theme/tokens';
import styles from './badge.module.css';

/** A short state. The words carry it; the colour only helps. */
export function Badge({
  tone = 'neutral',
  icon,
  title,
  children,
}: {
  tone?: Tone | 'neutral';
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} title={title}>
      {icon}
      {children}
    </span>
  );
}
