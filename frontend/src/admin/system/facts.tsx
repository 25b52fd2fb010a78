import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  /** Where the label is no text. */
  key?: string;
  label: ReactNode;
  value: ReactNode;
}

/** A few figures under each other, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value }) => (
        <div key={key ?? (typeof label === 'string' ? label : undefined)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
