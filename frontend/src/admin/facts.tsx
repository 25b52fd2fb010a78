import type { ReactNode } from 'react';
import { Skeleton } from '../components/feedback/states';
import styles from './facts.module.css';

interface FactsProps {
  /** Values at the end of their lines, beside their names, or below them in a grid. */
  look?: 'ends' | 'beside' | 'grid';
  /** How many facts there will be, while there are no children yet. */
  outline?: number;
  children: ReactNode;
}

/** A few figures, each with its name. */
export function Facts({ look = 'ends', outline = 0, children }: FactsProps) {
  const isLoading = children === undefined;
  return (
    <dl className={styles[look]} aria-busy={isLoading || undefined}>
      {isLoading
        ? Array.from({ length: outline }, (_, at) => <Fact key={at} name={<Skeleton width={90} />} value={undefined} />)
        : children}
    </dl>
  );
}

/** An unknown value is on its way; an empty one is a dash. */
export function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? <Skeleton width={140} /> : value === null || value === '' ? '–' : value}</dd>
    </div>
  );
}
