import type { ReactNode } from 'react';
import { Unknown } from '../../components/chart/figures';
import styles from './headline.module.css';

/** A figure with its name, and what it counts. */
export function Tile({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}

/** A figure as text, or the dash of an unknown one. */
export const or = (value: string | null, text: (value: string) => string, reason: string) =>
  value === null ? <Unknown reason={reason} /> : text(value);
