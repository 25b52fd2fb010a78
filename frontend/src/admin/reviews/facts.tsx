import type { ReactNode } from 'react';
import styles from './workbench.module.css';

/** Names and values beside the documents; a missing value is a dash. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value == null ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
